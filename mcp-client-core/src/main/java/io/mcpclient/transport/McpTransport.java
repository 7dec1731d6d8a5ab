package io.mcpclient.transport;

import java.util.Map;
import java.util.Set;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * Moves messages between this client and one server. It knows JSON-RPC and its wire, nothing of MCP: sessions,
 * revisions and retries are decided above it. Implementations are thread-safe; all operations may overlap.
 *
 * <p>Errors of all publishers are {@link io.mcpclient.error.McpException}s, or an {@link HttpStatusException} for an
 * HTTP answer whose meaning depends on the era.
 *
 * <p>Whoever writes one documents how its connection is set up, how messages are told apart on it, and how a request is
 * cancelled (STD-21).
 */
public interface McpTransport {

    /**
     * Begins afresh, and hands over the listener for what belongs to no request. Called before the first
     * {@link #exchange} and again before each later attempt to connect; the last listener counts. A transport with one
     * channel (a process, a stream) opens a new one here, and ends the one before if it is still there.
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
     * The same for an exchange that stays open for long, and may fall silent.
     * @param request the request
     * @param signs learns of whatever comes, also of what is no message; transports that can not tell say less
     * @return the messages in the order in which they arrived
     */
    default Flux<ReceivedMessage> exchange(ExchangeRequest request, SignsOfLife signs) {
        return exchange(request).doOnNext(message -> signs.onSign(false));
    }

    /**
     * Sends a notification, or an answer to a request of the server.
     * @param message a notification, result or error
     * @param headers see {@link ExchangeRequest#headers()}
     * @return completes when the server has accepted it
     */
    Mono<Void> send(JsonRpcMessage message, Map<String, String> headers);

    /**
     * Tells whether every exchange has a way of its own, as over HTTP: closing it then is what cancels the request, all
     * messages on it belong to that request, and headers go with it. Otherwise all share one channel, and only messages can
     * say to what they belong.
     * @return whether exchanges do not share a channel
     */
    default boolean isRequestScoped() {
        return false;
    }

    /**
     * Returns the extensions of the protocol that the transport itself makes use of, to be declared to the server.
     * @return identifiers, empty for most
     * @see "CC-06"
     */
    default Set<String> extensions() {
        return Set.of();
    }

    /**
     * Tells whether requests wait because the server has refused them for want of credentials, which are being obtained.
     * @return whether there is such a request at this moment
     */
    default boolean isWaitingForCredentials() {
        return false;
    }

    /**
     * Keeps a way open on which the server can speak of its own accord, where the transport needs one beside the
     * exchanges. What comes on it goes to the listener of {@link #open}. Transports with one channel have it anyway.
     * @param headers see {@link ExchangeRequest#headers()}
     * @return never completes as long as it is open, completes when the server has ended it in good order, fails if the
     *     server refuses it or it broke for good; cancelling it closes it
     * @see "MCP 2025-11-25, basic/transports, Listening for Messages from the Server (HTL-11 to HTL-14)"
     */
    default Mono<Void> listen(Map<String, String> headers) {
        return Mono.never();
    }

    /**
     * The same for whoever wants to know whether the way is still there.
     * @param headers see {@link ExchangeRequest#headers()}
     * @param signs learns of whatever comes, also of what is no message; transports that can not tell say nothing
     * @return as above
     */
    default Mono<Void> listen(Map<String, String> headers, SignsOfLife signs) {
        return listen(headers);
    }

    /**
     * Ends what {@link #open} began: tells the server that its session is not needed any more where there is a way to
     * say so, and closes the channel of transports that have one. A server that does not want to know is no error.
     * @param headers headers that name the session, empty if there is none
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
