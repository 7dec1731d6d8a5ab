package io.mcpclient.transport;

import java.util.Map;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * Moves messages between this client and one server. It knows JSON-RPC and its wire, nothing of MCP: sessions,
 * revisions and retries are decided above it. Implementations are thread-safe; all operations may overlap.
 *
 * <p>Errors of all publishers are {@link io.mcpclient.error.McpException}s, or an {@link HttpStatusException} for an
 * HTTP answer whose meaning depends on the era.
 */
public interface McpTransport {

    /**
     * Hands over the listener for what belongs to no request. Called before the first {@link #exchange}, again before
     * each later attempt to connect; the last listener counts.
     * @param listener receives messages and the end of the connection
     * @return completes when the transport is ready to exchange; on request-scoped transports at once
     */
    Mono<Void> open(TransportListener listener);

    /**
     * Sends a request and yields the messages that belong to it: notifications and requests of the server, and at last
     * the answer. It completes after the answer, or without one if the server ended the exchange in good order; it
     * fails if the exchange broke. Messages that are not the answer may be of any kind, answers for other ids included.
     *
     * <p>Nothing is sent before it is subscribed to. Cancelling it gives the exchange up on the wire.
     * @param request the request
     * @return the messages in the order in which they arrived
     */
    Flux<ReceivedMessage> exchange(ExchangeRequest request);

    /**
     * Sends a notification, or an answer to a request of the server.
     * @param message a notification, result or error
     * @param headers see {@link ExchangeRequest#headers()}
     * @return completes when the server has accepted it
     */
    Mono<Void> send(JsonRpcMessage message, Map<String, String> headers);

    /**
     * Tells the server that its session is not needed any more, where the transport has a way to say so. A server that
     * does not want to know is no error.
     * @param headers headers that name the session
     * @return completes when the server has answered, whatever it answered
     * @see "MCP 2025-11-25, basic/transports, Session Management (HTL-23)"
     */
    Mono<Void> endSession(Map<String, String> headers);

    /**
     * Releases connections, threads and processes. May be called twice.
     * @return completes when nothing is left
     */
    Mono<Void> close();
}
