package io.mcpclient.registry;

import java.util.HashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;

import io.mcpclient.registry.ToolNameAllocator.Key;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Names that the application chooses with an {@link McpToolNamer}. Of the names of a server that cannot be used, the first one is a
 * warning in the log, the others are debug messages. Not thread-safe.
 */
final class ChosenNames {

    private static final Logger logger = Loggers.TOOLS;

    private final @Nullable McpToolNamer namer;

    private final int maxLength;

    /** Servers about which a warning was logged. */
    private final Set<String> warned = new HashSet<>();

    ChosenNames(McpToolNaming naming) {
        this.namer = naming.namer();
        this.maxLength = naming.maxLength();
    }

    /** Returns the chosen name of a tool, or {@code null} if it gets the default name. */
    @Nullable
    String of(Key tool, String defaultName) {
        if (this.namer == null) {
            return null;
        }
        String chosen;
        try {
            chosen = this.namer.name(tool.server(), tool.tool(), defaultName);
        } catch (RuntimeException ex) {
            warn(tool, "the McpToolNamer failed", ex);
            return null;
        }
        if (chosen == null || chosen.equals(defaultName)) {
            return null;
        }
        if (chosen.isEmpty() || chosen.length() > this.maxLength || !chosen.equals(ToolNameForms.safe(chosen))) {
            warn(
                    tool,
                    "the McpToolNamer returned \"" + SafeText.excerpt(chosen) + "\", but a name has 1 to "
                            + this.maxLength + " characters of A-Z a-z 0-9 _ -",
                    null);
            return null;
        }
        return chosen;
    }

    /** Reports that the chosen name of a tool is ambiguous. */
    void conflict(Key tool, String chosen) {
        warn(tool, "the McpToolNamer returned \"" + chosen + "\", which is the name of another tool", null);
    }

    private void warn(Key tool, String problem, @Nullable RuntimeException cause) {
        Loggers.log(
                logger,
                this.warned.add(tool.server()) ? Level.WARN : Level.DEBUG,
                "MCP server \"{}\", tool \"{}\": {}. The tool gets the name that it has without the namer.",
                tool.server(),
                SafeText.excerpt(tool.tool()),
                problem,
                cause);
    }
}
