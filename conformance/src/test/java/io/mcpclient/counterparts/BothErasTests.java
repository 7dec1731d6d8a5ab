package io.mcpclient.counterparts;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.schema.Tool;

import static io.mcpclient.counterparts.Results.call;
import static io.mcpclient.counterparts.Results.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** One server of the TypeScript SDK, in both eras and over every transport. */
@ParameterizedClass(name = "{0}")
@EnumSource
class BothErasTests extends FeatureTests {

    @RegisterExtension
    static final NodeHttpServer SERVER = new NodeHttpServer("both-eras", BothErasTests::server, "http");

    @Parameter
    private Combination combination;

    static NodePackage server() {
        return NodePackage.ofScript("both-eras.mjs", "server");
    }

    /** One object runs all tests of all combinations. */
    @AfterParameterizedClassInvocation
    void closeBeforeTheNextCombination() {
        close();
    }

    @Override
    McpClientBuilder builder() {
        return this.combination.builder(SERVER);
    }

    @Override
    Map<Feature, String> missing() {
        return this.combination.missing();
    }

    @Override
    ProtocolRevision revision() {
        return this.combination.revision();
    }

    // MRTR-03, MRTR-05, MRTR-10: the user first, then the model and the roots at once; the server keeps nothing in
    // between
    @Test
    void oneCallUsesElicitationSamplingAndRoots() {
        needs(Feature.QUESTIONS);
        answers().elicit(ElicitResult.accept(Map.of("name", "Ada")));
        answers().say("Good evening.");
        assertThat(call(client(), "ask-everybody", Map.of("greeting", "Dear")).text())
                .isEqualTo("Dear Ada, " + ScriptedHandlers.MODEL + " said: Good evening., " + HOME.uri());
    }

    // MRTR-08, MRTR-09: what belongs to one call stays with it
    @Test
    void concurrentCallsWithInputRequestsStaySeparate() {
        needs(Feature.QUESTIONS);
        answers().elicit(ElicitResult.accept(Map.of("name", "Ada")));
        answers().say("Good evening.");
        List<CompletableFuture<String>> calls = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> call(client(), "ask-everybody", Map.of("greeting", "Letter " + i))
                                .text()))
                .toList();
        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).join()).startsWith("Letter " + i + " Ada, ");
        }
    }

    @Test
    void resourcesAndPromptsMayRequestInputToo() {
        needs(Feature.QUESTIONS);
        answers().elicit(ElicitResult.accept(Map.of("name", "Ada")));
        assertThat(((TextResourceContents)
                                client().readResource("notes://mine").contents().get(0))
                        .text())
                .isEqualTo("notes of Ada");
        assertThat(client().getPrompt("introduction", Map.of()).messages())
                .extracting(message -> ((TextContent) message.content()).text())
                .containsExactly("I am Ada");
    }

    // CAP-02, CAP-03: what is not offered is not asked for, and the call fails
    @Test
    void clientWithoutCapabilitiesReceivesNoRequests() {
        try (McpClient plain = builder().build()) {
            if (revision() == ProtocolRevision.V2026_07_28) {
                assertThatExceptionOfType(McpRequestException.class)
                        .isThrownBy(() -> plain.callTool("elicit", Map.of()))
                        .satisfies(error -> assertThat(error.code()).isEqualTo(-32021))
                        .withMessageEndingWith("register a handler for elicitation.");
            } else {
                assertThat(failure(plain, "elicit", Map.of())).contains("capabilit");
            }
            assertThat(call(plain, "echo", Map.of("message", "still here")).text())
                    .isEqualTo("still here");
        }
    }

    // CAN-01: the server is notified of the cancellation and serves other calls
    @Test
    void aCallThatTakesTooLongTimesOut() {
        needs(Feature.CANCELLATION);
        long before = received("given up");
        assertThatExceptionOfType(McpTimeoutException.class)
                .isThrownBy(() -> client().callTool("hang", Map.of(), McpCallOptions.timeout(Duration.ofMillis(700))));
        Awaitility.await().untilAsserted(() -> assertThat(received("given up")).isEqualTo(before + 1));
    }

    // HDR-06, HDR-13, HDR-15, HDR-23: the SDK compares the headers with the arguments and refuses what does not fit
    @Test
    void mirroredArgumentsReachTheServer() {
        Map<String, Object> goal = Map.of("region", "Süd \uD83D\uDE80", "lanes", 3, "fast", true, "remark", "slowly");
        Route route = client().callTool("route", goal, Route.class);
        assertThat(route.goal()).isEqualTo(goal);
        if (mirrorsArguments()) {
            assertThat(route.headers())
                    .containsOnlyKeys("mcp-param-region", "mcp-param-lanes", "mcp-param-fast")
                    .containsEntry("mcp-param-region", "=?base64?U8O8ZCDwn5qA?=")
                    .containsEntry("mcp-param-lanes", "3")
                    .containsEntry("mcp-param-fast", "true");
        } else {
            assertThat(route.headers()).isEmpty();
        }
    }

    // HDR-09: the annotation of this tool says what no header can hold
    @Test
    void toolsWithInvalidHeaderAnnotationsAreOmitted() {
        assertThat(client().listTools().stream().map(Tool::name).filter("misrouted"::equals))
                .hasSize(mirrorsArguments() ? 0 : 1);
    }

    /** Over stdio there are no headers. */
    private boolean mirrorsArguments() {
        return revision() == ProtocolRevision.V2026_07_28 && this.combination.isHttp();
    }

    // PNG-04, LOG-03, SUB-01, ROOT-05: the same calls of the application, in words of the era alone
    @Test
    void nothingOfTheOtherEraIsSent() {
        client().ping();
        client().session().setLoggingLevel(LoggingLevel.ERROR);
        client().resources().subscribe(JavaSdkServer.NOTES);
        client().resources().unsubscribe(JavaSdkServer.NOTES);
        client().session().notifyRootsChanged();
        List<String> ofTheHandshakeEra = List.of(
                "initialize",
                "notifications/initialized",
                "ping",
                "logging/setLevel",
                "resources/subscribe",
                "resources/unsubscribe",
                "notifications/roots/list_changed");
        List<String> received =
                client().callTool("received", Map.of(), Received.class).methods();
        if (revision().hasHandshake()) {
            assertThat(received)
                    .containsAll(ofTheHandshakeEra)
                    .doesNotContain("server/discover", "subscriptions/listen");
        } else {
            assertThat(received)
                    .contains("server/discover", "subscriptions/listen")
                    .doesNotContainAnyElementsOf(ofTheHandshakeEra);
        }
    }

    // CACHE-01, CACHE-03: the server says that its templates hold for an hour
    @Test
    void cachedValueIsNotRequestedAgainBeforeItExpires() {
        long before = received("resources/templates/list");
        client().resources().listTemplates(McpCallOptions.defaults().withCache(McpCacheUse.REFRESH));
        assertThat(client().resources().listTemplates()).hasSize(1);
        assertThat(client().resources().listTemplates()).hasSize(1);
        assertThat(received("resources/templates/list") - before)
                .isEqualTo((revision() == ProtocolRevision.V2026_07_28) ? 1 : 3);
    }

    /** What {@code route} has got. */
    record Route(Map<String, Object> goal, Map<String, String> headers) {}

    /** What {@code received} returns. */
    record Received(List<String> methods) {}

    private long received(String method) {
        return client().callTool("received", Map.of(), Received.class).methods().stream()
                .filter(method::equals)
                .count();
    }
}
