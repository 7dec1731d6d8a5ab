package io.mcpclient.registry;

import java.util.List;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.error.SafeText;

/** Tells in the log which tools or prompts have other names from now on, because their names are ambiguous. */
final class RenamedItems {

    private static final Logger logger = LoggerFactory.getLogger(RenamedItems.class);

    /** Names in one line of the log. */
    private static final int NAMED = 6;

    private RenamedItems() {}

    /**
     * Writes one line, if there is something to tell.
     * @param what word for the items, for example {@code tools}
     * @param renamed those that have other names from now on
     * @param names their names
     */
    static void log(String what, List<ClaimedNames.Key> renamed, ClaimedNames names) {
        if (renamed.isEmpty()) {
            return;
        }
        String named = renamed.stream()
                .limit(NAMED)
                .map(item -> "\"" + SafeText.excerpt(item.tool()) + "\" of MCP server \"" + item.server() + "\" as "
                        + names.of(item))
                .collect(Collectors.joining(", "));
        int more = renamed.size() - NAMED;
        logger.info(
                "Several MCP {} have the same name and are now listed under others: {}{}. The property mcp.tools.naming decides"
                        + " how they are named.",
                what,
                named,
                (more > 0) ? " and " + more + " more" : "");
    }
}
