package io.mcpclient.skills;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;

/**
 * The load of a skill that needs approval. Nothing of the skill was read yet; {@link McpSkills#preview} reads it for a reviewer.
 * Immutable.
 *
 * @param skill the skill with its server and its manifest; its texts are untrusted
 * @param principal principal on whose behalf it is loaded, possibly the application; {@code null} if the client has no
 *     {@link io.mcpclient.auth.McpPrincipalResolver}
 * @param isChanged whether it differs from what was loaded or approved before
 * @param changedFiles URIs of files that were added, removed or changed since then; empty if that is unknown
 */
public record McpSkillApprovalRequest(
        McpSkill skill, @Nullable McpPrincipal principal, boolean isChanged, List<String> changedFiles) {

    /** Copies the list. */
    public McpSkillApprovalRequest {
        changedFiles = List.copyOf(changedFiles);
    }

    /**
     * Returns the server of the skill.
     * @return its configured name
     */
    public String serverName() {
        return this.skill.server();
    }
}
