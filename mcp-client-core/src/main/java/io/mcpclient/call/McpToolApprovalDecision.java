package io.mcpclient.call;

import org.jspecify.annotations.Nullable;

/**
 * Decision on a tool call that needs approval. Immutable.
 *
 * @param approved whether the call may be sent
 * @param remembered whether later calls of the same tool by the same principal are approved as well, until the client
 *     is closed or the definition of the tool changes; without effect if the request has no principal or no definition
 * @param reason reason of a denial, part of the error that the caller receives, and of what models read; {@code null} for none
 */
public record McpToolApprovalDecision(
        boolean approved, boolean remembered, @Nullable String reason) {

    private static final McpToolApprovalDecision APPROVED = new McpToolApprovalDecision(true, false, null);

    private static final McpToolApprovalDecision REMEMBERED = new McpToolApprovalDecision(true, true, null);

    /**
     * Approves the call.
     * @return the decision
     */
    public static McpToolApprovalDecision approve() {
        return APPROVED;
    }

    /**
     * Approves the call, and later calls of the same tool by the same principal. Only the call, if the request has no principal
     * or no definition of the tool.
     * @return the decision
     */
    public static McpToolApprovalDecision approveAndRemember() {
        return REMEMBERED;
    }

    /**
     * Denies the call.
     * @param reason reason for the caller and for models, without secrets; {@code null} for none
     * @return the decision
     */
    public static McpToolApprovalDecision deny(@Nullable String reason) {
        return new McpToolApprovalDecision(false, false, reason);
    }
}
