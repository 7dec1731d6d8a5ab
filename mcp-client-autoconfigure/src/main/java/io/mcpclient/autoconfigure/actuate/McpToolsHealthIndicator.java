package io.mcpclient.autoconfigure.actuate;

import java.util.List;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.registry.McpMissingServer;
import io.mcpclient.registry.McpToolRegistry;

/**
 * Whether prompts have had the tools of all servers, for the readiness of an instance after its start. A health check sends no
 * request.
 *
 * <pre>
 *  a server has never been available, and its client connects     OUT_OF_SERVICE
 *  any other, also after a loss                                   UP
 * </pre>
 *
 * A server that connects on demand, and one that waits for a user's authorization, are not waited for.
 */
final class McpToolsHealthIndicator extends AbstractHealthIndicator {

    private final McpToolRegistry registry;

    private final ConfiguredServers servers;

    McpToolsHealthIndicator(McpToolRegistry registry, ConfiguredServers servers) {
        this.registry = registry;
        this.servers = servers;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        List<String> missing = this.registry.snapshot().missing().stream()
                .filter(this::isAwaited)
                .map(McpMissingServer::server)
                .toList();
        if (missing.isEmpty()) {
            builder.up();
        } else {
            builder.outOfService().withDetail("missing", missing);
        }
    }

    private boolean isAwaited(McpMissingServer server) {
        boolean connects =
                server.reason() != McpMissingServer.Reason.NOT_CONNECTED || this.servers.isEager(server.server());
        return connects && !server.wasAvailable() && !(server.error() instanceof McpAuthorizationException);
    }
}
