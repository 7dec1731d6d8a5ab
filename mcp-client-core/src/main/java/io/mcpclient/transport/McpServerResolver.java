package io.mcpclient.transport;

import java.net.URI;
import java.util.List;

/**
 * Resolves the addresses of a server, for example with the help of a registry of services. Called when a client connects: at
 * first use and each time the connection is re-established, never for a single call. The addresses are tried in order until
 * one of them can be connected, within the connect timeout; an address that has just failed is tried last. The connection
 * remains at its address until it is lost.
 *
 * <p>A resolver is as trusted as the configuration: all addresses are those of one logical server and get the headers and
 * credentials that are configured for it. A session is used only at the address where it began, unless its scope is {@link
 * io.mcpclient.settings.McpSessionScope#SHARED}. OAuth tokens are requested for the configured URL.
 *
 * <p>Runs on a thread that may block, and is interrupted when the connect timeout has passed. Must be thread-safe.
 *
 * @see ReactiveMcpServerResolver
 * @see io.mcpclient.McpClientBuilder#resolver
 */
@FunctionalInterface
public interface McpServerResolver {

    /**
     * Resolves the addresses of a server.
     * @param serverName configured name of the server
     * @param url configured URL of the server: its identity, and its address if there is nothing to resolve
     * @return absolute URLs of the endpoint, {@code http} or {@code https}, without credentials, the preferred one first; at
     *     most the first 16 are tried. An empty list fails the attempt to connect
     * @throws Exception if the addresses cannot be resolved; fails the attempt to connect, and the next one asks again
     */
    List<URI> resolve(String serverName, URI url) throws Exception;
}
