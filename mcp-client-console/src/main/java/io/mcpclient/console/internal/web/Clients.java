package io.mcpclient.console.internal.web;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.InvalidRequestException;

/** Finds clients for requests of the page. */
public record Clients(McpClients clients) {

    /**
     * Returns the client of a server.
     * @param server member of the request
     * @throws InvalidRequestException if it is missing, or there is no such server
     */
    public McpClient get(@Nullable String server) {
        return this.clients
                .find(ConsoleRequest.required("server", server))
                .orElseThrow(() -> InvalidRequestException.notFound("There is no server of this name."));
    }
}
