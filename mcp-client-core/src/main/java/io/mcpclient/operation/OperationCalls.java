package io.mcpclient.operation;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.support.TimeSource;

/**
 * What all operations of one client share: the chain that their requests go through, and their defaults. Thread-safe.
 *
 * @param serverName configured name of the server
 * @param chain interceptors, policies and connection
 * @param requestTimeout limit of an operation that wishes for none
 * @param requestTimeoutMax longest time of an operation that wishes for none
 * @param time clock and timers of the client
 */
public record OperationCalls(
        String serverName, CallHandler chain, Duration requestTimeout, Duration requestTimeoutMax, TimeSource time) {

    /**
     * Starts the clock of an operation.
     * @param options wishes of the caller
     * @return the deadline that all requests of the operation share
     */
    public Deadline deadline(McpCallOptions options) {
        Duration wished = options.timeout();
        Duration longest = options.maxTimeout();
        return Deadline.after(
                this.time,
                (wished != null) ? wished : this.requestTimeout,
                (longest != null) ? longest : this.requestTimeoutMax);
    }

    /**
     * Sends one request through the chain, with a clock of its own.
     * @param method protocol method
     * @param params parameters, or {@code null}
     * @param resultType type of the result
     * @param options wishes of the caller
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
     * @param options wishes of the caller
     * @param deadline when the operation gives up
     * @param <T> type of the result
     * @return the result, or an error
     */
    public <T> Mono<T> call(
            String method, @Nullable Object params, Class<T> resultType, McpCallOptions options, Deadline deadline) {
        McpCall call = new McpCall(this.serverName, method, params, resultType, options, deadline, new CallProgress());
        return this.chain.handle(call).cast(resultType);
    }

    /**
     * Makes several calls one operation, see {@link CallHandler#asOne}.
     * @param method protocol method that the operation is known by
     * @param params parameters that it is known by, or {@code null}
     * @param calls makes the calls
     * @param <T> type of the result
     * @return the same calls
     */
    public <T> Mono<T> asOne(String method, @Nullable Object params, Mono<T> calls) {
        return this.chain.asOne(method, params, calls);
    }
}
