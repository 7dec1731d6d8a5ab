package io.mcpclient.protocol.modern;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCall;

/** Arguments of tools that are repeated in headers. Thread-safe. */
final class ToolHeaders {

    ToolHeaders(String serverName) {}

    Object accept(McpCall call, Object page) {
        return page;
    }

    Map<String, String> of(String tool, @Nullable Map<String, ?> arguments) {
        return Map.of();
    }
}
