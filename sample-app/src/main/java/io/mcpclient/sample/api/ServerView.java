package io.mcpclient.sample.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.schema.Implementation;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpServerDescription;

/**
 * One server as {@code GET /api/servers} reports it. All members are always present, as {@code null} if unknown.
 *
 * @param name configured name
 * @param state state of the client, for example {@code CONNECTED}
 * @param era {@code legacy} or {@code modern}, last known
 * @param protocolVersion revision that is spoken, last known
 * @param serverInfo what the server says about itself, last known; its own claim
 * @param tools number of its tools in the registry
 * @param lastError words of the exception while the server is away
 */
@JsonPropertyOrder({"name", "state", "era", "protocolVersion", "serverInfo", "tools", "lastError"})
record ServerView(
        String name,
        String state,
        @Nullable String era,
        @Nullable String protocolVersion,
        @Nullable Implementation serverInfo,
        int tools,
        @Nullable String lastError) {

    static ServerView of(McpClientStatus status, int tools) {
        McpServerDescription server = status.server();
        McpException error = status.isConnected() ? null : status.lastError();
        return new ServerView(
                status.name(),
                status.state().name(),
                (server != null) ? server.era().label() : null,
                (server != null) ? server.revision().wireValue() : null,
                (server != null) ? server.serverInfo() : null,
                tools,
                (error != null) ? error.getMessage() : null);
    }
}
