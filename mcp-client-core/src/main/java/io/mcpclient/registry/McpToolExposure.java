package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.internal.operation.RequiredArgument;

/**
 * Rules for which tools of which servers the registry has, and how models see them. Immutable and thread-safe; the methods
 * return copies.
 *
 * <pre>{@code
 * McpToolExposure.all().server("files", McpServerTools.all().withInclude("read_*").withExclude("read_secrets"))
 * }</pre>
 */
public final class McpToolExposure {

    private static final Logger logger = LoggerFactory.getLogger(McpToolExposure.class);

    private static final McpToolExposure ALL =
            new McpToolExposure(Map.of(), List.of(), McpToolResultLimit.unlimited(), McpToolDisclosure.off(), null);

    private final Map<String, McpServerTools> servers;

    private final List<McpToolFilter> filters;

    private final McpToolResultLimit resultLimit;

    private final McpToolDisclosure disclosure;

    private final @Nullable McpToolRanking ranking;

    /** Classes of the filters whose failure was logged. */
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    private McpToolExposure(
            Map<String, McpServerTools> servers,
            List<McpToolFilter> filters,
            McpToolResultLimit resultLimit,
            McpToolDisclosure disclosure,
            @Nullable McpToolRanking ranking) {
        this.servers = servers;
        this.filters = filters;
        this.resultLimit = resultLimit;
        this.disclosure = disclosure;
        this.ranking = ranking;
    }

    /**
     * Returns the default: all tools of all servers.
     * @return the rules
     */
    public static McpToolExposure all() {
        return ALL;
    }

    /**
     * Sets the rules for the tools of one server.
     * @param server configured name of the server
     * @param tools its rules; servers without rules have {@link McpServerTools#all()}
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if an argument is {@code null}
     */
    public McpToolExposure server(String server, McpServerTools tools) {
        Map<String, McpServerTools> more = new HashMap<>(this.servers);
        more.put(
                RequiredArgument.of("", "server", "server", server), RequiredArgument.of("", "server", "tools", tools));
        return new McpToolExposure(Map.copyOf(more), this.filters, this.resultLimit, this.disclosure, this.ranking);
    }

    /**
     * Limits the size of results that models read, see {@link McpToolRegistry#resultLimit()}.
     * @param limit the limit; unlimited by default
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the limit is {@code null}
     */
    public McpToolExposure resultLimit(McpToolResultLimit limit) {
        return new McpToolExposure(
                this.servers,
                this.filters,
                RequiredArgument.of("", "resultLimit", "limit", limit),
                this.disclosure,
                this.ranking);
    }

    /**
     * Limits the number of tools that a model is offered at once, see {@link McpToolRegistry#offer}.
     * @param disclosure the numbers; all tools are offered by default
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the disclosure is {@code null}
     */
    public McpToolExposure disclosure(McpToolDisclosure disclosure) {
        return new McpToolExposure(
                this.servers,
                this.filters,
                this.resultLimit,
                RequiredArgument.of("", "disclosure", "disclosure", disclosure),
                this.ranking);
    }

    /**
     * Sets the ranking of {@link McpToolRegistry#search}.
     * @param ranking ranks tools for one registry; {@link McpToolRanking#lucene()} by default
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the ranking is {@code null}
     */
    public McpToolExposure ranking(McpToolRanking ranking) {
        return new McpToolExposure(
                this.servers,
                this.filters,
                this.resultLimit,
                this.disclosure,
                RequiredArgument.of("", "ranking", "ranking", ranking));
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
        return new McpToolExposure(this.servers, List.copyOf(more), this.resultLimit, this.disclosure, this.ranking);
    }

    /** Returns the rules for a server. */
    McpServerTools server(String name) {
        return this.servers.getOrDefault(name, McpServerTools.all());
    }

    McpToolResultLimit resultLimit() {
        return this.resultLimit;
    }

    McpToolDisclosure disclosure() {
        return this.disclosure;
    }

    /** Returns the ranking, or {@code null} for the default one. */
    @Nullable
    McpToolRanking ranking() {
        return this.ranking;
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
