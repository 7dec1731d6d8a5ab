package io.mcpclient.skills;

/**
 * Decides on loads of skills that need approval, usually by asking a person. Which loads need approval is decided by
 * {@link McpSkillApprovalPolicy}.
 *
 * <pre>{@code
 * McpSkillApproval approval = request -> dialogs.ask(request.serverName(), request.skill().visibleDescription())
 *         ? McpSkillApprovalDecision.approveAndRemember()
 *         : McpSkillApprovalDecision.deny("The user declined.");
 * }</pre>
 *
 * <p>Without a decision in time, or if this method throws, the load is denied. Implementations may block, and must be thread-safe.
 *
 * @see ReactiveMcpSkillApproval
 */
@FunctionalInterface
public interface McpSkillApproval {

    /**
     * Decides on a load.
     * @param request the load
     * @return the decision, not {@code null}
     * @throws Exception if there is no decision; the load is denied
     */
    McpSkillApprovalDecision decide(McpSkillApprovalRequest request) throws Exception;
}
