package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.internal.operation.RequiredArgument;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.schema.Tool;

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

    private static final McpToolExposure ALL = new McpToolExposure(
            Map.of(), List.of(), McpModelSettings.defaults(), McpToolDisclosure.off(), null, () -> true);

    private final Map<String, McpServerTools> servers;

    private final List<McpToolFilter> filters;

    private final McpModelSettings models;

    private final McpToolDisclosure disclosure;

    private final @Nullable McpToolRanking ranking;

    private final BooleanSupplier serving;

    /** Classes of the filters whose failure was logged. */
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    private McpToolExposure(
            Map<String, McpServerTools> servers,
            List<McpToolFilter> filters,
            McpModelSettings models,
            McpToolDisclosure disclosure,
            @Nullable McpToolRanking ranking,
            BooleanSupplier serving) {
        this.servers = servers;
        this.filters = filters;
        this.models = models;
        this.disclosure = disclosure;
        this.ranking = ranking;
        this.serving = serving;
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
        return new McpToolExposure(
                Map.copyOf(more), this.filters, this.models, this.disclosure, this.ranking, this.serving);
    }

    /**
     * Sets what models are given of tools.
     * @param settings the settings; {@link McpModelSettings#defaults()} by default
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the settings are {@code null}
     */
    public McpToolExposure models(McpModelSettings settings) {
        return new McpToolExposure(
                this.servers,
                this.filters,
                RequiredArgument.of("", "models", "settings", settings),
                this.disclosure,
                this.ranking,
                this.serving);
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
                this.models,
                RequiredArgument.of("", "disclosure", "disclosure", disclosure),
                this.ranking,
                this.serving);
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
                this.models,
                this.disclosure,
                RequiredArgument.of("", "ranking", "ranking", ranking),
                this.serving);
    }

    /**
     * Sets when prompts are served. Before, {@link McpToolRegistry#offer} returns what is known, and neither connects nor waits: it
     * may be called while an application is still being built.
     * @param serving returns whether prompts are served; {@code true} by default
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if it is {@code null}
     */
    public McpToolExposure serving(BooleanSupplier serving) {
        return new McpToolExposure(
                this.servers,
                this.filters,
                this.models,
                this.disclosure,
                this.ranking,
                RequiredArgument.of("", "serving", "serving", serving));
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
        return new McpToolExposure(
                this.servers, List.copyOf(more), this.models, this.disclosure, this.ranking, this.serving);
    }

    /** Returns the rules for a server. */
    McpServerTools server(String name) {
        return this.servers.getOrDefault(name, McpServerTools.all());
    }

    McpModelSettings models() {
        return this.models;
    }

    /** Returns what a model reads of the results of a tool: the rules of the tool, of its server, and of all servers. */
    McpResultRules results(McpRegisteredTool tool) {
        return tool.override().results().orElse(server(tool.server()).results()).orElse(this.models.results());
    }

    /** Returns what a model reads of resources of a server. */
    McpResultRules results(String server) {
        return server(server).results().orElse(this.models.results());
    }

    /** Returns whether results that are too long are retained for any tool. */
    boolean retainsResults() {
        return isRetaining(this.models.results())
                || this.servers.values().stream()
                        .anyMatch(server -> isRetaining(server.results())
                                || server.overrides().values().stream()
                                        .anyMatch(override -> isRetaining(override.results())));
    }

    private static boolean isRetaining(McpResultRules rules) {
        return rules.overflow() == McpResultRules.Overflow.KEEP;
    }

    /** Returns whether a model may use a tool of this library for a server, under the rules for tools of that server. */
    boolean permits(Tool tool, String server, McpToolSelection selection) {
        return server(server).has(tool.name())
                && accepts(new McpRegisteredTool(tool.name(), server, tool, true), selection);
    }

    McpToolDisclosure disclosure() {
        return this.disclosure;
    }

    /** Returns the ranking, or {@code null} for the default one. */
    @Nullable
    McpToolRanking ranking() {
        return this.ranking;
    }

    boolean isServing() {
        return this.serving.getAsBoolean();
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
