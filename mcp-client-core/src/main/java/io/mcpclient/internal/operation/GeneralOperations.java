package io.mcpclient.internal.operation;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.JsonValue;

/** Requests and notifications by method, of which this library knows neither parameters nor results. Thread-safe. */
public final class GeneralOperations {

    private final OperationCalls calls;

    private final JsonCodec codec;

    private final BiFunction<String, @Nullable Object, Mono<Void>> notifications;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param codec binds results
     * @param notifications sends a notification with a method and parameters
     */
    public GeneralOperations(
            OperationCalls calls, JsonCodec codec, BiFunction<String, @Nullable Object, Mono<Void>> notifications) {
        this.calls = calls;
        this.codec = codec;
        this.notifications = notifications;
    }

    /**
     * Sends any request.
     * @param method method of the request
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @param reference type of the result
     * @param options options for the call
     * @param <T> type of the result
     * @return the result; {@link McpProtocolException} if it does not fit the type
     */
    @SuppressWarnings("unchecked") // instances of the type
    public <T> Mono<T> request(
            String method, @Nullable Object params, ParameterizedTypeReference<T> reference, McpCallOptions options) {
        Type type = reference.getType();
        return (type instanceof Class<?> plain)
                ? (Mono<T>) this.calls.call(method, params, plain, options)
                : (Mono<T>)
                        this.calls.call(method, params, Map.class, options).map(result -> bind(method, result, type));
    }

    private Object bind(String method, Map<?, ?> result, Type type) {
        try {
            return Objects.requireNonNull(this.codec.bind(JsonValue.of(result), type));
        } catch (IllegalArgumentException ex) {
            throw new McpProtocolException(
                    McpErrorDetails.of(
                                    this.calls.serverName(),
                                    method,
                                    McpOutcome.ANSWERED,
                                    "the result cannot be bound to " + ToolResultBinding.name(type) + ": "
                                            + ex.getMessage())
                            .withRemedy("Declare a type that fits the result, for example Map."),
                    McpProtocolException.Reason.MALFORMED);
        }
    }

    /**
     * Sends a notification, bounded by the request timeout.
     * @param method method of the notification
     * @param params plain JSON or a bean, written as a JSON object; {@code null} for none
     * @return completes when the server has accepted it
     */
    public Mono<Void> notify(String method, @Nullable Object params) {
        Duration limit = this.calls.defaults().requestTimeout();
        return this.notifications
                .apply(method, params)
                .timeout(
                        limit,
                        Mono.error(() -> new McpTimeoutException(
                                McpErrorDetails.of(
                                                this.calls.serverName(),
                                                method,
                                                McpOutcome.UNKNOWN,
                                                "not accepted within " + limit.toMillis() + " ms")
                                        .withRemedy("Check that the server responds, or raise request-timeout."),
                                McpTimeoutException.ANSWER,
                                limit)),
                        this.calls.time().timers());
    }
}
