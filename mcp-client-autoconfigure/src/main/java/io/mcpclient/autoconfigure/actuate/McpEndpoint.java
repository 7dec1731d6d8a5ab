package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.error.McpException;
import io.mcpclient.operation.McpToolPins;

/**
 * Endpoint that shows servers, their states and tools, and takes orders for one of them. Showing asks no server. Orders are
 * taken if {@code management.endpoint.mcp.access} is {@code unrestricted}.
 *
 * <pre>
 * GET  /actuator/mcp
 * GET  /actuator/mcp/weather
 * POST /actuator/mcp/weather   {"operation": "reconnect"}
 * POST /actuator/mcp/weather   {"operation": "refresh"}
 * POST /actuator/mcp/weather   {"operation": "logout"}
 * POST /actuator/mcp/weather   {"operation": "approve", "tool": "get_forecast", "fingerprint": "9f…"}
 * </pre>
 *
 * @see "fault I23"
 */
@Endpoint(id = "mcp", defaultAccess = Access.READ_ONLY)
final class McpEndpoint {

    /** More than what the parts of it take by their own limits. */
    private static final Duration LOGOUT = Duration.ofSeconds(20);

    private final McpClients clients;

    private final ServerDescriber describer;

    private final ServerRefresher refresher;

    McpEndpoint(McpClients clients, ServerDescriber describer, ServerRefresher refresher) {
        this.clients = clients;
        this.describer = describer;
        this.refresher = refresher;
    }

    /** Answer about all servers, and about all users who are waited for. */
    record Servers(List<ServerView> servers, List<AuthorizationView.Pending> pendingAuthorizations) {}

    /** What can be done with a server. */
    enum Operation {

        /**
         * Ends the session and connects at once, instead of at the next attempt; waits for the outcome. A registration that
         * was refused is tried again.
         */
        RECONNECT,

        /** Asks a connected server for its tools, prompts and resources again, in the background. */
        REFRESH,

        /** Gives back what the application has obtained to get at the server, and forgets it; not what its users have. */
        LOGOUT,

        /** Approves the definition of a tool, the one with the fingerprint that {@code toolChanges} shows and no other. */
        APPROVE
    }

    @ReadOperation
    Servers servers() {
        return new Servers(
                this.clients.all().stream().map(this.describer::describe).toList(),
                this.describer.authorization().pending());
    }

    @ReadOperation
    @Nullable
    ServerView server(@Selector String server) {
        return this.clients.find(server).map(this.describer::describe).orElse(null);
    }

    /**
     * Does something with a server.
     * @param server its name
     * @param operation what to do
     * @param tool name of the tool to approve
     * @param fingerprint fingerprint of the definition to approve
     * @return what is known of it afterwards, a failure to connect included; {@code null} if there is no such server
     */
    @WriteOperation
    @Nullable
    ServerView operate(
            @Selector String server, Operation operation, @Nullable String tool, @Nullable String fingerprint) {
        McpClient client = this.clients.find(server).orElse(null);
        if (client == null) {
            return null;
        }
        switch (operation) {
            case RECONNECT -> reconnect(client);
            case REFRESH -> this.refresher.refresh(server);
            case LOGOUT -> logout(client);
            case APPROVE -> approve(client, tool, fingerprint);
        }
        return this.describer.describe(client);
    }

    private static void approve(McpClient client, @Nullable String tool, @Nullable String fingerprint) {
        McpToolPins pins = client.toolPins();
        boolean isApproved = pins != null && tool != null && fingerprint != null && pins.approve(tool, fingerprint);
        if (!isApproved) {
            throw new InvalidEndpointRequestException(
                    "There is no such tool change to approve: tool and fingerprint must be those of an entry of toolChanges",
                    "no such change");
        }
    }

    /** Who asks is not who is meant. */
    private static void logout(McpClient client) {
        try {
            client.reactive()
                    .logout()
                    .contextWrite(McpPrincipalContext.of(McpPrincipal.APPLICATION))
                    .timeout(LOGOUT, Mono.empty())
                    .block();
        } catch (McpException ex) {
            // What is left of it, the next call tells.
        }
    }

    private static void reconnect(McpClient client) {
        try {
            client.reconnect();
        } catch (McpException ex) {
            // The status tells it.
        }
    }
}
