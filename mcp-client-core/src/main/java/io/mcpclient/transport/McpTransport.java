package io.mcpclient.transport;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
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
 * <p>An implementation documents how its connection is set up, how messages are framed on it, and how a request is
 * cancelled (STD-21). No operation has a default, so that a transport that wraps another one cannot miss any of them;
 * {@link DelegatingTransport} is the base class for those.
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
     * Sends a request and yields the messages that belong to it: notifications and requests of the server, and finally the
     * response. It completes after the response, or without one if the server ended the exchange in good order; it fails if
     * the exchange broke. Messages that are not the response may be of any kind, including responses to other ids.
     *
     * <p>Nothing is sent before it is subscribed to. Cancelling it abandons the exchange on the wire.
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
     * Tells whether every exchange has a channel of its own, as over HTTP: closing it cancels the request, all messages on
     * it belong to that request, and headers go with it. Otherwise all exchanges share one channel, and only the messages
     * tell to which request they belong.
     * @return {@code false} if all exchanges share one channel
     */
    boolean isRequestScoped();

    /**
     * Returns the protocol extensions that the transport itself uses, to be declared to the server.
     * @return identifiers, empty for most transports
     * @see "CC-06"
     */
    Set<String> extensions();

    /**
     * Tells whether requests wait for credentials that are being obtained after the server has refused the ones before.
     * @return whether there is such a request at this moment; {@code false} for transports without credentials
     */
    boolean isWaitingForCredentials();

    /**
     * Returns what the present credentials of requests were granted by: results that were received under one grant are not
     * given out under another.
     * @return the same object as long as the grant is the same, no matter how often its tokens are refreshed; {@code null} for
     *     transports without credentials, and where the credentials are configured
     * @see "CACHE-02, CACHE-12"
     */
    @Nullable
    Object grant();

    /**
     * Tells what is known of a server that this transport has started, and that has not sent a message yet.
     * @return text for a message, printable and without secrets; {@code null} if the server has sent a message, has ended, or
     *     is not started by this transport
     */
    @Nullable
    String startup();

    /**
     * Opens a stream on which the server can send messages that belong to no request, where the transport needs one beside
     * the exchanges. Its messages go to the listener of {@link #open}. Transports with one channel need none: the
     * publisher that they return never completes.
     * @param request headers, and the listener for activity
     * @return never completes while the stream is open, completes when the server has ended it in good order, fails if the
     *     server refuses it or it broke for good; cancelling it closes the stream
     * @see "MCP 2025-11-25, basic/transports, Listening for Messages from the Server (HTL-11 to HTL-14)"
     */
    Mono<Void> listen(ListenRequest request);

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
