package io.mcpclient.discovery;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;

import io.mcpclient.call.Blocking;
import io.mcpclient.error.McpException;
import io.mcpclient.time.TimeSource;

/**
 * Reads MCP registries. A lookup downloads and starts nothing: a {@link McpServerPlanner} says what an entry would run or contact.
 * Blocking, with limits; thread-safe. Responses are stored as long as their headers permit, five minutes without such headers, a day at
 * most; while a registry is not available, expired ones are used and marked as stale.
 *
 * <pre>{@code
 * McpRegistryClient registry = McpRegistryClient.create(
 *         McpRegistrySettings.of(McpRegistrySource.of("corp", URI.create("https://mcp.corp.example"))));
 * McpRegistryEntry entry = registry.get("com.example/orders", "1.4.0");
 * }</pre>
 *
 * @see "The MCP Registry, API v0.1"
 */
public final class McpRegistryClient {

    private final ReactiveMcpRegistryClient reactive;

    private final Blocking blocking = new Blocking("", Context::empty);

    private McpRegistryClient(ReactiveMcpRegistryClient reactive) {
        this.reactive = reactive;
    }

    /**
     * Creates a client.
     * @param settings registries and limits
     * @return the client, with an empty cache
     */
    public static McpRegistryClient create(McpRegistrySettings settings) {
        return of(new ReactiveMcpRegistryClient(settings, TimeSource.system()));
    }

    /**
     * Returns the blocking form of a reactive client, with the same cache.
     * @param reactive the reactive one
     * @return the client
     */
    public static McpRegistryClient of(ReactiveMcpRegistryClient reactive) {
        return new McpRegistryClient(reactive);
    }

    /**
     * Returns the reactive form.
     * @return the same client, with the same cache
     */
    public ReactiveMcpRegistryClient reactive() {
        return this.reactive;
    }

    /**
     * Returns a client for one registry, with the same cache.
     * @param name configured name of the registry
     * @return the client
     * @throws McpException if there is no such registry
     */
    public McpRegistryClient registry(String name) {
        return new McpRegistryClient(this.reactive.registry(name));
    }

    /**
     * Lists servers of all registries in order.
     * @param query which servers, and how many at most
     * @return their entries
     * @throws McpException if a registry cannot be read
     */
    public List<McpRegistryEntry> search(McpRegistryQuery query) {
        return this.blocking.await(
                RegistryApi.OPERATION, this.reactive.search(query).collectList(), this.reactive.limit(query.limit()));
    }

    /**
     * Reads one page of a listing of the first registry.
     * @param query which servers; its limit is the size of the page, at most 100
     * @param cursor {@code nextCursor} of the previous page, {@code null} for the first one
     * @return the page
     * @throws McpException if the registry cannot be read
     */
    public McpRegistryPage page(McpRegistryQuery query, @Nullable String cursor) {
        return this.blocking.await(RegistryApi.OPERATION, this.reactive.page(query, cursor), this.reactive.limit(1));
    }

    /**
     * Lists the versions of a server, see {@link ReactiveMcpRegistryClient#versions}.
     * @param name name of the server
     * @return its versions, the newest first
     * @throws McpException if the server is unknown, or known to several registries
     */
    public List<McpRegistryEntry> versions(String name) {
        return this.blocking.await(
                RegistryApi.OPERATION, this.reactive.versions(name).collectList(), this.reactive.limit(10));
    }

    /**
     * Looks up a version of a server, see {@link ReactiveMcpRegistryClient#get}.
     * @param name name of the server
     * @param version exact version, or {@code latest}
     * @return the entry
     * @throws McpException if it is unknown, deleted, or known to several registries
     */
    public McpRegistryEntry get(String name, String version) {
        return this.blocking.await(RegistryApi.OPERATION, this.reactive.get(name, version), this.reactive.limit(1));
    }

    /**
     * Looks for a later version of a server in the registry of an entry.
     * @param entry the version in use
     * @return the latest version, or nothing if it is not later
     * @throws McpException if the registry cannot be read
     */
    public Optional<McpRegistryEntry> newer(McpRegistryEntry entry) {
        return this.blocking.await(
                RegistryApi.OPERATION,
                this.reactive.newer(entry).map(Optional::of).defaultIfEmpty(Optional.empty()),
                this.reactive.limit(1));
    }
}
