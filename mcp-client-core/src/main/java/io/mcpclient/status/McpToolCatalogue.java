package io.mcpclient.status;

import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.Tool;

/**
 * The last known tools of one server, stored so that an application can show them before its first connection. As soon as the
 * client is connected, the tools are listed again. Thread-safe.
 */
public interface McpToolCatalogue {

    /**
     * Loads the tools from the store.
     * @return the tools in the server's order, as untrusted as the server itself; empty if none are stored or the store is
     *     unavailable; never an error; completes within the timeout of a store operation
     */
    Mono<List<Tool>> load();

    /**
     * Stores tools in the background. A catalogue of more than 256 KiB is not stored.
     * @param tools all tools of the server, in its order
     */
    void keep(List<Tool> tools);
}
