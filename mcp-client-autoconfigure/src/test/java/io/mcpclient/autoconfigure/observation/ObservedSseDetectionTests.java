package io.mcpclient.autoconfigure.observation;

import java.util.Map;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.actuate.McpEndpointAutoConfiguration;
import io.mcpclient.autoconfigure.actuate.McpHealthAutoConfiguration;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedSseServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers of HTTP+SSE in an application with Boot's observation, metrics and tracing, where only the URL is configured. */
@Timeout(60)
class ObservedSseDetectionTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    SimpleMetricsExportAutoConfiguration.class,
                    ObservationAutoConfiguration.class,
                    MicrometerTracingAutoConfiguration.class,
                    OpenTelemetrySdkAutoConfiguration.class,
                    OpenTelemetryTracingAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpObservationAutoConfiguration.class,
                    McpMetricsAutoConfiguration.class,
                    McpHealthAutoConfiguration.class,
                    McpEndpointAutoConfiguration.class));

    // SSE-02, SSE-03
    @ParameterizedTest
    @CsvSource({"404, full", "405, full", "404, propagate", "405, propagate", "404, off"})
    void whenServerRefusesTheFirstPostThenItsEventStreamIsUsed(int status, String mode) {
        try (ScriptedSseServer server = ScriptedHttpServer.sse()) {
            server.onAny()
                    .where(request -> request.method().equals("POST"))
                    .path("/mcp")
                    .always()
                    .reply(Reply.status(status));
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.connect-timeout=60s",
                            "mcp.observation.mode=" + mode,
                            "management.tracing.sampling.probability=1")
                    .run(context -> {
                        context.getBean(McpClient.class).callTool("echo", Map.of("city", "Oslo"));

                        assertThat(server.streamsOpened()).isPositive();
                        assertThat(server.requests("tools/call")).hasSize(1);
                    });
        }
    }
}
