package io.mcpclient.console.internal.tool;

import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolOrigin;
import io.mcpclient.schema.Tool;
import io.mcpclient.spring.McpToolsChangedEvent;
import io.mcpclient.support.BoundedCache;

/**
 * Definitions of tools as each user of the console saw them last, or as they were listed first. They are in memory, bounded in size, and
 * independent of pins: they permit and refuse nothing. Also a tool that was gone in between is compared. Thread-safe.
 */
public final class SeenTools {

    private static final long MAX_SIZE = 32L * 1024 * 1024;

    private static final int OVERHEAD = 512;

    private final BoundedCache<Key, Tool> listed = new BoundedCache<>(MAX_SIZE, SeenTools::size);

    private final BoundedCache<Key, Tool> seen = new BoundedCache<>(MAX_SIZE, SeenTools::size);

    /** A tool, for a user or, with {@code null}, as it was listed first. */
    private record Key(@Nullable String user, String server, String tool) {}

    private static long size(Tool tool) {
        String description = tool.description();
        return OVERHEAD + tool.inputSchema().text().length() + ((description != null) ? description.length() : 0);
    }

    @EventListener
    void on(McpToolsChangedEvent event) {
        event.snapshot().tools().forEach(this::firstOf);
    }

    /** Returns the definition that was listed first. What the configuration declares is no definition of the server. */
    private Tool firstOf(McpRegisteredTool tool) {
        if (tool.origin() == McpToolOrigin.DECLARED) {
            return tool.tool();
        }
        Key key = new Key(null, tool.server(), tool.tool().name());
        Tool first = this.listed.get(key);
        if (first == null) {
            this.listed.put(key, tool.tool());
            return tool.tool();
        }
        return first;
    }

    /** Returns the definition that a user saw last, {@code null} if it is the present one. */
    @Nullable
    Tool before(String user, McpRegisteredTool tool) {
        Tool first = firstOf(tool);
        Tool last = this.seen.get(new Key(user, tool.server(), tool.tool().name()));
        Tool before = (last != null) ? last : first;
        return before.equals(tool.tool()) ? null : before;
    }

    /** Remembers that a user has seen the present definition. */
    void see(String user, McpRegisteredTool tool) {
        this.seen.put(new Key(user, tool.server(), tool.tool().name()), tool.tool());
    }
}
