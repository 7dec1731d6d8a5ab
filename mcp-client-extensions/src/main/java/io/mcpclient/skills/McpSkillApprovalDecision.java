package io.mcpclient.skills;

import org.jspecify.annotations.Nullable;

/**
 * Decision on the load of a skill. Immutable.
 *
 * @param approved whether the skill may be loaded
 * @param remembered whether later loads of the same manifest by the same principal are approved as well; without effect for a dynamic
 *     skill
 * @param reason reason of a denial, part of the error that the caller receives, and of what models read; {@code null} for none
 */
public record McpSkillApprovalDecision(
        boolean approved, boolean remembered, @Nullable String reason) {

    private static final McpSkillApprovalDecision APPROVED = new McpSkillApprovalDecision(true, false, null);

    private static final McpSkillApprovalDecision REMEMBERED = new McpSkillApprovalDecision(true, true, null);

    /**
     * Approves this load.
     * @return the decision
     */
    public static McpSkillApprovalDecision approve() {
        return APPROVED;
    }

    /**
     * Approves this load, and later ones of the same skill with the same files by the same principal.
     * @return the decision
     */
    public static McpSkillApprovalDecision approveAndRemember() {
        return REMEMBERED;
    }

    /**
     * Denies the load.
     * @param reason reason for the caller and for models, without secrets; {@code null} for none
     * @return the decision
     */
    public static McpSkillApprovalDecision deny(@Nullable String reason) {
        return new McpSkillApprovalDecision(false, false, reason);
    }
}
