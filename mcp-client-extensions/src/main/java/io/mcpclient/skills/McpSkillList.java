package io.mcpclient.skills;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The skills that a server lists. An empty or partial list is no proof that there are no others: a server may have skills that it does
 * not list, see {@link McpSkills#get(String)}. Immutable.
 *
 * @param skills the valid ones in the order of the server
 * @param invalid entries that break the rules, with the reasons
 * @param incomplete why the list ends early, printable; {@code null} if it is complete
 * @param timeToLive how long the server regards the list as fresh; zero if it does not say
 * @param shared whether the list is the same for all principals, as the server says
 */
public record McpSkillList(
        List<McpSkill> skills,
        List<McpInvalidSkill> invalid,
        @Nullable String incomplete,
        Duration timeToLive,
        boolean shared) {

    /** Copies the lists. */
    public McpSkillList {
        skills = List.copyOf(skills);
        invalid = List.copyOf(invalid);
    }
}
