package io.mcpclient.skills;

/** Receives what happens to the skills of a client, for events, metrics and audits. Must not block, and must be thread-safe. */
public interface McpSkillListener {

    /**
     * A file did not match its manifest, or its frontmatter the entry. Nothing of it was used.
     * @param server configured name of the server
     * @param uri URI of the file
     * @param problem what differs, printable
     */
    default void onVerificationFailed(String server, String uri, String problem) {}

    /**
     * A skill shows other files than those loaded or approved before. Its approval is revoked.
     * @param skill the skill as it is now
     */
    default void onSkillChanged(McpSkill skill) {}

    /**
     * A load was approved or denied. Loads that an earlier decision covers are not reported.
     * @param request the load
     * @param decision the decision
     */
    default void onSkillApproval(McpSkillApprovalRequest request, McpSkillApprovalDecision decision) {}
}
