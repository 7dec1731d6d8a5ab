package io.mcpclient.transport;

import reactor.core.publisher.Mono;

/**
 * A transport whose exchanges each have a channel of their own, as over HTTP: closing the channel cancels the request, all messages
 * on it belong to that request, and each exchange has its own headers. Messages of the server that belong to no request therefore
 * need a stream besides the exchanges. On any other transport all exchanges share one channel, and only the content of a message
 * identifies its request.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">MCP: Transports</a>
 */
public interface RequestScopedTransport extends McpTransport {

    /**
     * Opens a stream for messages of the server that belong to no request. Its messages go to the listener of {@link #open}.
     * @param request headers, and the activity listener
     * @return never completes while the stream is open, completes when the server has ended it normally, fails if the server
     *     rejects it or it broke permanently; cancelling closes the stream
     */
    Mono<Void> listen(ListenRequest request);
}
