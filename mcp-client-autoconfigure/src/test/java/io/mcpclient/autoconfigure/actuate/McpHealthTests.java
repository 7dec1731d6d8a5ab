package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.testkit.BlackHole;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class McpHealthTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String BEAN = "mcpHealthContributor";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpHealthAutoConfiguration.class,
                    HealthContributorAutoConfiguration.class,
                    HealthContributorRegistryAutoConfiguration.class,
                    HealthEndpointAutoConfiguration.class));

    @Test
    void whenServerIsConnectedThenItIsUpWithDetails() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        await().atMost(LIMIT).until(() -> Integer.valueOf(1)
                                .equals(health(context, "weather").getDetails().get("tools")));
                        IndicatedHealthDescriptor health = health(context, "weather");
                        assertThat(health.getStatus()).isEqualTo(Status.UP);
                        assertThat(health.getDetails())
                                .containsEntry("state", "CONNECTED")
                                .containsEntry("revision", "2025-11-25")
                                .containsEntry("era", "legacy")
                                .containsEntry("eraReason", "HTTP 400 with error -32000 to server/discover")
                                .containsEntry("required", false)
                                .containsEntry("server", new ServerInfo("scripted", "1"))
                                .containsKey("since")
                                .doesNotContainKeys("lastError", "nextAttempt", "lists");
                        assertThat(composite(context).getStatus()).isEqualTo(Status.UP);
                    });
        }
    }

    // F09: a list that a limit has ended is no outage, but is visible, once in the log
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void whenAListIsIncompleteThenDetailsNameTheLimitAndTheServerIsUp(CapturedOutput output) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools("{\"name\":\"a\",\"inputSchema\":{}}", "{\"name\":\"b\",\"inputSchema\":{}}");
            String problem = "incomplete, with 1 item: the list has more than 1 items."
                    + " Raise mcp.servers.weather.max-list-items if the list is really that long.";
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.max-list-items=1")
                    .run(context -> {
                        await().atMost(LIMIT).untilAsserted(() -> assertThat(
                                        health(context, "weather").getDetails())
                                .containsEntry("lists", Map.of("tools/list", problem))
                                .containsEntry("tools", 1));
                        assertThat(health(context, "weather").getStatus()).isEqualTo(Status.UP);
                        context.getBean(McpClient.class).listTools();
                        assertThat(output.getOut().split(Pattern.quote("tools/list: " + problem), -1))
                                .hasSize(2);

                        server.tools("{\"name\":\"a\",\"inputSchema\":null}");
                        context.getBean(McpClient.class).listTools();
                        assertThat(health(context, "weather")
                                        .getDetails()
                                        .get("lists")
                                        .toString())
                                .contains("tools/list=1 item left out, the first is \"a\": ");
                    });
        }
    }

    // A05
    @Test
    void whenOptionalServerIsNotReachedThenItIsUnknownWithTheCauseAndTheAggregateStaysUp() {
        try (RefusedPort refused = new RefusedPort();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + refused.url() + "/canary8of9a0path?key=canary",
                            "mcp.servers.files.url=" + server.url())
                    .run(context -> {
                        await().atMost(LIMIT)
                                .until(() ->
                                        health(context, "weather").getDetails().containsKey("nextAttempt"));
                        await().atMost(LIMIT)
                                .until(() ->
                                        health(context, "files").getStatus().equals(Status.UP));
                        assertThat(health(context, "weather").getStatus()).isEqualTo(Status.UNKNOWN);
                        // I23: no query of an address and no key in its path
                        assertThat(health(context, "weather").getDetails().toString())
                                .contains("lastError", "weather", "refused")
                                .doesNotContain("canary");
                        assertThat(composite(context).getStatus()).isEqualTo(Status.UP);
                        assertThat(overall(context)).isEqualTo(Status.UP);
                    });
        }
    }

    // A05
    @Test
    void whenOptionalServersIsSetToDownThenAnUnreachableOneIsDown() {
        try (RefusedPort refused = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.health.optional-servers=down",
                            "mcp.servers.weather.url=" + refused.url(),
                            "mcp.servers.files.url=http://localhost:1/mcp",
                            "mcp.servers.files.start=lazy")
                    .run(context -> {
                        await().atMost(LIMIT)
                                .until(() ->
                                        health(context, "weather").getStatus().equals(Status.DOWN));
                        assertThat(health(context, "files").getStatus()).isEqualTo(Status.UNKNOWN);
                        assertThat(overall(context)).isEqualTo(Status.DOWN);
                    });
        }
    }

    @Test
    void whenOptionalServerIsLostThenItIsNoLongerUp() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        await().atMost(LIMIT)
                                .until(() ->
                                        health(context, "weather").getStatus().equals(Status.UP));
                        context.getBean(McpClient.class).session().dispose();
                        assertThat(health(context, "weather").getStatus()).isEqualTo(Status.UNKNOWN);
                    });
        }
    }

    @Test
    void whenServerIsLazyAndWasNeverTriedThenItIsUnknown() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=http://localhost:1/mcp", "mcp.servers.weather.start=lazy")
                .run(context -> {
                    assertThat(health(context, "weather").getStatus()).isEqualTo(Status.UNKNOWN);
                    assertThat(health(context, "weather").getDetails()).containsEntry("state", "DISCONNECTED");
                });
    }

    @Test
    void whenServerIsConnectingForTheFirstTimeThenItIsUnknown() {
        try (BlackHole silent = new BlackHole()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + silent.url())
                    .run(context -> {
                        await().atMost(LIMIT).until(() -> silent.connections() == 1);
                        assertThat(health(context, "weather").getStatus()).isEqualTo(Status.UNKNOWN);
                    });
        }
    }

    @Test
    void whenRequiredServerIsNotConnectedThenItIsDown() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.required=true")
                    .run(context -> {
                        assertThat(health(context, "weather").getStatus()).isEqualTo(Status.UP);
                        context.getBean(McpClient.class).session().dispose();
                        assertThat(health(context, "weather").getStatus()).isEqualTo(Status.DOWN);
                        assertThat(health(context, "weather").getDetails()).containsEntry("required", true);
                    });
        }
    }

    // A server that the application needs joins the group of readiness by its name.
    @Test
    void whenRequiredServerIsInTheReadinessGroupThenTheApplicationIsReadyOnlyWhileItIsConnected() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withConfiguration(AutoConfigurations.of(
                            ApplicationAvailabilityAutoConfiguration.class, AvailabilityProbesAutoConfiguration.class))
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.required=true",
                            "management.endpoint.health.group.readiness.include=readinessState,mcp/weather")
                    .run(context -> {
                        AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
                        HealthEndpoint endpoint = context.getBean(HealthEndpoint.class);
                        assertThat(endpoint.healthForPath("readiness").getStatus())
                                .isEqualTo(Status.UP);
                        context.getBean(McpClient.class).session().dispose();
                        assertThat(endpoint.healthForPath("readiness").getStatus())
                                .isEqualTo(Status.DOWN);
                    });
        }
    }

    @Test
    void whenReadinessIsQueriedThenOnlyItsMembersCount() {
        try (RefusedPort refused = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.health.optional-servers=down",
                            "mcp.servers.weather.url=" + refused.url(),
                            "mcp.servers.files.url=http://localhost:1/mcp",
                            "mcp.servers.files.start=lazy",
                            "management.endpoint.health.group.one.include=alive",
                            "management.endpoint.health.group.two.include=alive,mcp/files",
                            "management.endpoint.health.group.three.include=alive,mcp/weather")
                    .withBean(
                            "aliveHealthIndicator",
                            HealthIndicator.class,
                            () -> () -> Health.up().build())
                    .run(context -> {
                        await().atMost(LIMIT)
                                .until(() ->
                                        health(context, "weather").getStatus().equals(Status.DOWN));
                        HealthEndpoint endpoint = context.getBean(HealthEndpoint.class);
                        assertThat(endpoint.healthForPath("one").getStatus()).isEqualTo(Status.UP);
                        assertThat(endpoint.healthForPath("two").getStatus()).isEqualTo(Status.UP);
                        assertThat(endpoint.healthForPath("three").getStatus()).isEqualTo(Status.DOWN);
                    });
        }
    }

    @Test
    void whenClientIsAddedAtRunTimeThenItAppears() {
        this.runner.run(context -> {
            McpClients clients = context.getBean(McpClients.class);
            clients.add(McpClient.builder("late").url("http://localhost:1/mcp").build());
            assertThat(health(context, "late").getStatus()).isEqualTo(Status.UNKNOWN);
            clients.remove("late").ifPresent(McpClient::close);
            assertThat(context.getBean(HealthEndpoint.class).healthForPath("mcp", "late"))
                    .isNull();
        });
    }

    @Test
    void whenHealthIndicatorIsDisabledThenThereIsNoContributor() {
        this.runner
                .withPropertyValues("management.health.mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void whenClientsAreSwitchedOffThenThereIsNoContributor() {
        this.runner
                .withPropertyValues("mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
    }

    @Test
    void whenHealthIsAbsentThenThereIsNoContributor() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpHealthAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(McpClients.class)
                        .doesNotHaveBean(BEAN));
    }

    @Test
    void whenApplicationHasContributorThenItReplacesTheDefault() {
        HealthIndicator own = () -> Health.up().build();
        this.runner.withBean(BEAN, HealthContributor.class, () -> own).run(context -> assertThat(context.getBean(BEAN))
                .isSameAs(own));
    }

    private static Status overall(ApplicationContext context) {
        return context.getBean(HealthEndpoint.class).health().getStatus();
    }

    private static CompositeHealthDescriptor composite(ApplicationContext context) {
        return (CompositeHealthDescriptor) context.getBean(HealthEndpoint.class).healthForPath("mcp");
    }

    private static IndicatedHealthDescriptor health(ApplicationContext context, String server) {
        return (IndicatedHealthDescriptor) context.getBean(HealthEndpoint.class).healthForPath("mcp", server);
    }

    @Test
    void toolsAreOutOfServiceUntilEachServerWasAvailableOnce() {
        try (RefusedPort port = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + port.url(),
                            "mcp.servers.weather.reconnect.initial-interval=50ms",
                            "mcp.servers.weather.reconnect.max-interval=50ms",
                            "mcp.servers.later.url=http://localhost:1/mcp",
                            "mcp.servers.later.start=lazy",
                            "management.health.mcp-tools.enabled=true")
                    .run(context -> {
                        HealthIndicator tools = context.getBean("mcpToolsHealthIndicator", HealthIndicator.class);
                        assertThat(tools.health())
                                .isEqualTo(Health.outOfService()
                                        .withDetail("missing", List.of("weather"))
                                        .build());
                        try (ScriptedLegacyServer server = port.openLegacy()) {
                            await().atMost(LIMIT)
                                    .until(() -> tools.health().getStatus().equals(Status.UP));
                            server.withoutVerification();
                        }
                        McpClient client = context.getBean("weatherMcpClient", McpClient.class);
                        await().atMost(LIMIT).until(() -> {
                            client.reactive()
                                    .ping(McpCallOptions.defaults())
                                    .onErrorComplete()
                                    .block(LIMIT);
                            return !client.status().isConnected();
                        });
                        assertThat(tools.health().getStatus()).isEqualTo(Status.UP);
                    });
            this.runner.run(context -> assertThat(context).doesNotHaveBean("mcpToolsHealthIndicator"));
            this.runner
                    .withBean(
                            "mcpToolsHealthIndicator",
                            HealthIndicator.class,
                            () -> () -> Health.down().build())
                    .withPropertyValues("management.health.mcp-tools.enabled=true")
                    .run(context -> assertThat(context.getBean("mcpToolsHealthIndicator", HealthIndicator.class)
                                    .health()
                                    .getStatus())
                            .isEqualTo(Status.DOWN));
        }
    }
}
