package io.mcpclient.skills;

import java.util.List;

/**
 * Skills with the same name, or with the same URI at several servers. None replaces another one; users should know that they are not
 * the same. Immutable.
 *
 * @param what the name or URI that they share
 * @param displayNames the display names of all of them
 */
public record McpSkillCollision(String what, List<String> displayNames) {

    /** Copies the list. */
    public McpSkillCollision {
        displayNames = List.copyOf(displayNames);
    }
}
