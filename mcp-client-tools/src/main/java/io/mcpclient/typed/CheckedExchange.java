package io.mcpclient.typed;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;

/**
 * A call that is refused if its method does not fit the tool, see {@link McpSchemaCheck#FAIL}. The first call waits for the comparison.
 *
 * @param call the method
 * @param exchange its call
 * @param watch compares methods with tools
 */
record CheckedExchange(ClientMethod call, ClientExchange exchange, SchemaWatch watch) implements ClientExchange {

    @Override
    public @Nullable Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
        this.watch.compareOnce(client);
        McpConfigurationException refusal = this.watch.refusal(this.call);
        if (refusal != null) {
            throw refusal;
        }
        return this.exchange.call(client, arguments, options);
    }

    @Override
    public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
        return this.watch.compareOnce(client).then(Mono.defer(() -> {
            McpConfigurationException refusal = this.watch.refusal(this.call);
            return (refusal != null) ? Mono.error(refusal) : this.exchange.call(client, arguments, options);
        }));
    }
}
