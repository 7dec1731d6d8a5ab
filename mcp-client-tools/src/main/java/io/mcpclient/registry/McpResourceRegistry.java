package io.mcpclient.registry;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.schema.ReadResourceResult;

/**
 * The resources and resource templates of all servers in one view, by server and URI. It tracks the clients: resources
 * appear when a server connects and remain listed as unavailable while it is disconnected. Servers without the resources
 * capability are not queried. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/resources">MCP: Resources</a>
 */
public interface McpResourceRegistry extends AutoCloseable {

    /**
     * Creates a registry for clients, including clients added later.
     * @param clients the clients; closing the registry does not close them
     * @return the registry
     */
    static McpResourceRegistry of(McpClients clients) {
        return new DefaultMcpResourceRegistry(RequiredArgument.of("", "of", "clients", clients));
    }

    /**
     * Returns the current view without sending a request.
     * @return the view, never {@code null}
     */
    McpResourceSnapshot snapshot();

    /**
     * Reads a resource and waits. The resource may be unlisted: links in results and expanded templates refer to others.
     * @param server configured name of the server
     * @param uri URI of the resource
     * @return its contents
     * @throws io.mcpclient.error.McpRejectedException if there is no such server, or it is unavailable
     */
    default ReadResourceResult read(String server, String uri) {
        return read(server, uri, McpCallOptions.defaults());
    }

    /**
     * Reads a resource and waits. See {@link #read(String, String)}.
     * @param server configured name of the server
     * @param uri URI of the resource
     * @param options options for this call
     * @return its contents
     */
    ReadResourceResult read(String server, String uri, McpCallOptions options);

    /**
     * Reads a resource. See {@link #read(String, String)}.
     * @param server configured name of the server
     * @param uri URI of the resource
     * @param options options for this call
     * @return its contents, or an error
     */
    Mono<ReadResourceResult> readReactive(String server, String uri, McpCallOptions options);

    /** Lists the resources of all connected servers again in the background, each at most once a second. */
    void refresh();

    /**
     * Lists the resources of one server again in the background if it is connected.
     * @param server name of the server; an unknown name is ignored
     */
    void refresh(String server);

    /**
     * Adds a listener for changes of the view.
     * @param listener called on threads of the library, must not block
     */
    void addListener(McpResourceListener listener);

    /**
     * Removes a listener.
     * @param listener the listener to remove
     */
    void removeListener(McpResourceListener listener);

    /** Stops tracking the clients. The last view remains readable. Idempotent. */
    @Override
    void close();
}
