package io.mcpclient.call;

import org.jspecify.annotations.Nullable;

/**
 * One request to a server on its way through the chain: a value that interceptors may look at and replace. Immutable
 * but for its {@link #progress()}.
 *
 * @param serverName configured name of the server
 * @param method protocol method, for example {@code tools/call}
 * @param params parameters as a record of {@code io.mcpclient.schema} or plain JSON, or {@code null} for none
 * @param resultType type of the result
 * @param options what the caller wished for
 * @param deadline when the operation that the request belongs to gives up
 * @param progress how far the request has come
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
     * Copies this call with other parameters.
     * @param params parameters as a record of {@code io.mcpclient.schema} or plain JSON, or {@code null} for none
     * @return the copy
     */
    public McpCall withParams(@Nullable Object params) {
        return new McpCall(
                this.serverName, this.method, params, this.resultType, this.options, this.deadline, this.progress);
    }

    /**
     * Copies this call with other options. A changed timeout has no effect any more: the deadline counts.
     * @param options the options
     * @return the copy
     */
    public McpCall withOptions(McpCallOptions options) {
        return new McpCall(
                this.serverName, this.method, this.params, this.resultType, options, this.deadline, this.progress);
    }
}
