package io.mcpclient.counterparts;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpEra;
import io.mcpclient.testkit.VirtualTime;

import static io.mcpclient.counterparts.Results.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Detection of a server's era and its cost, according to the requests that the server recorded. */
@Timeout(60)
class EraDetectionTests {

    private static final String DISCOVER = "server/discover";

    /** Of blocked callers, in real time. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    private static final List<String> HANDSHAKE = List.of("initialize", "notifications/initialized");

    private static final AtomicInteger CLIENTS = new AtomicInteger();

    @RegisterExtension
    static final NodeHttpServer SERVER = new NodeHttpServer("both-eras", BothErasTests::server, "http");

    @RegisterExtension
    static final NodeHttpServer EVERYTHING = new NodeHttpServer(EverythingTests.PACKAGE, "streamableHttp");

    @RegisterExtension
    static final NodeHttpServer EVERYTHING_SSE = new NodeHttpServer(EverythingTests.PACKAGE, "sse");

    @RegisterExtension
    static final JavaSdkServlet JAVA_SDK = new JavaSdkServlet();

    /** What {@code received} returns. */
    record Received(List<String> methods) {}

    // VER-06, VER-09, VER-14, VER-15
    @ParameterizedTest
    @CsvSource({
        "http, modern, MODERN, succeeded",
        "http, both, MODERN, succeeded",
        "http, stateless, MODERN, succeeded",
        "http, legacy, LEGACY, HTTP 400 with error -32000",
        "stdio, modern, MODERN, succeeded",
        "stdio, both, MODERN, succeeded",
        "stdio, legacy, LEGACY, error -32601"
    })
    void oneRequestDetectsTheEra(String transport, String eras, McpEra era, String reason) {
        try (McpClient client = builder(transport, eras).build()) {
            assertThat(client.session().connect().era()).isEqualTo(era);
            assertThat(client.status().eraReason()).contains(DISCOVER, reason);
            List<String> received = received(client);
            assertThat(received).first().isEqualTo(DISCOVER);
            assertThat(received).filteredOn(DISCOVER::equals).hasSize(1);
            if (era == McpEra.LEGACY) {
                assertThat(received).containsSubsequence(HANDSHAKE);
            } else {
                assertThat(received).doesNotContainAnyElementsOf(HANDSHAKE);
            }
        }
    }

