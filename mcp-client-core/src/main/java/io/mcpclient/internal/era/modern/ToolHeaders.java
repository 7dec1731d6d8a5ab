package io.mcpclient.internal.era.modern;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Headers that the tools of one server require with their calls, as last listed; it also filters lists: a tool with invalid
 * header annotations is omitted. Only for transports with headers. Thread-safe.
 *
 * <p>A tool that is no longer listed is not removed: pages of a list arrive one by one, some perhaps from a cache, so that its
 * absence from the pages seen here proves nothing. The number of tools bounds the memory.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Custom Headers from Tool Parameters (HDR-09, HDR-11, HDR-19)"
 */
final class ToolHeaders {

    private static final Logger logger = Loggers.TOOLS;

    /** Beyond this number of tools, only the last listed ones are kept. */
    private static final int LIMIT = 10_000;

    private static final String TOOLS = "tools";

    private final String serverName;

    private final MirroredArguments.ArgumentText text;

    /** Tools that require headers, which few do. */
    private final Map<String, MirroredArguments> byName = new ConcurrentHashMap<>();

    /** Their names, the least recently listed one first. */
    private final Set<String> names = new LinkedHashSet<>();

    ToolHeaders(String serverName, JsonCodec codec) {
        this.serverName = serverName;
        this.text = new MirroredArguments.ArgumentText(codec);
    }

    /**
     * The relevant part of a tool.
     *
     * @param name its name
     * @param inputSchema its schema, empty if it has no annotations
     */
    private record Listed(String name, Map<?, ?> inputSchema) {

        static Listed of(Tool tool) {
            return new Listed(
                    tool.name(),
                    HeaderAnnotations.mayBeIn(tool.inputSchema())
                            ? tool.inputSchema().asMap()
                            : Map.of());
        }

        static @Nullable Listed read(Object tool) {
            return (tool instanceof Map<?, ?> json
                            && json.get("name") instanceof String name
                            && json.get("inputSchema") instanceof Map<?, ?> schema)
                    ? new Listed(name, schema)
                    : null;
        }
    }

    /**
     * Records a page of the list of tools.
     * @param page the result of {@code tools/list}, as a record or as plain JSON; anything else is returned unchanged
     * @return the page without illegal tools
     */
    Object accept(Object page) {
        if (page instanceof ListToolsResult result) {
            return accept(result);
        }
        return (page instanceof Map<?, ?> json && json.get(TOOLS) instanceof List<?> tools)
                ? accept(json, tools)
                : page;
    }

    /** Hardly any server has annotations: nothing is to be compared, and nothing to be forgotten. */
    private ListToolsResult accept(ListToolsResult page) {
        if (this.byName.isEmpty()
                && page.tools().stream().noneMatch(tool -> HeaderAnnotations.mayBeIn(tool.inputSchema()))) {
            return page;
        }
        List<DroppedItem> dropped = new ArrayList<>(page.dropped());
        List<Tool> legal = legal(page.tools(), Listed::of, dropped);
        return (legal.size() == page.tools().size()) ? page : page.withItems(legal, dropped);
    }

    private Map<?, ?> accept(Map<?, ?> page, List<?> tools) {
        List<DroppedItem> dropped = new ArrayList<>();
        List<?> legal = legal(tools, Listed::read, dropped);
        if (legal.size() == tools.size()) {
            return page;
        }
        logger.debug(
                "MCP server \"{}\": left out of a list that is read as plain JSON: {}",
                this.serverName,
                dropped.stream().map(DroppedItem::name).toList());
        Map<Object, Object> copy = new LinkedHashMap<>(page);
        copy.put(TOOLS, legal);
        return copy;
    }

    private synchronized <T> List<T> legal(
            List<T> tools, Function<T, @Nullable Listed> reader, List<DroppedItem> dropped) {
        List<T> legal = new ArrayList<>(tools.size());
        Set<String> seen = new HashSet<>();
        for (T tool : tools) {
            Listed listed = reader.apply(tool);
            if (listed == null || isLegal(listed, seen, dropped)) {
                legal.add(tool);
            }
        }
        return legal;
    }

    /** Of two tools with one name, the first legal one counts (fault F30). */
    private boolean isLegal(Listed tool, Set<String> seen, List<DroppedItem> dropped) {
        MirroredArguments arguments = compiled(tool, dropped);
        if (!seen.contains(tool.name())) {
            remember(tool.name(), arguments);
        }
        if (arguments != null) {
            seen.add(tool.name());
        }
        return arguments != null;
    }

    private void remember(String name, @Nullable MirroredArguments arguments) {
        warnOfSecrets(name, arguments);
        this.names.remove(name);
        if (arguments == null || arguments.isEmpty()) {
            this.byName.remove(name);
            return;
        }
        this.byName.put(name, arguments);
        this.names.add(name);
        if (this.names.size() > LIMIT) {
            Iterator<String> oldest = this.names.iterator();
            this.byName.remove(oldest.next());
            oldest.remove();
        }
    }

    /** Logged once per set of required headers. */
    private void warnOfSecrets(String name, @Nullable MirroredArguments arguments) {
        List<String> secrets = (arguments != null) ? arguments.secrets() : List.of();
        MirroredArguments before = this.byName.get(name);
        if (!secrets.isEmpty() && (before == null || !secrets.equals(before.secrets()))) {
            logger.warn(
                    "MCP server \"{}\": tool \"{}\" requires arguments in headers that appear to be secrets, where"
                            + " proxies and their logs see them: {}. Servers should not require that, but reject calls without"
                            + " these headers. Ask the server's operator to remove x-mcp-header there, and exclude the tool"
                            + " until then.",
                    this.serverName,
                    SafeText.excerpt(name),
                    secrets);
        }
    }

    private @Nullable MirroredArguments compiled(Listed tool, List<DroppedItem> dropped) {
        try {
            return MirroredArguments.of(this.serverName, tool.name(), tool.inputSchema(), this.text);
        } catch (HeaderAnnotations.IllegalAnnotationException ex) {
            dropped.add(DroppedItem.of(SafeText.excerpt(tool.name()), "it cannot be called over HTTP: " + ex.reason()));
            return null;
        }
    }

    /**
     * Creates the headers of a call.
     * @param params params of {@code tools/call}, in any form
     * @return values by header name; empty if the tool requires none, or was never listed (HDR-20)
     * @throws McpRejectedException if an argument cannot be mirrored
     */
    Map<String, String> of(@Nullable Object params) {
        if (this.byName.isEmpty()) {
            return Map.of();
        }
        String tool = toolOf(params);
        MirroredArguments wanted = (tool != null) ? this.byName.get(tool) : null;
        return (wanted != null) ? wanted.headers(argumentsOf(params)) : Map.of();
    }

    /** Returns the name of the tool in the params of a call, {@code null} if there is none. */
    @Nullable
    String toolOf(@Nullable Object params) {
        if (params instanceof CallToolParams call) {
            return call.name();
        }
        return (this.text.member(params, "name") instanceof String name) ? name : null;
    }

    private @Nullable Object argumentsOf(@Nullable Object params) {
        return (params instanceof CallToolParams call) ? call.arguments() : this.text.member(params, "arguments");
    }
}
