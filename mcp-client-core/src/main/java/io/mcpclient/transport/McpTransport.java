package io.mcpclient.transport;

import java.util.Map;
import java.util.Set;

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
 * <p>An implementation documents how its connection is established, how messages are framed, and how a request is cancelled. No
 * operation has a default implementation, so that a decorator cannot miss one; {@link DelegatingTransport} is the base class of
 * decorators.
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
     * Returns whether every exchange has its own channel, as over HTTP: closing the channel cancels the request, all messages
     * on it belong to that request, and each exchange has its own headers. Otherwise all exchanges share one channel, and only
     * the content of a message identifies its request.
     * @return {@code false} if all exchanges share one channel
     */
    boolean isRequestScoped();

    /**
     * Returns the protocol extensions that the transport itself uses, which are declared to the server.
     * @return identifiers, empty for most transports
     */
    Set<String> extensions();

    /**
     * Returns whether any request waits for new credentials, after the server has rejected the previous ones.
     * @return whether there is such a request at the moment; {@code false} for transports without credentials
     */
    boolean isWaitingForCredentials();

    /**
     * Returns an object that identifies the grant of the current credentials: results received under one grant are not
     * returned under another.
     * @return the same object for the same grant, no matter how often its tokens are refreshed; {@code null} for transports
     *     without credentials, and with configured credentials
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
     */
    @Nullable
    Object grant();

    /**
     * Describes the state of a server that this transport has started and that has not sent a message yet.
     * @return text for a message, printable and without secrets; {@code null} if the server has sent a message, has ended, or
     *     was not started by this transport
     */
    @Nullable
    String startup();

    /**
     * Opens a stream for messages of the server that belong to no request, on transports that need one besides the exchanges.
     * Its messages go to the listener of {@link #open}. Transports with a single channel need none: the returned publisher
     * never completes.
     * @param request headers, and the activity listener
     * @return never completes while the stream is open, completes when the server has ended it normally, fails if the server
     *     rejects it or it broke permanently; cancelling closes the stream
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">MCP: Transports</a>
     */
    Mono<Void> listen(ListenRequest request);

    /**
     * Ends the connection that {@link #open} started: tells the server to end its session, if the transport has a way to do so,
     * and closes the channel of transports that have one. A server that refuses is no error.
     * @param headers headers that identify the session, empty if there is none
     * @return completes when the server has responded, whatever the response
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">MCP: Transports</a>
     */
    Mono<Void> endSession(Map<String, String> headers);

    /**
     * Releases connections, threads and processes. May be called more than once.
     * @return completes when all of them are released
     */
    Mono<Void> close();
}
