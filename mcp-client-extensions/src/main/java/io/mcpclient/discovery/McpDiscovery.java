package io.mcpclient.discovery;

import java.net.URI;
import java.util.Optional;

import reactor.util.context.Context;

import io.mcpclient.call.Blocking;
import io.mcpclient.error.McpException;
import io.mcpclient.time.TimeSource;

/**
 * Finds MCP servers by the AI catalogs of a domain, and reads server cards. Nothing is connected to, and nothing that it returns is proof
 * of anything. Blocking, with limits; thread-safe. Documents are stored as long as their headers permit, an hour without such headers, a
 * day at most.
 *
 * <pre>{@code
 * McpDiscovery discovery = McpDiscovery.create();
 * for (McpServerCandidate server : discovery.discover("example.com").candidates()) {
 *     System.out.println(server.displayName() + " of " + server.publisherDomain());
 * }
 * }</pre>
 *
 * @see <a href="https://modelcontextprotocol.io/community/seps/2127-mcp-server-cards">SEP-2127: MCP Server Cards</a>
 */
public final class McpDiscovery {

    private final ReactiveMcpDiscovery reactive;

    private final Blocking blocking = new Blocking("", Context::empty);

    private McpDiscovery(ReactiveMcpDiscovery reactive) {
        this.reactive = reactive;
    }

    /**
     * Creates a discovery with default settings.
     * @return the discovery
     */
    public static McpDiscovery create() {
        return create(McpDiscoverySettings.defaults());
    }

    /**
     * Creates a discovery.
     * @param settings limits and addresses
     * @return the discovery, with an empty cache
     */
    public static McpDiscovery create(McpDiscoverySettings settings) {
        return of(new ReactiveMcpDiscovery(settings, TimeSource.system()));
    }

    /**
     * Returns the blocking form of a reactive discovery, with the same cache.
     * @param reactive the reactive one
     * @return the discovery
     */
    public static McpDiscovery of(ReactiveMcpDiscovery reactive) {
        return new McpDiscovery(reactive);
    }

    /**
     * Returns the reactive form.
     * @return the same discovery, with the same cache
     */
    public ReactiveMcpDiscovery reactive() {
        return this.reactive;
    }

    /**
     * Reads the catalogs of a domain, see {@link ReactiveMcpDiscovery#discover}.
     * @param domain host name with an optional port, or an origin
     * @return the servers
     * @throws McpException if the domain has no catalog, or none can be read
     */
    public McpDiscoveryResult discover(String domain) {
        return this.blocking.await(CatalogWalk.OPERATION, this.reactive.discover(domain), this.reactive.limit());
    }

    /**
     * Reads the card of a candidate.
     * @param candidate a server of a {@link McpDiscoveryResult}
     * @return the card
     * @throws McpException if it cannot be read
     */
    public McpCardDocument card(McpServerCandidate candidate) {
        return this.blocking.await("server card", this.reactive.card(candidate), this.reactive.limit());
    }

    /**
     * Reads a card.
     * @param url URL of the card
     * @return the card
     * @throws McpException if it cannot be read
     */
    public McpCardDocument card(URI url) {
        return this.blocking.await("server card", this.reactive.card(url), this.reactive.limit());
    }

    /**
     * Reads the card next to a server, see {@link ReactiveMcpDiscovery#cardOfServer}.
     * @param server URL of a server with the transport Streamable HTTP
     * @return the card, or nothing if the server has none there
     * @throws McpException if it cannot be read
     */
    public Optional<McpCardDocument> cardOfServer(URI server) {
        return this.blocking.await(
                "server card",
                this.reactive.cardOfServer(server).map(Optional::of).defaultIfEmpty(Optional.empty()),
                this.reactive.limit());
    }
}
