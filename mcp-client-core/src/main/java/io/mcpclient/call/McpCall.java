package io.mcpclient.call;

import org.jspecify.annotations.Nullable;

/**
 * A request on its way through the interceptor chain: a value that interceptors may inspect and replace. Immutable except
 * for its {@link #progress()}.
 *
 * @param serverName configured name of the server
 * @param method protocol method, for example {@code tools/call}
 * @param params parameters as a record of {@code io.mcpclient.schema} or plain JSON, or {@code null} for none
 * @param resultType type of the result
 * @param options the caller's options
 * @param deadline deadline of the operation to which the request belongs
 * @param progress state of the request's execution
 */
public record McpCall(
        String serverName,
        String method,
        @Nullable Object params,
        Class<?> resultType,
        McpCallOptions options,
        Deadline deadline,
        CallProgress progress) {

    /**
     * Returns a copy with other parameters.
     * @param params parameters as a record of {@code io.mcpclient.schema} or plain JSON, or {@code null} for none
     * @return the copy
     */
    public McpCall withParams(@Nullable Object params) {
        return new McpCall(
                this.serverName, this.method, params, this.resultType, this.options, this.deadline, this.progress);
    }

    /**
     * Returns a copy with other options. A changed timeout has no effect: the deadline applies.
     * @param options the options
     * @return the copy
     */
    public McpCall withOptions(McpCallOptions options) {
        return new McpCall(
                this.serverName, this.method, this.params, this.resultType, options, this.deadline, this.progress);
    }
}
