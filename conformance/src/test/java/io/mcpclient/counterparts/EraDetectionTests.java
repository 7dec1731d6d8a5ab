package io.mcpclient.counterparts;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.protocol.McpEra;
import io.mcpclient.protocol.McpProtocol;
import io.mcpclient.schema.ProtocolRevision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** How the era of a server is found out, and what that costs: the server tells what it has received. */
@Timeout(60)
class EraDetectionTests {

    private static final String DISCOVER = "server/discover";

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
        "http, modern, MODERN",
        "http, both, MODERN",
        "http, stateless, MODERN",
        "http, legacy, LEGACY",
        "stdio, modern, MODERN",
        "stdio, both, MODERN",
        "stdio, legacy, LEGACY"
    })
    void oneRequestTellsTheEra(String transport, String eras, McpEra era) {
        try (McpClient client = builder(transport, eras).build()) {
            assertThat(client.connect().era()).isEqualTo(era);
            assertThat(client.status().eraReason()).isNotBlank();
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
    void theLegacyEraIsNotAskedForWhenItIsSet(String transport, String eras) {
        try (McpClient client =
                builder(transport, eras).protocol(McpProtocol.LEGACY).build()) {
            assertThat(client.connect().revision()).isEqualTo(ProtocolRevision.V2025_11_25);
            assertThat(received(client)).startsWith("initialize").doesNotContain(DISCOVER);
        }
    }

    // VER-18, VER-25
    @ParameterizedTest
    @CsvSource({"http, V2026_07_28", "http, V2025_06_18", "stdio, V2026_07_28", "stdio, V2025_06_18"})
    void anExactRevisionIsSpoken(String transport, ProtocolRevision revision) {
        try (McpClient client = builder(transport, "both").revision(revision).build()) {
            assertThat(client.connect().revision()).isEqualTo(revision);
        }
    }

    // VER-22: the error says which revisions the server speaks
    @ParameterizedTest
    @ValueSource(strings = {"http", "stdio"})
    void aServerWithoutAHandshakeIsRefusedWhereOneIsSet(String transport) {
        try (McpClient client =
                builder(transport, "modern").protocol(McpProtocol.LEGACY).build()) {
            assertThatExceptionOfType(McpInitializationException.class)
                    .isThrownBy(client::connect)
                    .withMessageStartingWith("MCP server \"both-eras\": ")
                    .withMessageContaining("2026-07-28");
        }
    }

    // VER-23
    @ParameterizedTest
    @ValueSource(strings = {"http", "stdio"})
    void aServerWithAHandshakeIsRefusedWhereNoneIsSet(String transport) {
        try (McpClient client =
                builder(transport, "legacy").protocol(McpProtocol.MODERN).build()) {
            assertThatExceptionOfType(McpInitializationException.class)
                    .isThrownBy(client::connect)
                    .withMessageStartingWith("MCP server \"both-eras\": ");
        }
    }

    // VER-10, VER-11, VER-15: the servers of others, which answer the question in ways of their own
    @ParameterizedTest
    @ValueSource(strings = {"everything", "everything-sse", "java-sdk"})
    void oneRequestTellsThatAServerOfOthersIsLegacy(String server) {
        Queue<HttpMethod> withoutAsking = new ConcurrentLinkedQueue<>();
        Queue<HttpMethod> asking = new ConcurrentLinkedQueue<>();
        try (McpClient legacy = recording(server, withoutAsking)
                        .protocol(McpProtocol.LEGACY)
                        .build();
                McpClient auto = recording(server, asking).build()) {
            legacy.connect();
            assertThat(auto.connect().era()).isEqualTo(McpEra.LEGACY);
            assertThat(auto.status().eraReason()).isNotBlank();
            assertThat(posts(asking)).isEqualTo(posts(withoutAsking) + 1);

            legacy.dispose();
            legacy.connect();
            auto.dispose();
            auto.connect();

            assertThat(posts(asking)).as("the era is remembered").isEqualTo(posts(withoutAsking) + 1);
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

    /** Starts to build a client that has an address of its own, and so sees only its own requests. */
    private static McpClientBuilder builder(String transport, String eras) {
        McpClientBuilder builder = McpClient.builder("both-eras");
        return transport.equals("http")
                ? builder.url(SERVER.url("/" + eras + "?client=" + CLIENTS.incrementAndGet()))
                : builder.transport(BothErasTests.server().stdio(Map.of(), "stdio", eras));
    }

    private static List<String> received(McpClient client) {
        return client.callTool("received", Map.of(), Received.class).methods();
    }
}
