package io.mcpclient.transport;

import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonCodec;

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
     */
    record Context(String serverName, JsonCodec codec, IgnoredMessages ignored) {}
}
