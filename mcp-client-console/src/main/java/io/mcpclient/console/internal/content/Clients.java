package io.mcpclient.console.internal.content;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.InvalidRequestException;

/** Finds clients for requests of the page. */
record Clients(McpClients clients) {

    McpClient get(@Nullable String server) {
        return this.clients
                .find(required("server", server))
                .orElseThrow(() -> InvalidRequestException.notFound("There is no server of this name."));
    }

    static String required(String member, @Nullable String value) {
        if (value == null) {
            throw new InvalidRequestException("The member " + member + " is missing.");
        }
        return value;
    }
}
