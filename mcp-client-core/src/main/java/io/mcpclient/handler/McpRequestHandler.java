package io.mcpclient.handler;

import java.util.Map;

/**
 * Answers requests of the server whose method this library does not know.
 *
 * <p>Called on a thread of its own, may block, and is interrupted when the server takes its request back. Must be
 * thread-safe: a server may ask several things at once. An exception is answered with a neutral error, its text stays
 * here; throw {@link McpRequestRefusedException} to say more.
 *
 * @see ReactiveMcpRequestHandler
 */
@FunctionalInterface
public interface McpRequestHandler {

    /**
     * Answers one request.
     * @param params its parameters as plain JSON, empty if there are none; untrusted
     * @param context who asks, and ways to report
     * @return the result: anything that becomes a JSON object
     * @throws Exception if there is none
     */
    Object handle(Map<String, Object> params, McpRequestContext context) throws Exception;
}
