package io.mcpclient.sample;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** What actuator shows of the clients without a line of code, and a trace from the browser to the server behind. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
@Timeout(120)
class ObservabilityTests {

    private static final Duration SOON = Duration.ofSeconds(60);

    /** The column "on operation metric" of the convention, and Micrometer's own name for the exception. */
    private static final String[] TAGS = {
        "error",
        "error.type",
        "gen_ai.operation.name",
        "gen_ai.prompt.name",
        "gen_ai.tool.name",
        "mcp.method.name",
        "mcp.protocol.version",
        "mcp.server.name",
        "network.protocol.name",
        "network.protocol.version",
        "network.transport",
        "rpc.response.status_code",
        "server.address",
        "server.port"
    };

    @TestConfiguration(proxyBeanMethods = false)
    static class Exporter {

        @Bean
        InMemorySpanExporter inMemorySpanExporter() {
            return InMemorySpanExporter.create();
        }

        @Bean
        SimpleSpanProcessor atOnce(InMemorySpanExporter exporter) {
            return (SimpleSpanProcessor) SimpleSpanProcessor.create(exporter);
        }
    }

    @LocalServerPort
    private int port;

    @Autowired
    private InMemorySpanExporter exporter;

    private Http http;

    @BeforeEach
    void awaitServers() {
        this.http = new Http(this.port);
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(
                        this.http.getJson("/api/servers").findValuesAsString("tools"))
                .containsExactly("2", "9", "5", "6"));
        assertThat(this.http.call("add_numbers", "{\"a\": 1, \"b\": 2}").statusCode())
                .isEqualTo(200);
        assertThat(this.http.call("search_trips", "{\"region\": \"coast\"}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void metricsEndpointShowsOperationsWithTheTagsOfTheConvention() {
        JsonNode metric = this.http.getJson("/actuator/metrics/mcp.client.operation.duration");

        assertThat(metric.get("baseUnit").asString()).isEqualTo("seconds");
        assertThat(metric.get("availableTags").findValuesAsString("tag")).containsExactlyInAnyOrder(TAGS);
        JsonNode calls = this.http.getJson("/actuator/metrics/mcp.client.operation.duration"
                + "?tag=mcp.method.name:tools/call&tag=gen_ai.tool.name:add_numbers");
        assertThat(calls.at("/measurements/0/value").asDouble()).isGreaterThanOrEqualTo(1);
        assertThat(values(calls, "mcp.protocol.version")).containsExactly("2025-11-25");
        assertThat(values(calls, "network.transport")).containsExactly("tcp");
        assertThat(values(calls, "error.type")).containsExactly("none");
    }

    private static List<String> values(JsonNode metric, String tag) {
        return metric.get("availableTags")
                .valueStream()
                .filter(entry -> entry.get("tag").asString().equals(tag))
                .flatMap(entry -> entry.get("values").valueStream())
                .map(JsonNode::asString)
                .toList();
    }

    @Test
    void prometheusEndpointShowsHistogramsAndStates() {
        String scrape = this.http.get("/actuator/prometheus").body();

        assertThat(scrape)
                .contains("mcp_client_operation_duration_seconds_bucket{")
                .doesNotContain("mcp_client_exchange_duration")
                .contains("mcp_client_state{server=\"travel\",state=\"connected\"} 1.0")
                .contains("mcp_client_in_flight{server=\"everyday\"} 0.0")
                .contains("mcp_client_reconnects_total{server=\"desk\"}");
        assertThat(scrape.lines()
                        .filter(line -> line.startsWith("mcp_client_operation_duration_seconds_bucket")
                                && line.contains("gen_ai_tool_name=\"add_numbers\""))
                        .map(line -> line.replaceFirst(".*le=\"([^\"]+)\".*", "$1")))
                .containsExactly(
                        "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1.0", "2.0", "5.0", "10.0", "30.0", "60.0",
                        "120.0", "300.0", "+Inf");
    }

    // promise 10: the trace of the browser's request goes on in the server, by way of _meta
    @Test
    void traceOfAToolCallGoesOnInTheEmbeddedServer() {
        SpanData served = await(span -> span.getName().equals("tools/call") && span.getKind() == SpanKind.SERVER);
        SpanData exchange = await(span -> span.getSpanId().equals(served.getParentSpanId()));
        SpanData operation = await(span -> span.getSpanId().equals(exchange.getParentSpanId()));
        SpanData request = await(span -> span.getSpanId().equals(operation.getParentSpanId()));

        assertThat(exchange.getName()).isEqualTo("tools/call search_trips");
        assertThat(operation.getName()).isEqualTo("tools/call search_trips");
        assertThat(List.of(exchange, operation)).extracting(SpanData::getKind).containsOnly(SpanKind.CLIENT);
        assertThat(request.getName()).isEqualTo("http post /api/tools/{*name}");
        assertThat(List.of(served, exchange, operation, request))
                .extracting(SpanData::getTraceId)
                .containsOnly(request.getTraceId());
    }

    private SpanData await(Predicate<SpanData> wanted) {
        return Awaitility.await()
                .atMost(SOON)
                .until(
                        () -> this.exporter.getFinishedSpanItems().stream()
                                .filter(wanted)
                                .findFirst()
                                .orElse(null),
                        span -> span != null);
    }
}
