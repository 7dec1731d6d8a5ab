package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.DefaultClientRequestObservationConvention;
import reactor.test.StepVerifier;

import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.Telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Requests without a {@code WebClient} are observed as those with one are. */
class HttpRequestObservationTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    enum Response {
        RESULT,
        UNAVAILABLE,
        NONSTANDARD,
        RESET,
        SILENCE;

        Reply reply() {
            return switch (this) {
                case RESULT -> Reply.result("{\"content\":[]}");
                case UNAVAILABLE -> Reply.status(503);
                case NONSTANDARD -> Reply.status(499);
                case RESET -> Reply.reset();
                case SILENCE -> Reply.neverAnswer();
            };
        }
    }

    /** What has been recorded of the requests of one client, without what differs in each run. */
    private record Recorded(List<Map<String, String>> timers, List<Map<String, String>> spans, boolean propagated) {}

    private static Recorded record(Response response, boolean hasWebClient) {
        try (Telemetry telemetry = new Telemetry();
                ScriptedHttpServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(response.reply());
            server.on("notifications/cancelled").optionally().reply(Reply.accepted());
            McpClientBuilder builder = McpClient.builder("weather")
                    .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                    .url(server.url())
                    .timeouts(timeouts ->
                            timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2)))
                    .observation(McpObservationSettings.of(telemetry.registry()));
            try (McpClient client = (hasWebClient ? builder.webClient(http -> {}) : builder).build()) {
                client.session().connect();
                call(client, server, response);
                // initialize, the notification after it, the call, and its cancellation
                int count = (response == Response.SILENCE) ? 4 : 3;
                await().atMost(SOON).until(() -> requests(telemetry).size() == count);
                RecordedRequest request = server.requests("tools/call").get(0);
                return new Recorded(
                        telemetry.timers("http.client.requests"),
                        requests(telemetry),
                        request.headers().containsKey("traceparent"));
            }
        }
    }

    private static void call(McpClient client, ScriptedHttpServer server, Response response) {
        if (response == Response.RESULT) {
            client.callTool("echo", Map.of());
        } else if (response == Response.SILENCE) {
            StepVerifier.create(client.reactive().callTool("echo", Map.of()))
                    .expectSubscription()
                    .then(() -> await().atMost(SOON)
                            .until(() -> !server.requests("tools/call").isEmpty()))
                    .thenCancel()
                    .verify(SOON);
        } else {
            StepVerifier.create(client.reactive().callTool("echo", Map.of()))
                    .expectError()
                    .verify(SOON);
        }
    }

    private static List<Map<String, String>> requests(Telemetry telemetry) {
        return telemetry.spans().stream()
                .filter(span -> span.getName().equals("http post"))
                .map(HttpRequestObservationTests::attributes)
                .toList();
    }

    private static Map<String, String> attributes(SpanData span) {
        Map<String, String> attributes = new TreeMap<>();
        span.getAttributes().forEach((key, value) -> attributes.put(key.getKey(), String.valueOf(value)));
        attributes.remove("http.url"); // has the port
        attributes.put("kind", span.getKind().name());
        attributes.put("status", span.getStatus().getStatusCode().name());
        return attributes;
    }

    @ParameterizedTest
    @EnumSource
    void observationsAreTheSameWithAndWithoutWebClient(Response response) {
        Recorded with = record(response, true);
        Recorded without = record(response, false);

        assertThat(with.timers()).isNotEmpty();
        assertThat(without.timers()).containsExactlyInAnyOrderElementsOf(with.timers());
        assertThat(without.spans()).containsExactlyInAnyOrderElementsOf(with.spans());
        assertThat(List.of(with.propagated(), without.propagated())).containsOnly(true);
    }

    /** An attribute of the request that only the application knows, and one that depends on the response. */
    private static final class OwnConvention extends DefaultClientRequestObservationConvention {

        @Override
        public String getName() {
            return "own.requests";
        }

        @Override
        public String getContextualName(ClientRequestObservationContext context) {
            return "own request";
        }

        @Override
        public KeyValues getLowCardinalityKeyValues(ClientRequestObservationContext context) {
            return KeyValues.of(status(context), KeyValue.of("tenant", "acme"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void customConventionIsUsedWithAndWithoutWebClient(boolean hasWebClient) {
        try (Telemetry telemetry = new Telemetry();
                ScriptedHttpServer server = ScriptedHttpServer.legacy()) {
            McpClientBuilder builder = McpClient.builder("weather")
                    .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                    .url(server.url() + "?key=s3cret")
                    .observation(
                            McpObservationSettings.of(telemetry.registry()).withHttpConvention(new OwnConvention()));
            try (McpClient client = (hasWebClient ? builder.webClient(http -> {}) : builder).build()) {
                client.callTool("echo", Map.of());
                assertThat(telemetry.timers("http.client.requests")).isEmpty();
                await().atMost(SOON).untilAsserted(() -> assertThat(telemetry.timers("own.requests"))
                        .anySatisfy(tags -> assertThat(tags).containsEntry("status", "200"))
                        .allSatisfy(tags -> assertThat(tags)
                                .containsEntry("tenant", "acme")
                                .doesNotContainKeys("uri", "client.name")));
                assertThat(telemetry.spans())
                        .filteredOn(span -> span.getName().equals("own request"))
                        .hasSizeGreaterThan(1)
                        .noneMatch(span -> span.getAttributes().toString().contains("s3cret"))
                        .allMatch(span -> span.getAttributes().toString().contains("http.url="));
                assertThat(server.requests("tools/call").get(0).header("traceparent"))
                        .isNotNull();
            }
        }
    }
}
