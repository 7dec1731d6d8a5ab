package io.mcpclient.call;

/**
 * Receives each decision on a tool call, for example for an audit. Called on a thread that may block, before the call is sent. An
 * exception is logged, and changes nothing. Must be thread-safe.
 *
 * @see io.mcpclient.McpClientBuilder#toolApprovalListener(McpToolApprovalListener)
 */
@FunctionalInterface
public interface McpToolApprovalListener {

    /**
     * Receives a decision. Calls that an earlier decision permits, because it is remembered, are not reported.
     * @param request the call, including its arguments, which may be secret
     * @param decision the decision, {@code remembered} only if later calls are permitted by it; a denial with the reason if there
     *     was no decision in time or the approval failed
     */
    void onToolApproval(McpToolApprovalRequest request, McpToolApprovalDecision decision);
}
