package io.mcpclient.autoconfigure.observation;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.ArgumentCaptor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.observation.McpMessage;
import io.mcpclient.registry.McpModelResultListener;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.spring.McpServers;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

/** The meters of the clients of an application, as Prometheus gets them. */
@Timeout(60)
class McpMetricsTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final List<String> BOUNDARIES = List.of(
            "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1.0", "2.0", "5.0", "10.0", "30.0", "60.0", "120.0", "300.0",
            "+Inf");

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpObservationAutoConfiguration.class,
                    McpMetricsAutoConfiguration.class,
                    ObservationAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    PrometheusMetricsExportAutoConfiguration.class));

    private static List<String> samples(MeterRegistry registry, String prefix) {
        return ((PrometheusMeterRegistry) registry)
                .scrape()
                .lines()
                .filter(line -> line.startsWith(prefix))
                .toList();
    }

    private static double gauge(MeterRegistry registry, String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    private static double count(MeterRegistry registry, String name, String... tags) {
        return registry.get(name).tags(tags).functionCounter().count();
    }

    /** Lists, calls a tool, and ends the session, so that all durations but those of server requests are measured. */
    private void measure(ContextConsumer<AssertableApplicationContext> check, String... properties) {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.protocol=modern")
                    .withPropertyValues(properties)
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        client.listTools();
                        client.callTool("echo", Map.of());
                        client.session().dispose();
                        check.accept(context);
                    });
        }
    }

    private static Map<String, List<String>> buckets(ApplicationContext context) {
        return samples(context.getBean(MeterRegistry.class), "mcp_client_").stream()
                .filter(line -> line.contains("_seconds_bucket"))
                .collect(Collectors.groupingBy(
                        line -> line.replaceFirst(
                                "mcp_client_([a-z]+)_.*?(?:mcp_method_name=\"([a-z/]+)\".*)?,le=.*", "$1 $2"),
                        Collectors.mapping(
                                line -> line.replaceFirst(".*le=\"([^\"]+)\".*", "$1"), Collectors.toList())));
    }

    // the boundaries that the convention advises, in seconds
    @Test
    void onlyCallerOperationsHaveHistogramBucketsByDefault() {
        measure(
                context -> assertThat(buckets(context))
                        .containsOnly(
                                Map.entry("operation tools/call", BOUNDARIES),
                                Map.entry("operation tools/list", BOUNDARIES)),
                "mcp.observation.include-exchange-metrics=true");
    }

    @Test
    void allDurationsHaveBucketsIfConfigured() {
        measure(
                context -> assertThat(buckets(context))
                        .containsEntry("operation tools/call", BOUNDARIES)
                        .containsEntry("operation tools/list", BOUNDARIES)
                        .containsEntry("exchange tools/call", BOUNDARIES)
                        .containsEntry("exchange server/discover", BOUNDARIES)
                        .containsEntry("session ", BOUNDARIES),
                "mcp.observation.histograms=all",
                "mcp.observation.include-exchange-metrics=true");
    }

    @Test
    void nothingHasBucketsIfHistogramsAreDisabled() {
        measure(context -> assertThat(buckets(context)).isEmpty(), "mcp.observation.histograms=none");
    }

    // Boot's own property; its buckets come on top of those of the convention
    @Test
    void springBootHistogramPropertyAppliesToEachOperation() {
        measure(
                context -> assertThat(buckets(context))
                        .containsOnlyKeys("operation tools/call", "operation tools/list")
                        .allSatisfy((operation, bounds) -> assertThat(bounds).hasSizeGreaterThan(60))
                        .hasEntrySatisfying("operation tools/call", bounds -> assertThat(bounds)
                                .containsAll(BOUNDARIES)),
                "management.metrics.distribution.percentiles-histogram.[mcp.client.operation.duration]=true",
                "management.metrics.observations.ignored-meters=long-task-timer");
    }

    @Test
    void exchangesAndHandshakesAreNotMeasuredUnlessConfigured() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.start=lazy")
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of());
                        MeterRegistry registry = context.getBean(MeterRegistry.class);

                        assertThat(samples(registry, "mcp_client_exchange")).isEmpty();
                        assertThat(samples(registry, "mcp_client_operation"))
                                .isNotEmpty()
                                .allMatch(line -> line.contains("mcp_method_name=\"tools/call\""));
                    });
        }
    }

    // a call in progress has not failed yet
    @Test
    void activeCallsHaveNoErrorTags() {
        measure(context -> assertThat(
                        samples(context.getBean(MeterRegistry.class), "mcp_client_operation_duration_active_seconds_"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("error") || line.contains("status_code"))
                .allMatch(line -> line.contains("mcp_method_name=") && line.contains("server_port=")));
    }

    private static long bytes(MeterRegistry registry) {
        return ((PrometheusMeterRegistry) registry).scrape().length();
    }

    // Applications have up to a thousand servers, and Prometheus reads all of them every few seconds.
    @Test
    void connectedServerWithoutCallsAddsFewScrapeLines() {
        int half = 10;
        try (ScriptedLegacyServer legacy = ScriptedHttpServer.legacy();
                ScriptedModernServer modern = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(IntStream.range(0, half)
                            .boxed()
                            .flatMap(i -> Stream.of(
                                    "mcp.servers.inventory-of-region-" + i + ".url=" + legacy.url(),
                                    "mcp.servers.orders-of-region-" + i + ".url=" + modern.url(),
                                    "mcp.servers.orders-of-region-" + i + ".protocol=modern"))
                            .toArray(String[]::new))
                    .run(context -> {
                        McpClients clients = context.getBean(McpClients.class);
                        assertThat(context.getBean(McpToolRegistry.class)
                                        .awaitReady(SOON)
                                        .missing())
                                .isEmpty();
                        await().atMost(SOON).untilAsserted(() -> assertThat(modern.requests("resources/templates/list"))
                                .hasSize(half));
                        MeterRegistry registry = context.getBean(MeterRegistry.class);
                        long connected = bytes(registry);
                        long lines = samples(registry, "").size();
                        clients.all().forEach(client -> client.callTool("echo", Map.of()));
                        long called = bytes(registry);

                        assertThat(connected / (2 * half)).isBetween(1_000L, 3_000L);
                        assertThat(lines / (2 * half)).isLessThan(45);
                        assertThat((called - connected) / (2 * half)).isBetween(1_000L, 12_000L);
                    });
        }
    }

    @Test
    void whenCustomBoundariesAreSetThenTheyAreUsed() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.protocol=modern",
                            "management.metrics.distribution.slo.mcp.client.operation.duration=3s")
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of());

                        assertThat(samples(
                                                context.getBean(MeterRegistry.class),
                                                "mcp_client_operation_duration_seconds_bucket")
                                        .stream()
                                        .filter(line -> line.contains("mcp_method_name=\"tools/call\"")))
                                .hasSize(2)
                                .first()
                                .asString()
                                .contains("le=\"3.0\"");
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NoBuckets {

        @Bean
        MeterFilter mcpDurationBuckets() {
            return new MeterFilter() {};
        }
    }

    @Test
    void whenTheMeterFilterIsReplacedThenThereAreNoBuckets() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withUserConfiguration(NoBuckets.class)
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.protocol=modern")
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of());

                        assertThat(samples(
                                        context.getBean(MeterRegistry.class), "mcp_client_operation_duration_seconds_"))
                                .isNotEmpty()
                                .noneMatch(line -> line.contains("_bucket"));
                    });
        }
    }

    // What a server costs before it is used: applications have up to a thousand
    @Test
    void whenServersAreNotCalledThenEachHasFewMetersAndTheyShareTheirTags() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.one.url=http://127.0.0.1:1/mcp",
                        "mcp.servers.one.start=lazy",
                        "mcp.servers.other.url=http://127.0.0.1:1/mcp",
                        "mcp.servers.other.start=lazy")
                .run(context -> {
                    List<Meter> meters = context.getBean(MeterRegistry.class).getMeters().stream()
                            .filter(meter -> meter.getId().getName().startsWith("mcp."))
                            .toList();
                    Set<Tag> tags = Collections.newSetFromMap(new IdentityHashMap<>());
                    meters.forEach(meter -> meter.getId().getTagsAsIterable().forEach(tags::add));

                    assertThat(meters)
                            .extracting(meter -> meter.getId().getTag("server"))
                            .containsOnly("one", "other")
                            .hasSizeLessThanOrEqualTo(2 * 32);
                    assertThat(tags).hasSizeLessThan(2 * Set.copyOf(tags).size());
                });
    }

    @Test
    void whenClientIsConnectedThenItsStateAndCountersAreMeasured() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call")
                    .reply(Reply.sse(
                            "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/made-up\"}",
                            "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.start=lazy")
                    .run(context -> {
                        MeterRegistry registry = context.getBean(MeterRegistry.class);
                        assertThat(gauge(registry, "mcp.client.state", "server", "weather", "state", "disconnected"))
                                .isEqualTo(1);

                        context.getBean(McpClient.class).callTool("echo", Map.of());

                        assertThat(gauge(registry, "mcp.client.state", "server", "weather", "state", "connected"))
                                .isEqualTo(1);
                        assertThat(gauge(registry, "mcp.client.state", "server", "weather", "state", "disconnected"))
                                .isZero();
                        await().atMost(SOON)
                                .until(() -> gauge(registry, "mcp.client.in.flight", "server", "weather") == 0);
                        assertThat(count(registry, "mcp.client.messages.ignored", "reason", "unused_notification"))
                                .isEqualTo(1);
                        assertThat(samples(registry, "mcp_client_state{"))
                                .hasSize(io.mcpclient.status.McpClientState.values().length);
                    });
        }
    }

    // a session is measured when it is over, with what ended it
    @Test
    void whenSessionIsLostOrEndedThenItsDurationIsMeasured() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.observation.histograms=all",
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.start=lazy")
                    .run(context -> {
                        MeterRegistry registry = context.getBean(MeterRegistry.class);
                        McpClient client = context.getBean(McpClient.class);
                        client.callTool("echo", Map.of());
                        assertThat(registry.find("mcp.client.session.duration").timer())
                                .isNull();

                        server.forgetSessions();
                        client.callTool("echo", Map.of());
                        client.session().dispose();

                        assertThat(registry.get("mcp.client.session.duration")
                                        .tags(
                                                "error.type", "McpSessionException",
                                                "mcp.protocol.version", "2025-11-25",
                                                "network.transport", "tcp",
                                                "server.address", "127.0.0.1")
                                        .timer()
                                        .count())
                                .isEqualTo(1);
                        assertThat(registry.get("mcp.client.session.duration")
                                        .tags("error.type", "none")
                                        .timer()
                                        .count())
                                .isEqualTo(1);
                        assertThat(count(registry, "mcp.client.session.renewals", "server", "weather"))
                                .isEqualTo(1);
                        assertThat(count(registry, "mcp.client.connects", "server", "weather"))
                                .isEqualTo(2);
                        assertThat(count(registry, "mcp.client.reconnects", "server", "weather"))
                                .isZero();
                        assertThat(samples(registry, "mcp_client_session_duration_seconds_bucket"))
                                .hasSize(2 * BOUNDARIES.size());
                    });
        }
    }

    @Test
    void whenServerIsReplacedOrRemovedThenTheDurationOfItsSessionIsMeasured() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        MeterRegistry registry = context.getBean(MeterRegistry.class);
                        McpServers servers = context.getBean(McpServers.class);
                        context.getBean(McpClient.class).callTool("echo", Map.of());
                        servers.replace("weather", Map.of("url", server.url(), "request-timeout", "7s"));
                        assertThat(sessions(registry)).isEqualTo(1);
                        context.getBean(McpClient.class).callTool("echo", Map.of());
                        servers.remove("weather");
                        assertThat(sessions(registry)).isEqualTo(2);
                    });
        }
    }

    private static long sessions(MeterRegistry registry) {
        return registry.get("mcp.client.session.duration")
                .tags("mcp.server.name", "weather", "error.type", "none")
                .timer()
                .count();
    }

    // Processes have no address, and servers behind one gateway share theirs.
    @Test
    void whenTwoServersHaveTheSameAddressThenDurationsAreSeparate() {
        try (ScriptedModernServer gateway = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.observation.include-exchange-metrics=true",
                            "mcp.defaults.protocol=modern",
                            "mcp.defaults.start=lazy",
                            "mcp.servers.weather.url=" + gateway.url(),
                            "mcp.servers.tickets.url=" + gateway.url())
                    .run(context -> {
                        MeterRegistry registry = context.getBean(MeterRegistry.class);
                        McpClients clients = context.getBean(McpClients.class);
                        clients.get("weather").callTool("echo", Map.of());
                        clients.get("tickets").callTool("echo", Map.of());
                        clients.get("tickets").callTool("echo", Map.of());
                        clients.all().forEach(client -> client.session().dispose());

                        for (String duration :
                                List.of("mcp.client.operation.duration", "mcp.client.exchange.duration")) {
                            assertThat(calls(registry, duration, "weather")).isEqualTo(1);
                            assertThat(calls(registry, duration, "tickets")).isEqualTo(2);
                        }
                        for (String server : List.of("weather", "tickets")) {
                            assertThat(registry.get("mcp.client.session.duration")
                                            .tags("mcp.server.name", server)
                                            .timer()
                                            .count())
                                    .isEqualTo(1);
                        }
                    });
        }
    }

    /** All calls: some are measured before the tool is listed. */
    private static long calls(MeterRegistry registry, String duration, String server) {
        return registry.get(duration).tags("mcp.server.name", server, "mcp.method.name", "tools/call").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    @Test
    void whenServerNamesAreSwitchedOffThenDurationsHaveOnlyTheTagsOfTheConvention() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.observation.include-exchange-metrics=true",
                            "mcp.observation.include-server-name=false",
                            "mcp.servers.weather.protocol=modern",
                            "mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        client.callTool("echo", Map.of());
                        client.session().dispose();

                        assertThat(context.getBean(MeterRegistry.class).getMeters().stream()
                                        .map(Meter::getId)
                                        .filter(id -> id.getName().endsWith(".duration")))
                                .extracting(Meter.Id::getName)
                                .contains(
                                        "mcp.client.operation.duration",
                                        "mcp.client.exchange.duration",
                                        "mcp.client.session.duration");
                        assertThat(context.getBean(MeterRegistry.class).getMeters())
                                .noneMatch(meter -> meter.getId().getTag("mcp.server.name") != null);
                    });
        }
    }

    // fault I26: a server that responds with whatever number it likes
    @Test
    void whenServerSendsUnregisteredStatusCodesThenTheyShareOneSeries() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            for (int status = 520; status < 580; status++) {
                server.on("tools/call").reply(Reply.status(status));
            }
            server.on("tools/call").reply(Reply.status(500));
            this.runner
                    .withPropertyValues(
                            "mcp.observation.include-exchange-metrics=true",
                            "mcp.servers.weather.protocol=modern",
                            "mcp.servers.weather.circuit-breaker.enabled=false",
                            "mcp.servers.weather.retry.max-attempts=1",
                            "mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        for (int call = 0; call < 61; call++) {
                            assertThatThrownBy(() -> client.callTool("echo", Map.of()))
                                    .isInstanceOf(McpException.class);
                        }

                        MeterRegistry registry = context.getBean(MeterRegistry.class);
                        assertThat(registry.get("mcp.client.exchange.duration")
                                        .tags("mcp.method.name", "tools/call")
                                        .timers())
                                .extracting(timer -> timer.getId().getTag("error.type"))
                                .containsOnly("_OTHER", "500");
                        assertThat(registry.get("http.client.requests").timers())
                                .extracting(timer -> timer.getId().getTag("status"))
                                .containsOnly("200", "500", "_OTHER");
                    });
        }
    }

    @Test
    void whenThereIsAClientThenItsResilienceAndStoreAreMeasured() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner.run(context -> {
                MeterRegistry registry = context.getBean(MeterRegistry.class);
                try (McpClient client = McpClient.builder("remembering")
                        .url(server.url())
                        .sessions(McpSessionSettings.of(new InMemoryMcpSessionStore()))
                        .build()) {
                    context.getBean(McpClients.class).add(client);

                    assertThat(gauge(registry, "mcp.client.store.available", "server", "remembering"))
                            .isEqualTo(1);
                    assertThat(count(registry, "mcp.client.store.failures", "server", "remembering"))
                            .isZero();
                    for (String counter : List.of("mcp.client.retries", "mcp.client.rejected", "mcp.client.connects")) {
                        assertThat(count(registry, counter, "server", "remembering"))
                                .isZero();
                    }
                    assertThat(gauge(registry, "mcp.client.waiting", "server", "remembering"))
                            .isZero();
                    assertThat(registry.get("mcp.client.circuit.state").gauges().stream()
                                    .mapToDouble(gauge -> gauge.value())
                                    .sum())
                            .isEqualTo(1);
                    context.getBean(McpClients.class).remove("remembering");
                }
            });
        }
    }

    @Test
    void whenClientsAreAddedAndRemovedThenTheirMetersAreToo() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner.run(context -> {
                MeterRegistry registry = context.getBean(MeterRegistry.class);
                McpClients clients = context.getBean(McpClients.class);
                assertThat(registry.find("mcp.client.state").gauges()).isEmpty();

                McpClient client = McpClient.builder("late").url(server.url()).build();
                clients.add(client);
                assertThat(registry.find("mcp.client.state")
                                .tag("server", "late")
                                .gauges())
                        .isNotEmpty();

                clients.remove("late");
                await().atMost(SOON).untilAsserted(() -> assertThat(registry.getMeters())
                        .noneMatch(meter -> "late".equals(meter.getId().getTag("server"))));
                client.close();
            });
        }
    }

    @Test
    void whenThereIsNoMeterRegistryThenThereAreNoMeters() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpMetricsAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpMeterBinder.class));
        this.runner
                .withClassLoader(new FilteredClassLoader(MeterRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpMeterBinder.class));
    }

    @Test
    void toolsAreMeasuredInTokensOfTheirDefinitionsAndResults() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        MeterRegistry meters = context.getBean(MeterRegistry.class);
                        McpToolRegistry tools = context.getBean(McpToolRegistry.class);
                        McpModelTool echo =
                                tools.offer(McpToolSelection.all()).tools().get(0);
                        echo.call("{\"text\":\"twelve chars\"}", McpCallOptions.defaults());
                        assertThat(gauge(meters, "mcp.client.tools.definitions", "server", "weather"))
                                .isEqualTo(tools.usage("weather").get(0).definitionTokens());
                        DistributionSummary results = meters.get("mcp.client.tools.results")
                                .tags("server", "weather", "gen_ai.tool.name", "echo")
                                .summary();
                        assertThat(results.count()).isEqualTo(1);
                        assertThat(results.totalAmount())
                                .isEqualTo(tools.usage("weather").get(0).resultTokens())
                                .isEqualTo(6);
                        context.getBean(McpClients.class).remove("weather");
                        assertThat(meters.find("mcp.client.tools.definitions").meters())
                                .isEmpty();
                        assertThat(meters.find("mcp.client.tools.results").meters())
                                .isEmpty();
                    });
        }
    }

    @Test
    void toolsWithoutEndHaveALimitedNumberOfMeters() {
        MeterRegistry meters = new SimpleMeterRegistry();
        McpToolRegistry tools = mock(McpToolRegistry.class);
        ArgumentCaptor<McpModelResultListener> results = ArgumentCaptor.forClass(McpModelResultListener.class);
        McpModelTool tool = mock(McpModelTool.class);
        try (McpClients clients = new McpClients(List.of(
                McpClient.builder("weather").url("http://localhost:1/mcp").build()))) {
            new McpToolCostMeters(clients, tools).bindTo(meters);
            verify(tools).addResultListener(results.capture());
            for (int i = 0; i < McpToolCostMeters.MAX_NAMES + 10; i++) {
                Tool definition = Tool.of("tool-" + i, "", "{\"type\":\"object\"}");
                when(tool.registered()).thenReturn(new McpRegisteredTool("tool", "weather", definition, true));
                results.getValue().onResult(tool, McpModelResult.ofText("sunny"));
            }
            assertThat(meters.find("mcp.client.tools.results").meters()).hasSize(McpToolCostMeters.MAX_NAMES + 1);
            assertThat(meters.get("mcp.client.tools.results")
                            .tag("gen_ai.tool.name", McpMessage.UNKNOWN)
                            .summary()
                            .count())
                    .isEqualTo(10);

            clients.remove("weather");
            results.getValue().onResult(tool, McpModelResult.ofText("sunny"));
            assertThat(meters.getMeters()).isEmpty();
        }
    }
}
