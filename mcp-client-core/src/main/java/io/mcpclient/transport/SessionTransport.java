package io.mcpclient.transport;

import java.util.Map;

import reactor.core.publisher.Mono;

/** A transport that can end the connection of a session, and be opened again for the next one. */
public interface SessionTransport extends McpTransport {

    /**
     * Ends the connection that {@link #open} started: tells the server to end its session, if the transport has a way to do so,
     * and closes the channel of transports that have one. A server that refuses is no error.
     * @param headers headers that identify the session, empty if there is none
     * @return completes when the server has responded, whatever the response
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">MCP: Transports</a>
     */
    Mono<Void> endSession(Map<String, String> headers);
}
