package io.mcpclient.internal.operation;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.McpRequestParams;
import io.mcpclient.time.TimeSource;

/**
 * Calls of one client through a chain of stages. Thread-safe.
 *
 * @param defaults what calls have unless their options say otherwise
 * @param chain interceptors, policies and connection
 */
public record OperationCalls(CallDefaults defaults, CallHandler chain) {

    /**
     * Returns the name of the server.
     * @return its configured name
     */
    public String serverName() {
        return this.defaults.serverName();
    }

    /**
     * Returns the clock of the client.
     * @return clock and timers
     */
    public TimeSource time() {
        return this.defaults.time();
    }

    /**
     * Starts the deadline of an operation.
     * @param options options for the call
     * @return the deadline that all requests of the operation share
     */
    public Deadline deadline(McpCallOptions options) {
        return this.defaults.deadline(options);
    }

    /**
     * Sends the request of an operation through the chain, with its own deadline.
     * @param operation the operation
     * @param params parameters, or {@code null} if it has none
     * @param options options for the call
     * @param <P> type of the parameters
     * @param <R> type of the result
     * @return the result, or an error
     */
    public <P extends McpRequestParams, R> Mono<R> call(
            Operation<P, R> operation, @Nullable P params, McpCallOptions options) {
        return call(operation.method(), params, operation.resultType(), options);
    }

    /**
     * Sends one request through the chain, with its own deadline.
     * @param method protocol method
     * @param params parameters, or {@code null}
     * @param resultType type of the result
     * @param options options for the call
     * @param <T> type of the result
     * @return the result, or an error
     */
    public <T> Mono<T> call(String method, @Nullable Object params, Class<T> resultType, McpCallOptions options) {
        return Mono.defer(() -> call(method, params, resultType, options, deadline(options)));
    }

    /**
     * Sends one request through the chain.
     * @param method protocol method
     * @param params parameters, or {@code null}; the entries for {@code _meta} of the options are added to them later
     * @param resultType type of the result
     * @param options options for the call
     * @param deadline deadline of the operation
     * @param <T> type of the result
     * @return the result, or an error
     */
    @SuppressWarnings("unchecked") // an interceptor that returns another type fails like any other cast
    public <T> Mono<T> call(
            String method, @Nullable Object params, Class<T> resultType, McpCallOptions options, Deadline deadline) {
        McpCall call = new McpCall(serverName(), method, params, resultType, options, deadline, new CallProgress());
        return (Mono<T>) this.chain.handle(call);
    }
}
