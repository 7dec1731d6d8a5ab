package io.mcpclient.typed;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;

/** A call of a server, blocking and reactive, with the same result. */
interface ClientExchange {

    /**
     * Calls the server.
     * @param client the client
     * @param arguments a map without null values, or what the method's only parameter was
     * @param options options for the call
     * @return the result in the type of the method, {@code null} for {@code void}
     */
    @Nullable
    Object call(McpClient client, @Nullable Object arguments, McpCallOptions options);

    Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options);

    @SuppressWarnings("unchecked") // only read from
    static Map<String, ?> map(@Nullable Object arguments) {
        return (arguments instanceof Map<?, ?> map) ? (Map<String, ?>) map : Map.of();
    }
}