    // VER-25: who says what the server speaks saves the request
    @ParameterizedTest
    @CsvSource({"http, both", "http, stateless", "http, legacy", "stdio, both", "stdio, legacy"})
    void noProbeIsSentWhenTheLegacyEraIsSet(String transport, String eras) {
        try (McpClient client = builder(transport, eras)
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .build()) {
            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2025_11_25);
            assertThat(received(client)).startsWith("initialize").doesNotContain(DISCOVER);
        }
    }

    // VER-16: a server that is replaced under its client by one of the other era, and by one of the first again
    @Test
    void anEraChangeOfTheServerIsDetected() throws Exception {
        change(McpEra.LEGACY);
        try (McpClient client = builder("http", "changing").build()) {
            for (McpEra era : List.of(McpEra.LEGACY, McpEra.MODERN, McpEra.LEGACY)) {
                change(era);
                assertThat(call(client, "echo", Map.of("message", "I am " + era))
                                .text())
                        .isEqualTo("I am " + era);
                assertThat(client.session().connect().era()).isEqualTo(era);
            }
        }
    }

    private static void change(McpEra era) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(SERVER.url("/changing/" + era.label())))
                .PUT(BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(10))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(204);
    }

    // VER-18, VER-25
    @ParameterizedTest
    @CsvSource({"http, V2026_07_28", "http, V2025_06_18", "stdio, V2026_07_28", "stdio, V2025_06_18"})
    void aConfiguredRevisionIsUsed(String transport, ProtocolRevision revision) {
        try (McpClient client = builder(transport, "both")
                .protocol(settings -> settings.withRevision(revision))
                .build()) {
            assertThat(client.session().connect().revision()).isEqualTo(revision);
        }
    }

    // VER-22: the error says which revisions the server speaks
    @ParameterizedTest
    @ValueSource(strings = {"http", "stdio"})
    void aModernServerIsRejectedWhenTheLegacyEraIsSet(String transport) {
        try (McpClient client = builder(transport, "modern")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .build()) {
            assertThatExceptionOfType(McpInitializationException.class)
                    .isThrownBy(client.session()::connect)
                    .withMessageStartingWith("MCP server \"both-eras\": ")
                    .withMessageContaining("2026-07-28");
        }
    }

    // VER-23
    @ParameterizedTest
    @ValueSource(strings = {"http", "stdio"})
    void aLegacyServerIsRejectedWhenTheModernEraIsSet(String transport) {
        try (McpClient client = builder(transport, "legacy")
                .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                .build()) {
            assertThatExceptionOfType(McpInitializationException.class)
                    .isThrownBy(client.session()::connect)
                    .withMessageStartingWith("MCP server \"both-eras\": ")
                    .withMessageContaining("2026-07-28")
                    .withMessageEndingWith("Set protocol to auto or to legacy.");
        }
    }

    // VER-10, VER-11, VER-15: the servers of others, which answer the question in ways of their own
    @ParameterizedTest
    @CsvSource({
        "everything, HTTP 400 with error -32000",
        "everything-sse, HTTP 404 with no JSON-RPC error",
        "java-sdk, HTTP 400 with no JSON-RPC error"
    })
    void oneRequestDetectsThatAThirdPartyServerIsLegacy(String server, String reason) {
        Queue<HttpMethod> withoutAsking = new ConcurrentLinkedQueue<>();
        Queue<HttpMethod> asking = new ConcurrentLinkedQueue<>();
        try (McpClient legacy = recording(server, withoutAsking)
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                        .build();
                McpClient auto = recording(server, asking).build()) {
            legacy.session().connect();
            assertThat(auto.session().connect().era()).isEqualTo(McpEra.LEGACY);
            assertThat(auto.status().eraReason()).contains(DISCOVER, reason);
            assertThat(posts(asking)).isEqualTo(posts(withoutAsking) + 1);

            legacy.session().dispose();
            legacy.session().connect();
            auto.session().dispose();
            auto.session().connect();

            assertThat(posts(asking)).as("the era is remembered").isEqualTo(posts(withoutAsking) + 1);
        }
    }

    // VER-07
    @ParameterizedTest
    @ValueSource(strings = {"server-everything", "server-filesystem", "server-memory"})
    void thirdPartyStdioServersAreDetectedAsLegacy(String server, @TempDir Path directory) {
        Map<String, String> env =
                Map.of("MEMORY_FILE_PATH", directory.resolve("graph.jsonl").toString());
        String argument = server.equals("server-filesystem") ? directory.toString() : "stdio";
        try (McpClient client = McpClient.builder(server)
                .transport(NodePackage.of(server).stdio(env, argument))
                .build()) {
            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2025_11_25);
            assertThat(client.status().eraReason()).contains(DISCOVER, "error -32601");
        }
    }

    private static McpClientBuilder recording(String server, Queue<HttpMethod> requests) {
        String url =
                switch (server) {
                    case "everything" -> EVERYTHING.url("/mcp");
                    case "everything-sse" -> EVERYTHING_SSE.url("/sse");
                    default -> JAVA_SDK.url();
                };
        return McpClient.builder(server)
                .url(url)
                .webClient(client -> client.filter((request, next) -> {
                    requests.add(request.method());
                    return next.exchange(request);
                }));
    }

    private static long posts(Queue<HttpMethod> requests) {
        return requests.stream().filter(HttpMethod.POST::equals).count();
    }

    /**
     * Starts to build a client that has an address of its own, and so sees only its own requests. No limit of its own passes: a server
     * that is slow to start beside a load is not mistaken for a silent one.
     */
    private static McpClientBuilder builder(String transport, String eras) {
        McpClientBuilder builder = McpClient.builder("both-eras")
                .time(new VirtualTime())
                .timeouts(timeouts -> timeouts.withConnect(LIMIT).withRequest(LIMIT));
        return transport.equals("http")
                ? builder.url(SERVER.url("/" + eras + "?client=" + CLIENTS.incrementAndGet()))
                : builder.transport(BothErasTests.server().stdio(Map.of(), "stdio", eras));
    }

    private static List<String> received(McpClient client) {
        return client.callTool("received", Map.of(), Received.class).methods();
    }
}
