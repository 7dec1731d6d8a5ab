package io.mcpclient.typed;

import java.lang.reflect.Type;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;

/** Calls of a tool, whose result the client binds. */
final class ToolExchange {

    private static final ParameterizedTypeReference<List<ContentBlock>> ANYTHING =
            new ParameterizedTypeReference<>() {};

    private ToolExchange() {}

    static ClientExchange of(String tool, Type type) {
        if (type == CallToolResult.class) {
            return new Unbound(tool);
        }
        return (type == void.class || type == Void.class)
                ? new Discarded(new Bound<>(tool, ANYTHING))
                : new Bound<>(tool, ParameterizedTypeReference.forType(type));
    }

    /** The client binds the result. */
    private record Bound<T>(String tool, ParameterizedTypeReference<T> type) implements ClientExchange {

        @Override
        public Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return client.tools().call(this.tool, arguments, this.type, options);
        }

        @Override
        public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
            return client.tools().call(this.tool, arguments, this.type, options);
        }
    }

    /** A result that is discarded, unless it reports a failure. */
    private record Discarded(ClientExchange exchange) implements ClientExchange {

        @Override
        public @Nullable Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
            this.exchange.call(client, arguments, options);
            return null;
        }

        @Override
        public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
            return this.exchange.call(client, arguments, options).then();
        }
    }

    /** The result as sent, which need not be final. */
    private record Unbound(String tool) implements ClientExchange {

        @Override
        public Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return client.callTool(this.tool, arguments, options);
        }

        @Override
        public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
            return client.callTool(this.tool, arguments, options);
        }
    }
}
