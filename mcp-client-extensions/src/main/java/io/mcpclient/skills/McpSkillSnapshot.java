package io.mcpclient.skills;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The skills of all servers at one time, by server, then by URI. Immutable.
 *
 * @param version number that increases with each change
 * @param skills all skills, invalid entries included
 * @param collisions names and URIs that several skills share
 * @param problems why the list of a server is missing, outdated or incomplete, printable, by the name of the server
 */
public record McpSkillSnapshot(
        long version,
        List<McpRegisteredSkill> skills,
        List<McpSkillCollision> collisions,
        Map<String, String> problems) {

    /** A snapshot without skills. */
    static final McpSkillSnapshot EMPTY = new McpSkillSnapshot(0, List.of(), List.of(), Map.of());

    /** Copies the collections. */
    public McpSkillSnapshot {
        skills = List.copyOf(skills);
        collisions = List.copyOf(collisions);
        problems = Collections.unmodifiableMap(new TreeMap<>(problems));
    }

    /**
     * Finds a skill by its identity.
     * @param server configured name of the server
     * @param uri URI of the {@code SKILL.md}
     * @return the skill, if it is listed
     */
    public Optional<McpRegisteredSkill> find(String server, String uri) {
        return this.skills.stream()
                .filter(skill -> skill.server().equals(server) && skill.uri().equals(uri))
                .findFirst();
    }

    boolean hasSameContent(McpSkillSnapshot other) {
        return this.skills.equals(other.skills)
                && this.collisions.equals(other.collisions)
                && this.problems.equals(other.problems);
    }
}
