package io.mcpclient.internal.operation;

import java.time.Duration;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.time.TimeSource;

/**
 * What calls of one client have unless their options say otherwise. Immutable.
 *
 * @param serverName configured name of the server
 * @param requestTimeout timeout of an operation whose options do not set one
 * @param requestTimeoutMax maximum duration of an operation whose options do not set one
 * @param time clock and timers of the client
 */
public record CallDefaults(String serverName, Duration requestTimeout, Duration requestTimeoutMax, TimeSource time) {

    /**
     * Starts the deadline of an operation.
     * @param options options for the call
     * @return the deadline that all requests of the operation share
     */
    public Deadline deadline(McpCallOptions options) {
        Duration timeout = options.timeout();
        Duration longest = options.maxTimeout();
        return Deadline.after(
                this.time,
                (timeout != null) ? timeout : this.requestTimeout,
                (longest != null) ? longest : this.requestTimeoutMax);
    }

    /**
     * Returns calls that pass a chain of stages.
     * @param chain the whole chain, or the rest of it after a stage
     * @return the calls
     */
    public OperationCalls through(CallHandler chain) {
        return new OperationCalls(this, chain);
    }
}
