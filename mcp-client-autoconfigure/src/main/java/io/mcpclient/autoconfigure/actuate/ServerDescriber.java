package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.settings.FoundServers;
import io.mcpclient.handler.McpToolChange;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSnapshot;
import io.mcpclient.registry.McpToolUsage;
import io.mcpclient.schema.Implementation;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpConnectionStatistics;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpToolPins;

/** Describes servers from the local state, without any request. */
record ServerDescriber(
        McpToolRegistry registry,
        ConfiguredServers configured,
        FoundServers found,
        RecentErrors errors,
        AuthorizationDescriber authorization) {

    /** Identity of the application, on whose behalf servers are used. */
    private static final String APPLICATION = "application";

    /** Describes one of many servers: its tools without their definitions. */
    ServerView describe(McpClient client) {
        List<ServerView.ToolView> tools = ToolViews.summaries(known(this.registry, client.name()));
        return describe(client, tools, this.registry.usage(client.name()));
    }

    /** Describes a server alone: its tools with their definitions. */
    ServerView describeAlone(McpClient client) {
        List<McpToolUsage> usage = this.registry.usage(client.name());
        return describe(client, ToolViews.definitions(known(this.registry, client.name()), usage), usage);
    }

    private ServerView describe(McpClient client, List<ServerView.ToolView> tools, List<McpToolUsage> usage) {
        McpClientStatus status = client.status();
        McpServerDescription server = status.server();
        Implementation info = (server != null) ? server.serverInfo() : null;
        McpConnectionStatistics connection = status.statistics();
        return new ServerView(
                client.name(),
                status.state().name(),
                status.since(),
                this.configured.isRequired(client.name()),
                APPLICATION,
                this.authorization.describe(status),
                (server != null) ? server.era().label() : null,
                status.eraReason(),
                (server != null) ? server.revision().wireValue() : null,
                (info != null) ? ServerInfo.of(info) : null,
                (server != null) ? ExtensionViews.others(server.capabilities()) : null,
                ExtensionViews.of(status.extensions()),
                age(connection.connectedSince()),
                PublishedView.of(this.found.get(client.name()), server),
                tools,
                this.registry.declared(client.name()),
                ServerView.ToolCost.of(usage),
                changes(client),
                status.lists(),
                status.inFlight(),
                connection,
                status.resilience(),
                status.sessionStore(),
                status.totalIgnoredMessages(),
                (status.lastError() != null) ? status.lastError().getMessage() : null,
                status.nextAttempt(),
                this.errors.of(client.name()));
    }

    private static List<McpToolChange> changes(McpClient client) {
        McpToolPins pins = client.tools().pins();
        return (pins != null) ? pins.changes() : List.of();
    }

    private static @Nullable Duration age(@Nullable Instant since) {
        return (since != null) ? Duration.between(since, Instant.now()).truncatedTo(ChronoUnit.SECONDS) : null;
    }

    /** Returns the tools of a server; none if the registry is a mock without a snapshot. */
    static List<McpRegisteredTool> known(McpToolRegistry registry, String server) {
        @Nullable McpToolSnapshot snapshot = registry.snapshot();
        return (snapshot != null) ? snapshot.ofServer(server) : List.of();
    }
}
