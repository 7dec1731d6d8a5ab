package io.mcpclient.extension;

import java.time.Duration;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.time.TimeSource;

/**
 * Access of an extension to its client. Calls take the same way as those of the application: interceptors, deadlines, retries and
 * observation apply. Thread-safe.
 */
public interface McpExtensionContext {

    /**
     * Returns the configured name of the server.
     * @return the name
     */
    String serverName();

    /**
     * Returns the settings of the client.
     * @return its limits and timeouts
     */
    McpClientSettings settings();

    /**
     * Returns the clocks and timers of the client.
     * @return the time
     */
    TimeSource time();

    /**
     * Sends a request. One whose method is {@linkplain McpExtensionMethod#safeToRepeat safe to repeat} counts as idempotent, unless
     * the options state otherwise. A method of the extension that the server does not offer is rejected before it is sent, with an
     * {@link io.mcpclient.error.McpRejectedException}.
     * @param method the protocol method
     * @param params plain JSON or a record of the vocabulary; {@code null} for none
     * @param resultType type of the result, such as {@link java.util.Map}
     * @param options options for the call
     * @param <T> type of the result
     * @return the result, or an {@link io.mcpclient.error.McpException}
     */
    <T> Mono<T> request(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options);

    /**
     * Does work that consists of several calls on behalf of one principal, which is determined once.
     * @param options options of the calls, which can name a principal
     * @param work the work, given the principal: possibly the application; {@code null} if the client has no
     *     {@link io.mcpclient.auth.McpPrincipalResolver}
     * @param <T> type of its result
     * @return the result, or an {@link io.mcpclient.error.McpException} if the principal could not be determined
     */
    <T> Mono<T> onBehalf(McpCallOptions options, Function<@Nullable McpPrincipal, Mono<T>> work);

    /**
     * Sets the listener for notifications of a method of the extension. They arrive whether or not the server has declared the extension.
     * Over HTTP, servers of the revision 2026-07-28 cannot send any: theirs are counted as
     * {@link io.mcpclient.transport.McpIgnoredMessages.Reason#NOT_NEGOTIATED} and do not arrive.
     * @param method the protocol method
     * @param listener receives them; replaces the previous one
     */
    void onNotification(String method, McpNotificationListener listener);

    /**
     * Sets the handler for requests of a method of the extension. They arrive whether or not the server has declared the extension.
     * The revision 2026-07-28 has no requests of servers: they are counted as
     * {@link io.mcpclient.transport.McpIgnoredMessages.Reason#SERVER_REQUEST} and get no response, and a result that requires input by such
     * a method fails its call.
     * @param method the protocol method
     * @param handler handles them; replaces the previous one
     */
    void onRequest(String method, ReactiveMcpRequestHandler handler);

    /**
     * Waits for an operation, for the blocking API. Rejected on threads that must not block.
     * @param operation name of the operation, for errors
     * @param work the operation
     * @param limit time after which the thread stops waiting, if the operation does not end by itself
     * @param <T> type of the result
     * @return the result
     */
    <T> T await(String operation, Mono<T> work, Duration limit);
}
