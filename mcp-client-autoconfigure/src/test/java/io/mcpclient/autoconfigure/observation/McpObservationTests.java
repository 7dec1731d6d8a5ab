package io.mcpclient.autoconfigure.observation;

import java.util.List;
import java.util.Map;

import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.client.ClientRequestObservationConvention;
import org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.observation.DefaultMcpClientObservationConvention;
import io.mcpclient.observation.McpClientObservationContext;
import io.mcpclient.observation.McpClientObservationConvention;
import io.mcpclient.observation.McpTracePropagator;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Observation of the clients of an application: there, switched off, without its libraries, and in its own words. */
@Timeout(60)
class McpObservationTests {

    private static final String OPERATIONS = "mcp.client.operation.duration";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpObservationAutoConfiguration.class));

    private ApplicationContextRunner with(ScriptedModernServer server, Class<?> configuration, String... properties) {
        return this.runner
                .withUserConfiguration(configuration)
                .withPropertyValues("mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.protocol=modern")
                .withPropertyValues(properties);
    }

    @Configuration(proxyBeanMethods = false)
    static class Registry {

        @Bean
        TestObservationRegistry observationRegistry() {
            return TestObservationRegistry.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnConventions extends Registry {

        @Bean
        McpClientObservationConvention convention() {
            return new DefaultMcpClientObservationConvention() {
                @Override
                public KeyValues getLowCardinalityKeyValues(McpClientObservationContext context) {
                    return KeyValues.of("server", context.getServerName());
                }
            };
        }
    }

    @Test
    void whenThereIsARegistryThenOperationsAreObserved() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            with(server, Registry.class).run(context -> {
                context.getBean(McpClient.class).callTool("echo", Map.of());

                TestObservationRegistryAssert.assertThat(context.getBean(TestObservationRegistry.class))
                        .hasAnObservationWithAKeyValue("mcp.method.name", "tools/call")
                        .hasAnObservation(observation -> observation.hasNameEqualTo("http.client.requests"));
            });
        }
    }

    @Test
    void whenModeIsOffThenNothingIsObserved() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            with(server, Registry.class, "mcp.observation.mode=off").run(context -> {
                context.getBean(McpClient.class).callTool("echo", Map.of());

                TestObservationRegistryAssert.assertThat(context.getBean(TestObservationRegistry.class))
                        .doesNotHaveAnyObservation();
            });
        }
    }

    @Test
    void whenHttpRequestsAreExcludedThenTheyAreNotObserved() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            with(server, Registry.class, "mcp.observation.include-http-requests=false")
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of());

                        TestObservationRegistryAssert.assertThat(context.getBean(TestObservationRegistry.class))
                                .hasAnObservation(observation -> observation.hasNameEqualTo(OPERATIONS))
                                .hasNumberOfObservationsWithNameEqualTo("http.client.requests", 0);
                    });
        }
    }

    @Test
    void whenPayloadsAreIncludedThenSpansShowThem() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            with(server, Registry.class, "mcp.observation.include-payloads=true")
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of("city", "Oslo"));

                        TestObservationRegistryAssert.assertThat(context.getBean(TestObservationRegistry.class))
                                .hasAnObservationWithAKeyValue("gen_ai.tool.call.arguments", "{\"city\":\"Oslo\"}");
                    });
        }
    }

    @Test
    void whenThereIsACustomConventionThenItIsUsed() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            with(server, OwnConventions.class).run(context -> {
                context.getBean(McpClient.class).callTool("echo", Map.of());

                TestObservationRegistryAssert.assertThat(context.getBean(TestObservationRegistry.class))
                        .hasAnObservationWithAKeyValue("server", "weather");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenThereIsACustomHttpConventionThenItIsUsedWithAndWithoutWebClient(boolean hasWebClient) {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            with(server, Registry.class, "mcp.http.use-application-builder=" + hasWebClient)
                    .withBean(WebClient.Builder.class, WebClient::builder)
                    .withBean(
                            ClientRequestObservationConvention.class,
                            () -> new DefaultClientRequestObservationConvention("own.requests"))
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of());

                        TestObservationRegistryAssert.assertThat(context.getBean(TestObservationRegistry.class))
                                .hasAnObservation(observation -> observation.hasNameEqualTo("own.requests"))
                                .hasNumberOfObservationsWithNameEqualTo("http.client.requests", 0);
                    });
        }
    }

    @Test
    void whenThereIsNoRegistryThenThereIsNoCustomizer() {
        this.runner.run(context -> assertThat(context).doesNotHaveBean("mcpObservationCustomizer"));
    }

    @Test
    void whenTracingIsAbsentThenOperationsAreStillObserved() {
        this.runner
                .withUserConfiguration(Registry.class)
                .withClassLoader(new FilteredClassLoader(Tracer.class.getPackageName()))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasBean("mcpObservationCustomizer")
                        .doesNotHaveBean(McpTracePropagator.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class Exporter {

        @Bean
        InMemorySpanExporter spanExporter() {
            return InMemorySpanExporter.create();
        }
    }

    // TRC-01: with Boot's own configuration of metrics and tracing, in the mode in which only the context goes along
    @Test
    void whenModeIsPropagateThenTheCallersSpanIsPropagated() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            with(server, Exporter.class, "mcp.observation.mode=propagate", "management.tracing.sampling.probability=1")
                    .withConfiguration(AutoConfigurations.of(
                            MetricsAutoConfiguration.class,
                            SimpleMetricsExportAutoConfiguration.class,
                            ObservationAutoConfiguration.class,
                            MicrometerTracingAutoConfiguration.class,
                            org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration
                                    .class,
                            org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure
                                    .OpenTelemetryTracingAutoConfiguration.class))
                    .run(context -> {
                        assertThat(context).hasSingleBean(McpTracePropagator.class);
                        McpClient client = context.getBean(McpClient.class);
                        client.session().connect();
                        Observation.createNotStarted("caller", context.getBean(ObservationRegistry.class))
                                .observe(() -> client.callTool("echo", Map.of()));

                        String traceparent = server.requests("tools/call")
                                .get(0)
                                .json()
                                .at("/params/_meta/traceparent")
                                .stringValue();
                        context.getBean(io.opentelemetry.sdk.trace.SdkTracerProvider.class)
                                .forceFlush()
                                .join(10, java.util.concurrent.TimeUnit.SECONDS);
                        List<SpanData> spans =
                                context.getBean(InMemorySpanExporter.class).getFinishedSpanItems();
                        assertThat(spans).extracting(SpanData::getName).containsExactly("caller");
                        assertThat(traceparent)
                                .contains(
                                        spans.get(0).getTraceId(), spans.get(0).getSpanId());
                        assertThat(context.getBean(MeterRegistry.class)
                                        .find(OPERATIONS)
                                        .timers())
                                .isEmpty();
                    });
        }
    }
}
