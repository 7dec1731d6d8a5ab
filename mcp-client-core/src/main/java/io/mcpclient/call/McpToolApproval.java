package io.mcpclient.call;

/**
 * Decides on tool calls that need approval, usually by asking a person. Which calls need approval is decided by
 * {@link io.mcpclient.settings.McpApprovalPolicy}.
 *
 * <pre>{@code
 * McpToolApproval approval = request -> dialogs.ask(request.toolName(), request.arguments())
 *         ? McpToolApprovalDecision.approve()
 *         : McpToolApprovalDecision.deny("The user declined.");
 * }</pre>
 *
 * <p>Applies to every {@code tools/call} of a client, however it is made, including calls that become tasks, after all
 * {@link McpInterceptor}s and before {@link McpToolInterceptor}s and retries. A call that waits for approval is not sent; its
 * deadline starts with the approval. Without a decision in time, or if this method throws, the call is denied. If the caller
 * cancels the call, the thread is interrupted. Implementations may block, on threads of the client whose number is bounded,
 * and must be thread-safe.
 *
 * @see ReactiveMcpToolApproval
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Security Considerations</a>
 */
@FunctionalInterface
public interface McpToolApproval {

    /**
     * Decides on a call.
     * @param request the call
     * @return the decision, not {@code null}
     * @throws Exception if there is no decision; the call is denied
     */
    McpToolApprovalDecision decide(McpToolApprovalRequest request) throws Exception;
}
