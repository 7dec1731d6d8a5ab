package io.mcpclient.autoconfigure.observation;

import java.util.Map;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.BaggageInScope;
import io.micrometer.tracing.Tracer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration;
import org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration;
import org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The baggage of callers, in an application with Boot's configuration of OpenTelemetry. */
@Timeout(60)
class BaggageTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    ObservationAutoConfiguration.class,
                    MicrometerTracingAutoConfiguration.class,
                    OpenTelemetrySdkAutoConfiguration.class,
                    OpenTelemetryTracingAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpObservationAutoConfiguration.class));

    // TRC-05
    @ParameterizedTest
    @CsvSource({
        "full, true, false", "full, false, false", "propagate, true, false",
        "full, true, true", "full, false, true", "propagate, true, true"
    })
    void baggageIsSentOnlyIfThatIsSwitchedOn(String mode, boolean httpRequests, boolean baggage) {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.protocol=modern",
                            "mcp.observation.mode=" + mode,
                            "mcp.observation.include-http-requests=" + httpRequests,
                            "mcp.observation.include-baggage=" + baggage,
                            "management.tracing.sampling.probability=1",
                            "management.tracing.baggage.remote-fields=tenant")
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        client.session().connect();
                        Observation.createNotStarted("caller", context.getBean(ObservationRegistry.class))
                                .observe(() -> callWithin(context.getBean(Tracer.class), client));

                        RecordedRequest call = server.requests("tools/call").get(0);
                        assertThat(call.header("traceparent")).isNotNull();
                        assertThat(String.valueOf(call.header("baggage")).startsWith("tenant=acme"))
                                .isEqualTo(baggage);
                        assertThat((call.headers() + call.body()).contains("acme"))
                                .isEqualTo(baggage);
                    });
        }
    }

    private static void callWithin(Tracer tracer, McpClient client) {
        try (BaggageInScope tenant = tracer.createBaggageInScope("tenant", "acme")) {
            client.callTool("echo", Map.of());
        }
    }
}
