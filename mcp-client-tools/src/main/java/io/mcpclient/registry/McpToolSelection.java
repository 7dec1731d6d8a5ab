package io.mcpclient.registry;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.RequiredArgument;

/**
 * Selects the tools of a registry that a model is offered, see {@link McpToolRegistry#select}. Immutable; each method
 * returns a copy. Thread-safe if its filters are.
 */
public final class McpToolSelection {

    private static final String OPERATION = "selection";

    private static final McpToolSelection ALL = new McpToolSelection(null, null, null, null, null, false);

    private final @Nullable Set<String> servers;

    private final @Nullable Predicate<McpRegisteredTool> filter;

    private final @Nullable McpPrincipal principal;

    private final @Nullable String query;

    private final @Nullable McpResourceRegistry resources;

    private final boolean unavailable;

    private McpToolSelection(
            @Nullable Set<String> servers,
            @Nullable Predicate<McpRegisteredTool> filter,
            @Nullable McpPrincipal principal,
            @Nullable String query,
            @Nullable McpResourceRegistry resources,
            boolean unavailable) {
        this.servers = servers;
        this.filter = filter;
        this.principal = principal;
        this.query = query;
        this.resources = resources;
        this.unavailable = unavailable;
    }

    /**
     * Returns the selection of all tools of all servers.
     * @return the selection, without a principal and without a query
     */
    public static McpToolSelection all() {
        return ALL;
    }

    /**
     * Restricts the selection to tools of some servers. Replaces an earlier restriction.
     * @param names configured names of the servers; an unknown name selects nothing, no name selects no tool at all
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the names or one of them are {@code null}
     */
    public McpToolSelection forServers(String... names) {
        return forServers(Arrays.asList(required("names", names)));
    }

    /**
     * Restricts the selection to tools of some servers. Replaces an earlier restriction.
     * @param names configured names of the servers; an unknown name selects nothing, no name selects no tool at all
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the names or one of them are {@code null}
     */
    public McpToolSelection forServers(Collection<String> names) {
        required("names", names).forEach(name -> required("name", name));
        Set<String> copy = Set.copyOf(names);
        return new McpToolSelection(copy, this.filter, this.principal, this.query, this.resources, this.unavailable);
    }

    /**
     * Restricts the selection further: to servers that were selected so far and are among these.
     * @param names configured names of the servers; an unknown name has no effect
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the names or one of them are {@code null}
     */
    public McpToolSelection onlyServers(String... names) {
        List<String> wanted = Arrays.asList(required("names", names));
        return forServers(wanted.stream()
                .filter(name -> hasServer(required("name", name)))
                .toList());
    }

    /**
     * Adds a filter: a tool is selected if all filters accept it. A filter chooses what a model is offered, and what it can call; it
     * does not restrict calls of code.
     * @param filter returns whether to select a tool; called on the thread of {@link McpToolRegistry#select}, which throws
     *     what the filter throws
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the filter is {@code null}
     */
    public McpToolSelection filter(Predicate<McpRegisteredTool> filter) {
        Predicate<McpRegisteredTool> added = required("filter", filter);
        return new McpToolSelection(
                this.servers,
                (this.filter != null) ? this.filter.and(added) : added,
                this.principal,
                this.query,
                this.resources,
                this.unavailable);
    }

    /**
     * Sets the principal on behalf of whom the model calls tools. Filters of the registry see it.
     * @param principal the principal
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the principal is {@code null}
     */
    public McpToolSelection principal(McpPrincipal principal) {
        return new McpToolSelection(
                this.servers,
                this.filter,
                required("principal", principal),
                this.query,
                this.resources,
                this.unavailable);
    }

    /**
     * Sets what the user wants, such as their last message. Filters of the registry see it.
     * @param text text of the user
     * @return the copy
     * @throws io.mcpclient.error.McpRejectedException if the text is {@code null}
     */
    public McpToolSelection query(String text) {
        return new McpToolSelection(
                this.servers, this.filter, this.principal, required("text", text), this.resources, this.unavailable);
    }

    /**
     * Adds two tools with which a model lists and reads resources of the selected servers: {@code list_resources} and
     * {@code read_resource}.
     * @param registry the resources; {@code null} for no such tools, the default
     * @return the copy
     */
    public McpToolSelection resources(@Nullable McpResourceRegistry registry) {
        return new McpToolSelection(this.servers, this.filter, this.principal, this.query, registry, this.unavailable);
    }

    /**
     * Sets whether the tools of all servers that are not connected are offered, as last known. By default, those of servers are
     * offered that were connected recently, see {@link io.mcpclient.model.McpModelSettings#keepUnavailable()}.
     * @param offered {@code false} by default
     * @return the copy
     */
    public McpToolSelection unavailable(boolean offered) {
        return new McpToolSelection(this.servers, this.filter, this.principal, this.query, this.resources, offered);
    }

    /**
     * Returns the principal on behalf of whom the model calls tools.
     * @return the principal, or {@code null} if none was set
     */
    public @Nullable McpPrincipal principal() {
        return this.principal;
    }

    /**
     * Returns what the user wants.
     * @return the text, or {@code null} if none was set
     */
    public @Nullable String query() {
        return this.query;
    }

    /** Returns the servers to which the selection is restricted, or {@code null} for all. */
    @Nullable
    Set<String> servers() {
        return this.servers;
    }

    @Nullable
    McpResourceRegistry resources() {
        return this.resources;
    }

    boolean hasUnavailable() {
        return this.unavailable;
    }

    /** Returns whether it selects the same tools of one view each time. */
    boolean isConstant() {
        return this.filter == null;
    }

    /** Returns whether tools of a server can be selected. */
    boolean hasServer(String server) {
        return this.servers == null || this.servers.contains(server);
    }

    /** Returns whether a tool is selected. */
    boolean includes(McpRegisteredTool tool) {
        return hasServer(tool.server()) && (this.filter == null || this.filter.test(tool));
    }

    private static <T> T required(String name, @Nullable T argument) {
        return RequiredArgument.of("", OPERATION, name, argument);
    }
}
