package io.mcpclient.autoconfigure.actuate;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpProperties;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Endpoint that shows servers, their states and tools. It asks no server. Addresses, headers and session ids are left
 * out, and so are the instructions of servers.
 *
 * @see "fault I23"
 */
@Endpoint(id = "mcp")
final class McpEndpoint {

    private final McpClients clients;

    private final McpToolRegistry registry;

    private final McpProperties properties;

    McpEndpoint(McpClients clients, McpToolRegistry registry, McpProperties properties) {
        this.clients = clients;
        this.registry = registry;
        this.properties = properties;
    }

    /** Answer about all servers. */
    record Servers(List<Server> servers) {}

    /** Answer about one server. */
    record Server(
            String name,
            String state,
            Instant since,
            boolean required,
            @Nullable String era,
            @Nullable String eraReason,
            @Nullable String protocolVersion,
            @Nullable ServerInfo serverInfo,
            @Nullable ServerCapabilities capabilities,
            List<Tool> tools,
            int inFlight,
            long ignoredMessages,
            @Nullable String lastError,
            @Nullable Instant nextAttempt) {}

    /** One tool: its name in the registry and at the server. */
    record Tool(String name, String originalName, @Nullable String title, boolean available) {}

    @ReadOperation
    Servers servers() {
        return new Servers(this.clients.all().stream().map(this::describe).toList());
    }

    @ReadOperation
    @Nullable
    Server server(@Selector String server) {
        return this.clients.find(server).map(this::describe).orElse(null);
    }

    private Server describe(McpClient client) {
        McpServerStatus status = client.status();
        ServerDescription server = status.server();
        Implementation info = (server != null) ? server.serverInfo() : null;
        return new Server(
                client.name(),
                status.state().name(),
                status.since(),
                this.properties.isRequired(client.name()),
                (server != null) ? server.era().label() : null,
                status.eraReason(),
                (server != null) ? server.revision().wireValue() : null,
                (info != null) ? ServerInfo.of(info) : null,
                (server != null) ? server.capabilities() : null,
                tools(client.name()),
                client.inFlight(),
                client.ignoredMessages().total(),
                (status.lastError() != null) ? status.lastError().getMessage() : null,
                status.nextAttempt());
    }

    private List<Tool> tools(String server) {
        return this.registry.snapshot().ofServer(server).stream()
                .map(tool ->
                        new Tool(tool.name(), tool.tool().name(), tool.tool().title(), tool.available()))
                .toList();
    }
}
