package io.mcpclient.transport;

import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.support.TimeSource;

/**
 * Creates the transport of a client: the expensive phase that happens once, at first use, and not again when a session
 * is renewed. The place where late-bound addresses and credentials are resolved. Thread-safe.
 */
@FunctionalInterface
public interface TransportProvider {

    /**
     * Creates a transport.
     * @param context what the client lends to it
     * @return the transport, new for each subscription; or an error, after which it is asked again
     */
    Mono<McpTransport> create(Context context);

    /**
     * What a client lends to its transport.
     *
     * @param serverName configured name of the server, for messages
     * @param codec reads and writes messages within the limits of the client
     * @param ignored counts what is survived
     * @param principal on whose behalf the server is called: always the same name
     * @param time clocks and timers of the client
     */
    record Context(
            String serverName,
            JsonCodec codec,
            IgnoredMessages ignored,
            Supplier<McpPrincipal> principal,
            TimeSource time) {

        /**
         * Creates what the client of an application lends, which calls the server in its own name.
         * @param serverName configured name of the server, for messages
         * @param codec reads and writes messages within the limits of the client
         * @param ignored counts what is survived
         */
        public Context(String serverName, JsonCodec codec, IgnoredMessages ignored) {
            this(serverName, codec, ignored, TimeSource.system());
        }

        /**
         * Creates what the client of an application lends, with its time.
         * @param serverName configured name of the server, for messages
         * @param codec reads and writes messages within the limits of the client
         * @param ignored counts what is survived
         * @param time clocks and timers of the client
         */
        public Context(String serverName, JsonCodec codec, IgnoredMessages ignored, TimeSource time) {
            this(serverName, codec, ignored, () -> McpPrincipal.APPLICATION, time);
        }
    }
}
