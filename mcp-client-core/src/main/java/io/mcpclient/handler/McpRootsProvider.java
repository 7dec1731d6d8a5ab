package io.mcpclient.handler;

import java.util.List;

import io.mcpclient.schema.Root;

/**
 * Provider of roots: the directories and files that a server may work on ({@code roots/list}). Return only {@code file}
 * URIs, and only those that the server is permitted to see: if any root is not a {@code file} URI, or has {@code ..} in its
 * path, none is sent, and the log names it. After a change, call {@link io.mcpclient.McpClient.Session#notifyRootsChanged}.
 *
 * <p>The provider is responsible for the user's consent to the roots, for their accessibility, and for detecting changes.
 * Roots are informational and confine nothing: restrict the server's access by other means.
 *
 * <p>Called on a dedicated thread, may block, and is interrupted when the server cancels its request. Must be thread-safe:
 * a server may send several requests concurrently. An exception is reported to the server as a generic error, without its
 * message; throw {@link McpRequestRefusedException} for a specific error.
 *
 * @see ReactiveMcpRootsProvider
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/roots">MCP: Roots</a>
 */
@FunctionalInterface
public interface McpRootsProvider {

    /**
     * Handles one request.
     * @param context context of the request, with progress reporting
     * @return the response
     * @throws Exception if the request fails
     */
    List<Root> roots(McpRequestContext context) throws Exception;
}
