package io.mcpclient.transport;

import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.time.TimeSource;

/**
 * Creates the transport of a client: the expensive phase, which runs once, at first use, and is not repeated when a session is
 * renewed. Late-bound addresses and credentials are resolved here. Thread-safe.
 */
@FunctionalInterface
public interface TransportProvider {

    /**
     * Creates a transport.
     * @param context values that the client provides to its transport
     * @return the transport, a new one per subscription; or an error, after which the provider is called again
     */
    Mono<McpTransport> create(Context context);

    /**
     * Describes where the transports lead to, for logs.
     * @return a few words without secrets, "custom transport" by default
     */
    default String description() {
        return "custom transport";
    }

    /**
     * Values that a client provides to its transport.
     *
     * @param serverName configured name of the server, for messages
     * @param codec reads and writes messages within the limits of the client
     * @param ignored counts messages that are dropped without harm
     * @param principal the principal on whose behalf the server is called: always the same name
     * @param time clocks and timers of the client
     */
    record Context(
            String serverName,
            JsonCodec codec,
            McpIgnoredMessages ignored,
            Supplier<McpPrincipal> principal,
            TimeSource time) {

        /**
         * Creates the context of a client that calls the server on behalf of the application itself.
         * @param serverName configured name of the server, for messages
         * @param codec reads and writes messages within the limits of the client
         * @param ignored counts messages that are dropped without harm
         */
        public Context(String serverName, JsonCodec codec, McpIgnoredMessages ignored) {
            this(serverName, codec, ignored, TimeSource.system());
        }

        /**
         * Creates the context of a client that calls the server on behalf of the application itself, with its time source.
         * @param serverName configured name of the server, for messages
         * @param codec reads and writes messages within the limits of the client
         * @param ignored counts messages that are dropped without harm
         * @param time clocks and timers of the client
         */
        public Context(String serverName, JsonCodec codec, McpIgnoredMessages ignored, TimeSource time) {
            this(serverName, codec, ignored, () -> McpPrincipal.APPLICATION, time);
        }
    }
}
