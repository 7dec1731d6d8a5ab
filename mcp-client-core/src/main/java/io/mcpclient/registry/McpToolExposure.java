package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.PatternMatchUtils;

import io.mcpclient.internal.operation.RequiredArgument;

/**
 * Rules for which tools of which servers the registry has. Immutable and thread-safe; the methods return copies.
 *
 * <pre>{@code
 * McpToolExposure.all().server("files", List.of("read_*", "list_*"), List.of("read_secrets"))
 * }</pre>
 */
public final class McpToolExposure {

    private static final Logger logger = LoggerFactory.getLogger(McpToolExposure.class);

    private static final McpToolExposure ALL = new McpToolExposure(Map.of(), List.of());

    private final Map<String, Names> servers;

    private final List<McpToolFilter> filters;

    /** Classes of the filters whose failure was logged. */
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    private McpToolExposure(Map<String, Names> servers, List<McpToolFilter> filters) {
        this.servers = servers;
        this.filters = filters;
    }

    /**
     * Rules for the names of one server.
     *
     * @param include patterns of which one has to match
     * @param exclude patterns of which none may match
     */
    private record Names(String[] include, String[] exclude) {

        boolean accept(String name) {
            return PatternMatchUtils.simpleMatch(this.include, name)
                    && !PatternMatchUtils.simpleMatch(this.exclude, name);
        }
    }

    /**
     * Returns the default: all tools of all servers.
     * @return the rules
     */
    public static McpToolExposure all() {
        return ALL;
    }

    /**
     * Restricts the tools of one server by their names at the server. Other tools are neither listed nor callable by the
     * registry.
     * @param server configured name of the server
     * @param include patterns of which one has to match; {@code *} stands for any characters
     * @param exclude patterns of which none may match
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if an argument is {@code null}
     */
    public McpToolExposure server(String server, List<String> include, List<String> exclude) {
        Map<String, Names> more = new HashMap<>(this.servers);
        more.put(
                RequiredArgument.of("", "server", "server", server),
                new Names(patterns("include", include), patterns("exclude", exclude)));
        return new McpToolExposure(Map.copyOf(more), this.filters);
    }

    /**
     * Adds a filter.
     * @param filter called for each selection and each call
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the filter is {@code null}
     */
    public McpToolExposure filter(McpToolFilter filter) {
        List<McpToolFilter> more = new ArrayList<>(this.filters);
        more.add(RequiredArgument.of("", "filter", "filter", filter));
        return new McpToolExposure(this.servers, List.copyOf(more));
    }

    private static String[] patterns(String name, List<String> patterns) {
        return RequiredArgument.of("", "server", name, patterns).toArray(String[]::new);
    }

    /** Returns whether the registry has a tool. */
    boolean has(String server, String tool) {
        Names names = this.servers.get(server);
        return names == null || names.accept(tool);
    }

    /** Returns whether there are filters. */
    boolean isFiltered() {
        return !this.filters.isEmpty();
    }

    /** Returns whether all filters accept a tool. */
    boolean accepts(McpRegisteredTool tool, McpToolSelection selection) {
        for (McpToolFilter filter : this.filters) {
            try {
                if (!filter.accepts(tool, selection)) {
                    return false;
                }
            } catch (RuntimeException ex) {
                String name = filter.getClass().getName();
                if (this.failed.add(name)) {
                    logger.warn("The filter {} failed; it rejects tools for which it fails", name, ex);
                }
                return false;
            }
        }
        return true;
    }
}
