package io.mcpclient.transport;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * Exchanges messages between this client and one server. A transport handles JSON-RPC and its wire format, and nothing specific
 * to MCP: sessions, revisions and retries are handled above it. Implementations are thread-safe; all operations may overlap.
 *
 * <p>All publishers fail with an {@link io.mcpclient.error.McpException}, or with an {@link HttpStatusException} for an HTTP
 * response whose meaning depends on the era.
 *
 * <p>An implementation documents how its connection is established, how messages are framed, and how a request is cancelled.
 * What only some transports can do is in interfaces of its own, see {@link #find}. {@link DelegatingTransport} is the base class
 * of decorators.
 */
public interface McpTransport {

    /**
     * Starts a new connection, and sets the listener for messages that belong to no request. Called before the first
     * {@link #exchange} and again before each later attempt to connect; the last listener is used. A transport with a single
     * channel (a process, a stream) opens a new one here, and closes the previous one if it is still open.
     * @param listener receives messages and the end of the connection
     * @return completes when the transport is ready for exchanges; immediately on request-scoped transports
     */
    Mono<Void> open(TransportListener listener);

    /**
     * Sends a request and emits the messages that belong to it: notifications and requests of the server, and finally the
     * response. It completes after the response, or without one if the server ended the exchange normally; it fails if the
     * exchange broke. Messages that are not the response may be of any kind, including responses to other ids.
     *
     * <p>Nothing is sent before subscription. Cancelling abandons the exchange on the wire.
     * @param request the request
     * @return the messages in the order in which they arrived
     */
    Flux<ReceivedMessage> exchange(ExchangeRequest request);

    /**
     * Sends a notification, or a response to a request of the server.
     * @param message a notification, result or error
     * @param headers see {@link ExchangeRequest#headers()}
     * @return completes when the server has accepted it
     */
    Mono<Void> send(JsonRpcMessage message, Map<String, String> headers);

    /**
     * Releases connections, threads and processes. May be called more than once.
     * @return completes when all of them are released
     */
    Mono<Void> close();

    /**
     * Returns the optional operations of one kind: {@link RequestScopedTransport}, {@link SessionTransport},
     * {@link AuthorizedTransport} or {@link StartingTransport}. A decorator returns those of the transport that it decorates.
     * @param feature interface with the operations
     * @param <T> type of the interface
     * @return the operations, usually this transport; {@code null} if it has none of that kind at the moment
     */
    default <T extends McpTransport> @Nullable T find(Class<T> feature) {
        return feature.isInstance(this) ? feature.cast(this) : null;
    }
}
