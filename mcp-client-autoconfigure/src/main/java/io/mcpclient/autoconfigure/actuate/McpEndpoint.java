package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.spring.McpServers;
import io.mcpclient.status.McpToolPins;

/**
 * Endpoint that shows servers, their states and tools, and executes operations on one of them. Reading sends no request to a
 * server. Operations are available if {@code management.endpoint.mcp.access} is {@code unrestricted}.
 *
 * <pre>
 * GET  /actuator/mcp
 * GET  /actuator/mcp/weather
 * POST /actuator/mcp/weather   {"operation": "reconnect"}
 * POST /actuator/mcp/weather   {"operation": "refresh"}
 * POST /actuator/mcp/weather   {"operation": "logout"}
 * POST /actuator/mcp/weather   {"operation": "disable"}
 * POST /actuator/mcp/weather   {"operation": "enable"}
 * POST /actuator/mcp
 * POST /actuator/mcp/weather   {"operation": "approve", "tool": "get_forecast", "fingerprint": "9f…"}
 * </pre>
 *
 * The second last binds the properties of servers again, see {@link McpServers#reload()}. Responses are written as those of
 * Spring Boot's own endpoints, whatever {@code spring.jackson} is: each type implements {@link OperationResponseBody}.
 *
 * @see "fault I23"
 */
@Endpoint(id = "mcp", defaultAccess = Access.READ_ONLY)
final class McpEndpoint {

    /** Longer than the sum of the timeouts of its parts. */
    private static final Duration LOGOUT = Duration.ofSeconds(20);

    private final McpClients clients;

    private final ServerDescriber describer;

    private final ServerRefresher refresher;

    private final McpServers servers;

    McpEndpoint(McpClients clients, McpServers servers, ServerDescriber describer, ServerRefresher refresher) {
        this.clients = clients;
        this.servers = servers;
        this.describer = describer;
        this.refresher = refresher;
    }

    /** Response about all servers, the names of those that were disabled, and all pending authorizations of users. */
    record Servers(
            List<ServerView> servers, Set<String> disabled, List<AuthorizationView.Pending> pendingAuthorizations)
            implements OperationResponseBody {}

    /** Response about a reload: the names of the servers that were added, replaced and removed. */
    record Reloaded(Set<String> added, Set<String> replaced, Set<String> removed) implements OperationResponseBody {

        static Reloaded of(McpServers.Changes changes) {
            return new Reloaded(changes.added(), changes.replaced(), changes.removed());
        }
    }

    /** Operations on a server. */
    enum Operation {

        /**
         * Ends the session and reconnects at once, instead of at the next attempt; waits for the outcome. A rejected
         * registration is tried again.
         */
        RECONNECT,

        /** Refreshes the tools, prompts and resources of a connected server, in the background. */
        REFRESH,

        /** Revokes and discards the application's tokens for the server; those of its users are kept. */
        LOGOUT,

        /** Ends the session and rejects calls until the server is enabled, or the application is started again. */
        DISABLE,

        /** Enables a server that was disabled. */
        ENABLE,

        /** Approves the definition of a tool, only the one with the fingerprint that {@code toolChanges} shows. */
        APPROVE
    }

    @ReadOperation
    Servers servers() {
        return new Servers(
                this.clients.all().stream().map(this.describer::describe).toList(),
                this.servers.disabled(),
                this.describer.authorization().pending());
    }

    @ReadOperation
    @Nullable
    ServerView server(@Selector String server) {
        return this.clients.find(server).map(this.describer::describeAlone).orElse(null);
    }

    /**
     * Executes an operation on a server.
     * @param server name of the server
     * @param operation operation to execute
     * @param tool name of the tool to approve
     * @param fingerprint fingerprint of the definition to approve
     * @return state of the server afterwards, including a failure to connect; {@code null} if there is no such server
     */
    @WriteOperation
    @Nullable
    ServerView operate(
            @Selector String server, Operation operation, @Nullable String tool, @Nullable String fingerprint) {
        if (operation == Operation.ENABLE) {
            enable(server);
        }
        McpClient client = this.clients.find(server).orElse(null);
        if (client == null) {
            return null;
        }
        switch (operation) {
            case ENABLE -> client.session().start();
            case DISABLE -> disable(server);
            case RECONNECT -> reconnect(client);
            case REFRESH -> this.refresher.refresh(server);
            case LOGOUT -> logout(client);
            case APPROVE -> approve(client, tool, fingerprint);
        }
        return this.describer.describe(client);
    }

    /**
     * Binds the properties of servers again, and adds, replaces and removes those that have changed.
     * @return what was changed
     */
    @WriteOperation
    Reloaded reload() {
        try {
            return Reloaded.of(this.servers.reload());
        } catch (McpConfigurationException ex) {
            throw refused(String.valueOf(ex.getMessage()));
        }
    }

    private void enable(String server) {
        try {
            this.servers.enable(server);
        } catch (McpConfigurationException ex) {
            throw refused(String.valueOf(ex.getMessage()));
        }
    }

    private void disable(String server) {
        if (!this.servers.disable(server)) {
            throw refused("The application defines the client of this server itself, and alone can close it");
        }
    }

    private static InvalidEndpointRequestException refused(String why) {
        return new InvalidEndpointRequestException(why, why);
    }

    private static void approve(McpClient client, @Nullable String tool, @Nullable String fingerprint) {
        McpToolPins pins = client.tools().pins();
        boolean isApproved = pins != null && tool != null && fingerprint != null && pins.approve(tool, fingerprint);
        if (!isApproved) {
            throw new InvalidEndpointRequestException(
                    "There is no such tool change to approve: tool and fingerprint must be those of an entry of toolChanges",
                    "no such change");
        }
    }

    /** Logs out the application, not the caller of the endpoint. */
    private static void logout(McpClient client) {
        try {
            client.reactive()
                    .session()
                    .logout()
                    .contextWrite(McpPrincipalContext.of(McpPrincipal.APPLICATION))
                    .timeout(LOGOUT, Mono.empty())
                    .block();
        } catch (McpException ex) {
            // The next call shows what remains.
        }
    }

    private static void reconnect(McpClient client) {
        try {
            client.session().reconnect();
        } catch (McpException ex) {
            // The status shows the failure.
        }
    }
}
