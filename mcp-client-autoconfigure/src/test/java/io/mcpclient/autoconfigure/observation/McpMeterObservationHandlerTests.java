package io.mcpclient.autoconfigure.observation;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpException;
import io.mcpclient.observation.McpClientObservationContext;
import io.mcpclient.observation.McpExchangeObservationContext;
import io.mcpclient.observation.McpMessage;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.transport.McpPeer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The meters of calls, compared with those of Micrometer's own handler, and beside handlers of the application. */
@Timeout(60)
class McpMeterObservationHandlerTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpObservationAutoConfiguration.class,
                    McpMetricsAutoConfiguration.class,
                    ObservationAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    SimpleMetricsExportAutoConfiguration.class));

    private ApplicationContextRunner with(ScriptedHttpServer server) {
        return this.runner.withPropertyValues(
                "mcp.servers.weather.url=" + server.url(),
                "mcp.servers.weather.protocol=legacy",
                "mcp.servers.weather.start=lazy",
                "mcp.observation.include-exchange-metrics=true",
                "management.observations.key-values.region=north");
    }

    /** A handler of the application for the meters of observations. */
    @Configuration(proxyBeanMethods = false)
    static class OwnMeterHandler {

        @Bean
        MeterObservationHandler<Observation.Context> ownMeterHandler() {
            return new MeterObservationHandler<>() {

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return false;
                }
            };
        }
    }

    /** A handler of the application, which reads all attributes. */
    static class Reading implements ObservationHandler<McpClientObservationContext> {

        private final Map<String, Map<String, String>> attributes = new ConcurrentHashMap<>();

        @Override
        public void onStop(McpClientObservationContext context) {
            Map<String, String> read = new TreeMap<>();
            context.getAllKeyValues().forEach(value -> read.put(value.getKey(), value.getValue()));
            this.attributes.put(context.getName() + " " + context.getContextualName(), read);
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof McpClientObservationContext;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ReadingConfiguration {

        @Bean
        Reading reading() {
            return new Reading();
        }
    }

    /** Succeeds twice, fails once with an error of the tool and once with one of the protocol. */
    private static void call(ScriptedHttpServer server, McpClient client) {
        client.listTools();
        client.callTool("echo", Map.of());
        client.callTool("echo", Map.of());
        server.on("tools/call").reply(Reply.result("{\"content\":[],\"isError\":true}"));
        client.callTool("echo", Map.of());
        server.on("tools/call").reply(Reply.error(-32602, "Unknown tool"));
        assertThatExceptionOfType(McpException.class).isThrownBy(() -> client.callTool("other", Map.of()));
    }

    /** The durations with their tags, except the port, and the number of calls. Their buckets depend on the time that a call takes. */
    private static List<String> durations(MeterRegistry registry) {
        return registry.getMeters().stream()
                .filter(meter ->
                        meter.getId().getName().matches("(mcp.client.*duration|http.client.requests)([.]active)?"))
                .map(McpMeterObservationHandlerTests::duration)
                .sorted()
                .toList();
    }

    private static String duration(Meter meter) {
        Map<String, String> tags = new TreeMap<>();
        meter.getId().getTags().forEach(tag -> tags.put(tag.getKey(), tag.getValue()));
        tags.remove("server.port");
        double count = meter.measure().iterator().next().getValue();
        return meter.getId().getName() + " " + meter.getId().getType() + " "
                + meter.getId().getBaseUnit() + " " + tags + " " + (int) count;
    }

    @Test
    void metersEqualThoseOfMicrometersHandler() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                ScriptedLegacyServer compared = ScriptedHttpServer.legacy()) {
            with(compared).withUserConfiguration(OwnMeterHandler.class).run(micrometer -> {
                assertThat(micrometer).doesNotHaveBean(McpMeterObservationHandler.class);
                call(compared, micrometer.getBean(McpClient.class));
                with(server).run(ours -> {
                    assertThat(ours).hasSingleBean(McpMeterObservationHandler.class);
                    call(server, ours.getBean(McpClient.class));

                    assertThat(durations(ours.getBean(MeterRegistry.class)))
                            .isEqualTo(durations(micrometer.getBean(MeterRegistry.class)))
                            .hasSizeGreaterThanOrEqualTo(12)
                            .anyMatch(
                                    meter -> meter.contains("error.type=tool_error") && meter.contains("region=north"))
                            .anyMatch(meter -> meter.startsWith("mcp.client.operation.duration.active"))
                            .anyMatch(meter -> meter.startsWith("http.client.requests "))
                            .anyMatch(meter -> meter.startsWith("http.client.requests.active "));
                });
            });
        }
    }

    @Test
    void activeCallsAreNotMeasuredIfLongTaskTimersAreIgnored() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            with(server)
                    .withPropertyValues("management.metrics.observations.ignored-meters=long-task-timer")
                    .run(context -> {
                        call(server, context.getBean(McpClient.class));

                        assertThat(durations(context.getBean(MeterRegistry.class)))
                                .isNotEmpty()
                                .noneMatch(meter -> meter.contains(".active"));
                    });
        }
    }

    // a handler of metrics reads no attributes of spans, so they are computed for this one
    @Test
    void customObservationHandlerSeesAllAttributes() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            with(server).withUserConfiguration(ReadingConfiguration.class).run(context -> {
                McpClient client = context.getBean(McpClient.class);
                client.listTools();
                client.callTool("echo", Map.of());

                Map<String, Map<String, String>> read = context.getBean(Reading.class).attributes;
                assertThat(read.get("mcp.client.operation.duration tools/call echo"))
                        .containsEntry("mcp.server.name", "weather")
                        .containsEntry("gen_ai.tool.name", "echo")
                        .containsEntry("region", "north");
                assertThat(read.get("mcp.client.exchange.duration tools/call echo"))
                        .containsEntry("gen_ai.tool.name", "echo")
                        .containsKey("jsonrpc.request.id")
                        .hasEntrySatisfying(
                                "mcp.session.id", hash -> assertThat(hash).matches("[0-9a-f]{12}"));
                assertThat(context.getBean(MeterRegistry.class)
                                .get("mcp.client.exchange.duration")
                                .tag("mcp.method.name", "tools/call")
                                .timer()
                                .count())
                        .isEqualTo(1);
            });
        }
    }

    private static void observe(McpMeterObservationHandler handler, String tool) {
        McpClientObservationContext context = new McpClientObservationContext(
                "weather", McpPeer.process(), new McpMessage("tools/call", tool, null, null, null));
        context.setName("calls");
        context.addLowCardinalityKeyValue(KeyValue.of("tool", tool));
        handler.onStart(context);
        handler.onStop(context);
    }

    @Test
    void otherObservationsAreLeftToMicrometer() {
        McpMeterObservationHandler handler = new McpMeterObservationHandler(new SimpleMeterRegistry(), true, true);
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(handler);
        McpMessage message = new McpMessage("tools/call", "echo", null, null, null);
        Observation exchange = Observation.createNotStarted(
                "exchange",
                () -> new McpExchangeObservationContext("weather", McpPeer.process(), message, "7", null),
                observations);
        ClientRequestObservationContext request = new ClientRequestObservationContext(
                ClientRequest.create(HttpMethod.POST, URI.create("http://127.0.0.1/mcp")));

        assertThat(handler.supportsContext(request)).isFalse();
        request.setParentObservation(exchange);
        assertThat(handler.supportsContext(request)).isTrue();
        Observation.Context other = new Observation.Context();
        other.setParentObservation(exchange);
        assertThat(handler.supportsContext(other)).isFalse();
    }

    @Test
    void removedMetersAreRegisteredAgain() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        McpMeterObservationHandler handler = new McpMeterObservationHandler(registry, true, true);
        observe(handler, "echo");

        registry.clear();
        observe(handler, "echo");

        assertThat(registry.get("calls").tag("tool", "echo").timer().count()).isEqualTo(1);
        assertThat(registry.get("calls.active").longTaskTimer().activeTasks()).isZero();
    }

    @Test
    void metersBeyondTheLimitAreFoundInTheRegistry() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        McpMeterObservationHandler handler = new McpMeterObservationHandler(registry, false, true);
        for (int number = 0; number <= McpMeterObservationHandler.MAX_KNOWN; number++) {
            observe(handler, "tool" + number);
        }
        observe(handler, "tool" + McpMeterObservationHandler.MAX_KNOWN);

        assertThat(registry.get("calls")
                        .tag("tool", "tool" + McpMeterObservationHandler.MAX_KNOWN)
                        .timer()
                        .count())
                .isEqualTo(2);
    }
}
