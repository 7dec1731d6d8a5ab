package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpEra;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Negotiation of the revision, with servers that support none of ours as well. */
@Timeout(30)
class LegacyConnectorTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(UnaryOperator<McpClientBuilder> settings) {
        return settings.apply(McpClient.builder("weather")
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                        .url(this.server.url())
                        .timeouts(timeouts ->
                                timeouts.withConnect(Duration.ofSeconds(20)).withShutdown(Duration.ofSeconds(1))))
                .build();
    }

    private static String result(String revision) {
        return "{\"protocolVersion\":\"" + revision + "\",\"capabilities\":{},\"instructions\":\"be nice\","
                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
    }

    private static Reply.Whole refusal(int status, String data) {
        return Reply.json(
                status,
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32602,\"message\":\"Unsupported protocol version\","
                        + "\"data\":" + data + "}}");
    }

    private List<String> proposed() {
        return this.server.requests("initialize").stream()
                .map(request -> request.json().at("/params/protocolVersion").stringValue())
                .toList();
    }

    private static McpInitializationException refused(McpClient client) {
        return catchThrowableOfType(McpInitializationException.class, client.session()::connect);
    }

    // LIFE-08, VER-17, VER-18, VER-20
    @ParameterizedTest
    @EnumSource(names = "V2026_07_28", mode = EnumSource.Mode.EXCLUDE)
    void connectAcceptsEverySupportedRevisionThatTheServerChooses(ProtocolRevision revision) {
        this.server
                .on("initialize")
                .reply(Reply.result(result(revision.wireValue())).withHeader("Mcp-Session-Id", "s1"));
        try (McpClient client = client(builder -> builder)) {
            var description = client.session().connect();

            assertThat(description.revision()).isEqualTo(revision);
            assertThat(description.era()).isEqualTo(McpEra.LEGACY);
            assertThat(description.instructions()).isEqualTo("be nice");
            assertThat(proposed()).containsExactly("2025-11-25");
        }
    }

    // VER-25
    @ParameterizedTest
    @EnumSource(names = "V2026_07_28", mode = EnumSource.Mode.EXCLUDE)
    void connectWhenRevisionIsPinnedProposesIt(ProtocolRevision revision) {
        try (McpClient client = client(builder -> builder.protocol(settings -> settings.withRevision(revision)))) {
            assertThat(client.session().connect().revision()).isEqualTo(revision);
            assertThat(proposed()).containsExactly(revision.wireValue());
        }
    }

    // LIFE-09, VER-19: no "initialized"; both sides are named; the session it opened is deleted
    @ParameterizedTest
    @ValueSource(strings = {"2024-10-07", "2026-07-28", "2099-01-01", "", "latest\n"})
    void connectWhenServerChoosesAnUnsupportedRevisionEndsTheSession(String revision) {
        this.server
                .on("initialize")
                .reply(Reply.result(result(revision.replace("\n", "\\n"))).withHeader("Mcp-Session-Id", "s1"));
        try (McpClient client = client(builder -> builder)) {
            McpInitializationException failure = refused(client);

            assertThat(failure)
                    .hasMessageContaining("[" + revision.strip())
                    .hasMessageContaining("[2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05]")
                    .hasMessageNotContaining("\n");
            assertThat(failure).cause().isInstanceOfSatisfying(McpProtocolException.class, cause -> assertThat(
                            cause.reason())
                    .isEqualTo(McpProtocolException.Reason.VERSION));
            RecordedRequest deletion =
                    this.server.awaitRequests("DELETE", 1, SOON).get(0);
            assertThat(deletion.header("Mcp-Session-Id")).isEqualTo("s1");
            assertThat(this.server.requests("notifications/initialized")).isEmpty();
        }
    }

    // VER-19, VER-25
    @Test
    void connectWhenServerIgnoresThePinnedRevisionFails() {
        this.server.on("initialize").reply(Reply.result(result("2025-11-25")));
        try (McpClient client =
                client(builder -> builder.protocol(protocol -> protocol.withRevision(ProtocolRevision.V2025_03_26)))) {
            assertThat(refused(client))
                    .hasMessageContaining("[2025-11-25]")
                    .hasMessageContaining("this client accepts [2025-03-26]");
            assertThat(this.server.requests()).hasSize(1);
        }
    }

    // VER-21, whatever the status of the refusal
    @ParameterizedTest
    @ValueSource(ints = {200, 400})
    void connectWhenServerNamesItsRevisionsTriesTheNewestCommonOne(int status) {
        this.server
                .on("initialize")
                .reply(refusal(
                        status,
                        "{\"supported\":[\"1999-01-01\",\"2024-11-05\",\"2025-06-18\"],"
                                + "\"requested\":\"2025-11-25\"}"));
        try (McpClient client = client(builder -> builder)) {
            assertThat(client.session().connect().revision()).isEqualTo(ProtocolRevision.V2025_06_18);
            assertThat(proposed()).containsExactly("2025-11-25", "2025-06-18");
        }
    }

    // VER-21: once, not forever
    @Test
    void connectWhenServerRejectsItsOwnSupportedRevisionFails() {
        this.server
                .on("initialize")
                .times(2)
                .reply(refusal(200, "{\"supported\":[\"2025-06-18\"],\"requested\":\"x\"}"));
        try (McpClient client = client(builder -> builder)) {
            assertThat(refused(client)).hasRootCauseInstanceOf(McpRequestException.class);
            assertThat(proposed()).hasSize(2);
        }
    }

    // VER-21, VER-22: nothing in common, or nothing said
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"supported\":[\"2026-07-28\"]}",
                "{\"supported\":[]}",
                "{\"supported\":[\"2025-11-25\"]}",
                "{\"supported\":[null,1,{}]}"
            })
    void connectWhenThereIsNoCommonRevisionListsTheRevisionsOfBothSides(String data) {
        this.server.on("initialize").reply(refusal(200, data));
        try (McpClient client = client(builder -> builder)) {
            assertThat(refused(client))
                    .hasMessageContaining("the server offers [")
                    .hasMessageContaining("this client accepts [");
            assertThat(this.server.requests()).hasSize(1);
        }
    }

    // VER-21, in whatever words
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400|Unsupported protocol version|2025-06-18",
                "400|{\"error\":\"unsupported_protocol_version\"}|2025-06-18",
                "400|Bad Request: MCP-Protocol-Version 2025-11-25 is not known|2025-06-18",
                "400|Unsupported version. Supported: 2024-11-05, 2025-03-26|2025-03-26",
                "200|{\"code\":-32602,\"message\":\"Unsupported protocol version\"}|2025-06-18",
                "200|{\"code\":-32602,\"message\":\"Unsupported protocol version\",\"data\":{\"supported\":\"2024-11-05\"}}|2024-11-05",
                "200|{\"code\":-32602,\"message\":\"bad version\",\"data\":[\"2025-03-26\"]}|2025-03-26",
                "200|{\"code\":-32000,\"message\":\"Got 2025-11-25, supported: 2024-11-05\"}|2024-11-05",
                "400|{\"code\":-32000,\"message\":\"Protocol revision mismatch\"}|2025-06-18",
                "500|{\"code\":-32603,\"message\":\"client protocolVersion 2025-11-25 is not supported\"}|2025-06-18",
                "200|{\"code\":-1,\"message\":\"Incompatible client version\",\"data\":{\"serverVersions\":[\"2025-06-18\",\"2026-07-28\"]}}|2025-06-18"
            })
    void connectWhenServerRejectsTheRevisionInFreeTextTriesAnotherOnce(int status, String body, String next) {
        this.server.on("initialize").reply(refusalOf(status, body));
        try (McpClient client = client(builder -> builder)) {
            assertThat(client.session().connect().revision().wireValue()).isEqualTo(next);
            assertThat(proposed()).containsExactly("2025-11-25", next);
        }
    }

    private static Reply refusalOf(int status, String body) {
        return body.startsWith("{\"code\"")
                ? Reply.json(status, "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":" + body + "}")
                : Reply.status(status, "text/plain", body);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400|Unsupported protocol version",
                "200|{\"code\":-32602,\"message\":\"Unsupported protocol version\",\"data\":7}"
            })
    void connectWhenServerRejectsEveryRevisionNamesTheProperty(int status, String body) {
        this.server.on("initialize").always().reply(refusalOf(status, body));
        try (McpClient client = client(builder -> builder)) {
            assertThat(refused(client))
                    .hasMessageContaining("Unsupported protocol version")
                    .hasMessageContaining("Set mcp.servers.weather.protocol to a revision that the server supports");
            assertThat(proposed()).containsExactly("2025-11-25", "2025-06-18");
        }
    }

    @Test
    void connectWhenServerRejectsThePinnedRevisionInFreeTextNamesTheProperty() {
        this.server.on("initialize").always().reply(refusalOf(400, "Unsupported protocol version"));
        try (McpClient client =
                client(builder -> builder.protocol(protocol -> protocol.withRevision(ProtocolRevision.V2025_03_26)))) {
            assertThat(refused(client)).hasMessageContaining("mcp.servers.weather.protocol", "auto");
            assertThat(proposed()).containsExactly("2025-03-26");
        }
    }

    // credentials, outages and other problems
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401|Unsupported protocol version",
                "403|Unsupported protocol version",
                "500|Unsupported protocol version",
                "503|Unsupported protocol version",
                "400|Missing field clientInfo",
                "400|Request of 2026-01-02T10:00:00Z failed",
                "200|{\"code\":-32602,\"message\":\"Invalid params\",\"data\":\"clientInfo.version is missing\"}",
                "200|{\"code\":-32603,\"message\":\"Internal error\"}",
                "503|{\"code\":-32000,\"message\":\"Unsupported protocol version\"}"
            })
    void connectWhenTheFailureIsUnrelatedToTheRevisionIsNotRetried(int status, String body) {
        this.server.on("initialize").always().reply(refusalOf(status, body));
        try (McpClient client = client(builder -> builder.retry(retry -> retry.withMaxAttempts(1)))) {
            assertThat(catchThrowableOfType(McpException.class, client.session()::connect))
                    .hasMessageNotContaining("mcp.servers.weather.protocol");
            assertThat(proposed()).containsExactly("2025-11-25");
        }
    }

    // some processes refuse a revision and end
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a script for /bin/sh")
    void connectWhenAProcessRejectsTheRevisionAndExitsReportsTheRejection() {
        String script = """
                read -r line
                id=${line#*'"id":'}; id=${id%%[,\\}]*}
                printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"Unsupported protocol version"}}\\n' "$id"
                """;
        try (McpClient client = McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .command("/bin/sh", "-c", script)
                .build()) {
            assertThat(refused(client))
                    .hasMessageContaining("Unsupported protocol version")
                    .hasMessageContaining("mcp.servers.weather.protocol");
        }
    }

    // LIFE-01
    @Test
    void connectSendsTheConfiguredClientInfo() {
        try (McpClient client = client(
                builder -> builder.protocol(protocol -> protocol.withClientInfo(Implementation.of("my-app", "2.1"))))) {
            client.session().connect();

            RecordedRequest initialize = this.server.requests("initialize").get(0);
            assertThat(initialize.json().at("/params/clientInfo").toString())
                    .isEqualTo("{\"name\":\"my-app\",\"version\":\"2.1\"}");
            assertThat(initialize.json().at("/params/capabilities").toString()).isEqualTo("{}");
        }
    }

    // HTL-26: headers of the configuration go on every request
    @Test
    void connectSendsConfiguredHeadersWithEveryRequest() {
        try (McpClient client =
                client(builder -> builder.http(http -> http.withHeader("Authorization", "Bearer t0p")))) {
            client.callTool("echo", Map.of());
            client.close();

            assertThat(this.server.requests()).hasSize(4).allMatch(request -> "Bearer t0p"
                    .equals(request.header("Authorization")));
            assertThat(client.toString()).doesNotContain("t0p");
        }
    }
}
