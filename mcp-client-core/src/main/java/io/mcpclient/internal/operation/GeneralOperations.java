package io.mcpclient.internal.operation;

import java.time.Duration;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.EmptyResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.SetLevelParams;

/** Ping, completion, logging level, and requests and notifications with methods unknown to this library. Thread-safe. */
public final class GeneralOperations {

    private final OperationCalls calls;

    private final BiFunction<String, @Nullable Object, Mono<Void>> notifications;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param notifications sends a notification with a method and parameters
     */
    public GeneralOperations(OperationCalls calls, BiFunction<String, @Nullable Object, Mono<Void>> notifications) {
        this.calls = calls;
        this.notifications = notifications;
    }

    /**
     * Pings the server.
     * @param options options for the call
     * @return completes when the server has replied
     * @see "MCP 2025-11-25, basic/utilities/ping (PNG-01)"
     */
    public Mono<Void> ping(McpCallOptions options) {
        return request(McpMethods.PING, null, EmptyResult.class, options).then();
    }

    /**
     * Requests completions for an argument of a prompt or of a resource template.
     * @param params the argument to complete, with its context
     * @param options options for the call
     * @return the suggestions, at most a hundred
     * @see "MCP 2025-11-25, server/utilities/completion (CMP-01 to CMP-03)"
     */
    public Mono<CompleteResult> complete(CompleteParams params, McpCallOptions options) {
        return this.calls
                .call(McpMethods.COMPLETION_COMPLETE, params, CompleteResult.class, options)
                .map(CompleteResult::limited);
    }

    /**
     * Sets the least severe level at which the server sends log messages. If the server does not support the request, the
     * connection keeps the level.
     * @param level least severe level to receive
     * @param options options for the call
     * @return completes when the server has accepted the level
     * @see "MCP 2025-11-25, server/utilities/logging (LOG-01)"
     */
    public Mono<Void> setLoggingLevel(LoggingLevel level, McpCallOptions options) {
        return Mono.defer(
                () -> request(McpMethods.LOGGING_SET_LEVEL, SetLevelParams.of(level), EmptyResult.class, options)
                        .then());
    }

    /**
     * Sends any request.
     * @param method method of the request
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @param resultType type of the result
     * @param options options for the call
     * @param <T> type of the result
     * @return the result
     */
    public <T> Mono<T> request(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options) {
        return this.calls.call(method, params, resultType, options);
    }

    /**
     * Sends a notification, bounded by the request timeout.
     * @param method method of the notification
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @return completes when the server has accepted it
     */
    public Mono<Void> notify(String method, @Nullable Object params) {
        Duration limit = this.calls.requestTimeout();
        return this.notifications
                .apply(method, params)
                .timeout(
                        limit,
                        Mono.error(() -> new McpTimeoutException(
                                McpErrorDetails.of(
                                        this.calls.serverName(),
                                        method,
                                        McpOutcome.UNKNOWN,
                                        "not accepted within " + limit.toMillis() + " ms"),
                                "answer",
                                limit)),
                        this.calls.time().timers());
    }
}
