package io.mcpclient.registry;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.ReadResourceResult;

/**
 * The resources and resource templates of all servers in one view, by server and URI. It follows the clients: resources
 * appear when a server connects and stay listed, as unavailable, while it is away. Servers that do not offer resources are
 * not asked. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/resources (RES-01, RES-08)"
 */
public interface McpResourceRegistry extends AutoCloseable {

    /**
     * Creates a registry over clients, those that are added later included.
     * @param clients the clients; closing the registry does not close them
     * @return the registry
     */
    static McpResourceRegistry of(McpClients clients) {
        return new DefaultMcpResourceRegistry(clients);
    }

    /**
     * Returns the view of this moment. Costs no request.
     * @return the view, never {@code null}
     */
    McpResourceSnapshot snapshot();

    /**
     * Reads a resource, and waits. It need not be listed: links in results and expanded templates lead to others (TOOL-21).
     * @param server configured name of the server
     * @param uri URI of the resource
     * @return its contents
     * @throws io.mcpclient.error.McpRejectedException if there is no such server, or it is away
     */
    default ReadResourceResult read(String server, String uri) {
        return read(server, uri, McpCallOptions.defaults());
    }

    /**
     * Reads a resource, and waits. See {@link #read(String, String)}.
     * @param server configured name of the server
     * @param uri URI of the resource
     * @param options wishes for this call
     * @return its contents
     */
    ReadResourceResult read(String server, String uri, McpCallOptions options);

    /**
     * Reads a resource. See {@link #read(String, String)}.
     * @param server configured name of the server
     * @param uri URI of the resource
     * @param options wishes for this call
     * @return its contents, or an error
     */
    Mono<ReadResourceResult> readReactive(String server, String uri, McpCallOptions options);

    /** Asks all connected servers for their resources again, in the background, each at most once a second. */
    void refresh();

    /**
     * Asks one server for its resources again, in the background, if it is connected.
     * @param server name of the server; nothing happens if there is none of that name
     */
    void refresh(String server);

    /**
     * Adds a listener for changes of the view.
     * @param listener called on threads of the library, must not block
     */
    void addListener(McpResourceListener listener);

    /**
     * Takes a listener away.
     * @param listener the one that was added
     */
    void removeListener(McpResourceListener listener);

    /** Stops following the clients. The last view remains readable. May be called twice. */
    @Override
    void close();
}
