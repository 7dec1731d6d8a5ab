package io.mcpclient.handler;

import java.util.Map;

/**
 * Handler of server requests with a method that this library does not know.
 *
 * <p>Called on a dedicated thread, may block, and is interrupted when the server cancels its request. Must be thread-safe:
 * a server may send several requests concurrently. An exception is reported to the server as a generic error, without its
 * message; throw {@link McpRequestRefusedException} for a specific error.
 *
 * @see ReactiveMcpRequestHandler
 */
@FunctionalInterface
public interface McpRequestHandler {

    /**
     * Handles one request.
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     * @param context context of the request, with progress reporting
     * @return the result: any value that serializes to a JSON object
     * @throws Exception if the request fails
     */
    Object handle(Map<String, Object> params, McpRequestContext context) throws Exception;
}
