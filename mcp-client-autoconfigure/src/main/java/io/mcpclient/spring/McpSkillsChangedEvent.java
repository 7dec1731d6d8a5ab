package io.mcpclient.spring;

import io.mcpclient.skills.McpSkillSnapshot;

/**
 * Published when the skills of servers have changed, if {@code mcp.extensions.skills.enabled} is set.
 *
 * @param snapshot new state of the skills
 */
public record McpSkillsChangedEvent(McpSkillSnapshot snapshot) {}
