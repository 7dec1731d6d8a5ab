package io.mcpclient.registry;

import java.util.List;
import java.util.stream.Collectors;

import org.slf4j.Logger;

import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/** Logs tools or prompts that are renamed because their names are ambiguous. */
final class RenamedItems {

    private static final Logger logger = Loggers.TOOLS;

    /** Maximum number of names in one log line. */
    private static final int NAMED = 6;

    private RenamedItems() {}

    /**
     * Writes one line if there are renamed items.
     * @param what plural noun for the items, for example {@code tools}
     * @param renamed the renamed items
     * @param names their names
     */
    static void log(String what, List<ToolNameAllocator.Key> renamed, ToolNameAllocator names) {
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
                "Several MCP {} share a name and are now listed under new names: {}{}. The property mcp.tools.naming controls"
                        + " how names are built.",
                what,
                named,
                (more > 0) ? " and " + more + " more" : "");
    }
}
