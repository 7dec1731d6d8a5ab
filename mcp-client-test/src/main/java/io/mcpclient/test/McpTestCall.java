package io.mcpclient.test;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.ElicitResult;

/**
 * A call of a tool that a {@link McpTestServer} has received.
 *
 * @param tool name of the tool
 * @param arguments the arguments as plain JSON, empty if there were none
 * @param meta the {@code _meta} object of the request, empty if there was none
 * @param headers HTTP headers of the request, with names in lower case; empty in memory
 * @param answer the user's answer, or {@code null} if the tool did not ask
 */
public record McpTestCall(
        String tool,
        Map<String, Object> arguments,
        Map<String, Object> meta,
        Map<String, String> headers,
        @Nullable ElicitResult answer) {

    /**
     * Binds the arguments.
     * @param type a record or bean
     * @param <T> the type
     * @return the arguments
     * @throws IllegalArgumentException if they do not fit the type
     */
    public <T> T arguments(Class<T> type) {
        return Json.convert(this.arguments, type);
    }

    McpTestCall withAnswer(@Nullable ElicitResult answer) {
        return new McpTestCall(this.tool, this.arguments, this.meta, this.headers, answer);
    }
}
