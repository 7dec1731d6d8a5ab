package io.mcpclient.skills;

import org.jspecify.annotations.Nullable;

/**
 * A skill of one server in the catalog of all servers. It is identified by server and URI; its display name is unique in a snapshot.
 * Immutable.
 *
 * @param server configured name of the server
 * @param uri URI of the {@code SKILL.md}; of an invalid entry possibly empty
 * @param name name at the server, not unique; empty for an invalid entry
 * @param displayName server and name, and the path if the server has the name more than once
 * @param description what it is for, on one line, without characters that cannot be seen; untrusted
 * @param state whether it can be loaded
 * @param reason why it cannot be loaded, printable; {@code null} if it can
 * @param skill the skill with its manifest; {@code null} for an invalid entry
 * @param available whether the server responded to the last refresh; otherwise this is what it listed before
 */
public record McpRegisteredSkill(
        String server,
        String uri,
        String name,
        String displayName,
        String description,
        McpSkillState state,
        @Nullable String reason,
        @Nullable McpSkill skill,
        boolean available) {}
