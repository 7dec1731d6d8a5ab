package io.mcpclient.autoconfigure.actuate;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.Status;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.registry.McpToolRegistry;

/** Health of all servers, one indicator each, including servers that are added or removed at run time. */
record McpHealthContributor(
        McpClients clients, McpToolRegistry registry, ConfiguredServers servers, McpProperties.OptionalServers optional)
        implements CompositeHealthContributor {

    @Override
    public @Nullable HealthContributor getContributor(String name) {
        return this.clients.find(name).map(this::indicator).orElse(null);
    }

    @Override
    public Stream<HealthContributors.Entry> stream() {
        return this.clients.all().stream()
                .map(client -> new HealthContributors.Entry(client.name(), indicator(client)));
    }

    private HealthContributor indicator(McpClient client) {
        return new McpServerHealthIndicator(
                client, this.registry, () -> this.servers.isRequired(client.name()), optionalAfterFailure());
    }

    private Status optionalAfterFailure() {
        return switch (this.optional) {
            case UNKNOWN -> Status.UNKNOWN;
            case DOWN -> Status.DOWN;
        };
    }
}
