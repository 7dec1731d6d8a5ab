package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.call.RequiredArgument;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.support.Loggers;

/**
 * Rules for which tools of which servers the registry has, and how models see them. Immutable and thread-safe; the methods
 * return copies.
 *
 * <pre>{@code
 * McpToolExposure.all().server("files", McpServerTools.all().withInclude("read_*").withExclude("read_secrets"))
 * }</pre>
 */
public final class McpToolExposure {

    private static final Logger logger = Loggers.TOOLS;

    private static final McpToolExposure ALL = new McpToolExposure(
            new Servers(Map.of(), server -> McpServerTools.all()),
            List.of(),
            McpModelSettings.defaults(),
            McpToolDisclosure.off(),
            null,
            () -> true,
            List.of());

    private final Servers servers;

    private final List<McpToolFilter> filters;

    private final McpModelSettings models;

    private final McpToolDisclosure disclosure;

    private final @Nullable McpToolRanking ranking;

    private final BooleanSupplier serving;

    private final List<McpModelFunction> functions;

    /** Classes of the filters whose failure was logged. */
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    /**
     * Rules of servers.
     *
     * @param known rules by name
     * @param others returns the rules of all others
     */
    private record Servers(Map<String, McpServerTools> known, Function<String, McpServerTools> others) {

        McpServerTools of(String server) {
            McpServerTools rules = this.known.get(server);
            return (rules != null) ? rules : this.others.apply(server);
        }
    }

    private McpToolExposure(
            Servers servers,
            List<McpToolFilter> filters,
            McpModelSettings models,
            McpToolDisclosure disclosure,
            @Nullable McpToolRanking ranking,
            BooleanSupplier serving,
            List<McpModelFunction> functions) {
        this.servers = servers;
        this.filters = filters;
        this.models = models;
        this.disclosure = disclosure;
        this.ranking = ranking;
        this.serving = serving;
        this.functions = functions;
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
     * @param tools its rules; other servers have those of {@link #servers}
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if an argument is {@code null}
     */
    public McpToolExposure server(String server, McpServerTools tools) {
        Map<String, McpServerTools> more = new HashMap<>(this.servers.known());
        more.put(
                RequiredArgument.of("", "server", "server", server), RequiredArgument.of("", "server", "tools", tools));
        return servers(new Servers(Map.copyOf(more), this.servers.others()));
    }

    /**
     * Sets the rules for the tools of servers that {@link #server} does not name, such as servers that are added later.
     *
     * <pre>{@code
     * McpToolExposure.all().servers(name -> McpServerTools.all().withExclude("delete_*"))
     * }</pre>
     *
     * @param rules returns the rules of a server by its configured name, never {@code null}. Called when its client is added to
     *     the clients of the registry, and when it is replaced; must be thread-safe, and not block or throw. By default, servers
     *     have {@link McpServerTools#all()}
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if it is {@code null}
     */
    public McpToolExposure servers(Function<String, McpServerTools> rules) {
        return servers(new Servers(this.servers.known(), RequiredArgument.of("", "servers", "rules", rules)));
    }

    private McpToolExposure servers(Servers servers) {
        return new McpToolExposure(
                servers, this.filters, this.models, this.disclosure, this.ranking, this.serving, this.functions);
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
                this.serving,
                this.functions);
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
                this.serving,
                this.functions);
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
                this.serving,
                this.functions);
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
                RequiredArgument.of("", "serving", "serving", serving),
                this.functions);
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
                this.servers,
                List.copyOf(more),
                this.models,
                this.disclosure,
                this.ranking,
                this.serving,
                this.functions);
    }

    /**
     * Adds a function that models are offered beside the tools of servers, unless they are offered the tools of some servers only.
     * @param function the function, with a name that no other one has
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if it is {@code null}
     */
    public McpToolExposure function(McpModelFunction function) {
        List<McpModelFunction> more = new ArrayList<>(this.functions);
        more.add(RequiredArgument.of("", "function", "function", function));
        return new McpToolExposure(
                this.servers,
                this.filters,
                this.models,
                this.disclosure,
                this.ranking,
                this.serving,
                List.copyOf(more));
    }

    List<McpModelFunction> functions() {
        return this.functions;
    }

    Set<String> functionNames() {
        return this.functions.stream().map(McpModelFunction::name).collect(Collectors.toSet());
    }

    /** Returns the rules for a server. */
    McpServerTools server(String name) {
        return this.servers.of(name);
    }

    McpModelSettings models() {
        return this.models;
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
