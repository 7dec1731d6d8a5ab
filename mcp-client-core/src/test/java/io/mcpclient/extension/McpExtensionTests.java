package io.mcpclient.extension;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.transport.McpIgnoredMessages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** How extensions are declared, called and refused, with servers of both eras. */
@Timeout(60)
class McpExtensionTests {

    private static final String DECLARED = "/params/_meta/io.modelcontextprotocol~1clientCapabilities";

    private static final String UNKNOWN =
            "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedModernServer modern = ScriptedHttpServer.modern();

    private final ScriptedLegacyServer legacy = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.modern.close();
        this.legacy.close();
    }

    private McpClientBuilder builder(String url) {
        return McpClient.builder("weather")
                .url(url)
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .retry(retry -> retry.withInitialInterval(Duration.ofMillis(1)));
    }

    private McpClient client(String url) {
        return this.invariants.build(builder(url).extension(new ProbeExtension(Map.of())));
    }

    private void declare(String extensions) {
        this.modern.capabilities("{\"tools\":{},\"extensions\":" + extensions + "}");
        this.legacy
                .on("initialize")
                .always()
                .optionally()
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"extensions\":"
                        + extensions + "},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}"));
    }

    private McpRejectedException refused(McpClient client, String method) {
        return catchThrowableOfType(McpRejectedException.class, () -> client.extension(ProbeExtension.Api.class)
                .call(method));
    }

    // EXT-01, EXT-02
    @Test
    void declaredExtensionIsCalledInTheStatelessEra() {
        declare("{\"com.example/probe\":{},\"com.example/unknown\":{\"x\":[1]}}");
        this.modern.on(ProbeExtension.READ).reply(Reply.result("{\"resultType\":\"complete\",\"fine\":true}"));
        try (McpClient client =
                this.invariants.build(builder(this.modern.url()).extension(new ProbeExtension(Map.of("level", 3))))) {
            assertThat((Map<?, ?>) client.extension(ProbeExtension.Api.class).call(ProbeExtension.READ))
                    .isEqualTo(Map.of("resultType", "complete", "fine", true));
        }

        assertThat(this.modern.requests())
                .filteredOn(request -> request.rpcMethod() != null)
                .allSatisfy(request -> assertThat(request.json()
                                .at(DECLARED)
                                .at("/extensions/com.example~1probe")
                                .toString())
                        .isEqualTo("{\"level\":3}"));
        assertThat(this.modern
                        .requests(ProbeExtension.READ)
                        .get(0)
                        .json()
                        .at("/params/a")
                        .asInt())
                .isEqualTo(1);
    }

    // EXT-01, EXT-02
    @Test
    void declaredExtensionIsCalledInTheHandshakeEra() {
        declare("{\"com.example/probe\":{}}");
        this.legacy.on(ProbeExtension.READ).reply(Reply.result("{\"fine\":true}"));
        try (McpClient client = client(this.legacy.url())) {
            assertThat((Map<?, ?>) client.extension(ProbeExtension.Api.class).call(ProbeExtension.READ))
                    .isEqualTo(Map.of("fine", true));
        }

        JsonNode initialize = this.legacy.requests("initialize").get(0).json();
        assertThat(initialize.at("/params/capabilities/extensions").toString()).isEqualTo("{\"com.example/probe\":{}}");
    }

    // EXT-05: without the declaration itself, requests are the same, byte by byte.
    @Test
    void requestsWithoutExtensionsDoNotMentionThem() {
        try (McpClient without = this.invariants.build(builder(this.modern.url()));
                McpClient with = client(this.modern.url())) {
            without.listTools();
            with.listTools();
        }
        try (McpClient without = this.invariants.build(builder(this.legacy.url()));
                McpClient with = client(this.legacy.url())) {
            without.listTools();
            with.listTools();
        }

        List<RecordedRequest> lists = this.modern.requests("tools/list");
        assertThat(lists.get(0).json().at(DECLARED).toString())
                .isEqualTo("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
        assertThat(withoutId(lists.get(0))).isEqualTo(withoutId(lists.get(1)).replace("\"com.example/probe\":{},", ""));
        List<RecordedRequest> handshakes = this.legacy.requests("initialize");
        assertThat(withoutId(handshakes.get(0)))
                .doesNotContain("extensions")
                .isEqualTo(withoutId(handshakes.get(1)).replace("\"extensions\":{\"com.example/probe\":{}}", ""));
    }

    private static String withoutId(RecordedRequest request) {
        ObjectNode json = (ObjectNode) request.json();
        json.remove("id");
        return json.toString();
    }

    // EXT-06
    @ParameterizedTest
    @ValueSource(strings = {"modern", "legacy"})
    void callAtAServerWithoutTheExtensionIsNotSent(String era) {
        ScriptedHttpServer server = era.equals("modern") ? this.modern : this.legacy;
        try (McpClient client = client(server.url())) {
            McpRejectedException refusal = refused(client, ProbeExtension.READ);

            assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.UNSUPPORTED);
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(refusal).hasMessageContaining("\"weather\"").hasMessageContaining(ProbeExtension.ID);
        }
        assertThat(server.requests(ProbeExtension.READ)).isEmpty();
    }

    // EXT-04
    @ParameterizedTest
    @ValueSource(strings = {"true", "null", "[]", "\"yes\"", "1"})
    void declarationThatIsNoObjectDoesNotCountAndIsLoggedOnce(String value) {
        declare("{\"com.example/probe\":" + value + "}");
        try (CapturedLog log = CapturedLog.of("io.mcpclient.messages").open();
                McpClient client = client(this.modern.url())) {
            assertThat(refused(client, ProbeExtension.READ)).hasMessageContaining("has not declared the extension");
            assertThat(refused(client, ProbeExtension.WRITE)).hasMessageContaining("has not declared the extension");

            assertThat(log.events())
                    .filteredOn(event -> event.getLevel() == Level.WARN
                            && event.getFormattedMessage().contains(ProbeExtension.ID))
                    .hasSize(1);
            assertThat(client.status().ignoredMessages(McpIgnoredMessages.Reason.NOT_NEGOTIATED))
                    .isEqualTo(1);
        }
    }

    // EXT-07
    @Test
    void unknownRevisionOfAnExtensionIsNotUsed() {
        declare("{\"com.example/probe\":{\"revision\":\"3\"}}");
        try (McpClient client = client(this.modern.url())) {
            assertThat(refused(client, ProbeExtension.READ)).hasMessageContaining("has not declared the extension");
        }
        assertThat(this.modern.requests(ProbeExtension.READ)).isEmpty();
    }

    // EXT-03, EXT-07
    @Test
    void knownRevisionAndUnknownSettingsAreAccepted() {
        declare("{\"com.example/probe\":{\"revision\":\"2\",\"unknown\":{}}}");
        this.modern.on(ProbeExtension.READ).reply(Reply.result("{\"resultType\":\"complete\"}"));
        try (McpClient client = client(this.modern.url())) {
            assertThat((Map<?, ?>) client.extension(ProbeExtension.Api.class).call(ProbeExtension.READ))
                    .isNotEmpty();
        }
    }

    // EXT-06, SKL-01: only the JSON value true switches an optional method on.
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"extra\":false}", "{\"extra\":\"true\"}", "{\"extra\":1}"})
    void methodWithoutItsSettingIsNotSent(String settings) {
        declare("{\"com.example/probe\":" + settings + "}");
        try (McpClient client = client(this.modern.url())) {
            assertThat(refused(client, ProbeExtension.EXTRA)).hasMessageContaining("\"extra\": true");
        }
        assertThat(this.modern.requests(ProbeExtension.EXTRA)).isEmpty();
    }

    // EXT-08
    @ParameterizedTest
    @ValueSource(ints = {200, 404})
    void unknownMethodOfADeclaredExtensionIsAFaultOfTheServer(int status) {
        declare("{\"com.example/probe\":{}}");
        this.modern.on(ProbeExtension.READ).always().reply(Reply.json(status, UNKNOWN));
        try (McpClient client = client(this.modern.url())) {
            McpRequestException error =
                    catchThrowableOfType(McpRequestException.class, () -> client.extension(ProbeExtension.Api.class)
                            .call(ProbeExtension.READ));
            assertThat(error.code()).isEqualTo(-32601);
            assertThat(error).hasMessageContaining("fault of the server");
            client.listTools();
        }

        assertThat(this.modern.requests(ProbeExtension.READ)).hasSize(1);
        assertThat(this.modern.requests("server/discover")).hasSize(1);
    }

    // EXT-08
    @ParameterizedTest
    @ValueSource(ints = {200, 404})
    void unknownMethodOfADeclaredExtensionIsNoSignOfTheEra(int status) {
        declare("{\"com.example/probe\":{}}");
        this.legacy.on(ProbeExtension.READ).always().reply(Reply.json(status, UNKNOWN));
        try (McpClient client = this.invariants.build(builder(this.legacy.url())
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .extension(new ProbeExtension(Map.of())))) {
            assertThat(catchThrowableOfType(McpRequestException.class, () -> client.extension(ProbeExtension.Api.class)
                                    .call(ProbeExtension.READ))
                            .code())
                    .isEqualTo(-32601);
            client.listTools();
        }

        assertThat(this.legacy.requests(ProbeExtension.READ)).hasSize(1);
        assertThat(this.legacy.requests("initialize")).hasSize(1);
        assertThat(this.legacy.requests("server/discover")).isEmpty();
    }

    @Test
    void onlyMethodsThatAreSafeToRepeatAreRepeated() {
        declare("{\"com.example/probe\":{}}");
        this.modern.on(ProbeExtension.READ).reply(Reply.status(502));
        this.modern.on(ProbeExtension.READ).reply(Reply.result("{\"resultType\":\"complete\"}"));
        this.modern.on(ProbeExtension.WRITE).reply(Reply.status(502));
        try (McpClient client = client(this.modern.url())) {
            ProbeExtension.Api api = client.extension(ProbeExtension.Api.class);
            assertThat((Map<?, ?>) api.call(ProbeExtension.READ)).isNotEmpty();
            assertThat(catchThrowableOfType(McpConnectionException.class, () -> api.call(ProbeExtension.WRITE))
                            .outcome())
                    .isEqualTo(McpOutcome.UNKNOWN);
        }
        assertThat(this.modern.requests(ProbeExtension.READ)).hasSize(2);
        assertThat(this.modern.requests(ProbeExtension.WRITE)).hasSize(1);
    }

    // EXT-05
    @Test
    void extensionThatIsNotEnabledNamesTheRemedy() {
        try (McpClient client = this.invariants.build(builder(this.modern.url()))) {
            assertThat(catchThrowableOfType(
                            McpConfigurationException.class, () -> client.extension(ProbeExtension.Api.class)))
                    .hasMessageContaining("McpClientBuilder.extension")
                    .hasMessageContaining("mcp.extensions.");
        }
        assertThat(this.modern.requests()).isEmpty();
    }

    @Test
    void reactiveAndBlockingApiBelongToTheSameClient() {
        try (McpClient client = client(this.modern.url())) {
            assertThat(client.reactive().extension(ProbeExtension.ReactiveApi.class))
                    .isSameAs(client.extension(ProbeExtension.Api.class).reactive());
        }
    }

    @Test
    void malformedIdentifierIsRejected() {
        McpExtension<?, ?> malformed = new ProbeExtension(Map.of()) {
            @Override
            public String identifier() {
                return "no prefix";
            }
        };
        assertThat(catchThrowableOfType(McpConfigurationException.class, () -> builder(this.modern.url())
                        .extension(malformed)))
                .hasMessageContaining("no prefix");
    }
}
