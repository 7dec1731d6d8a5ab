package io.mcpclient.internal.era.modern;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Root;

import static io.mcpclient.internal.era.modern.InputRequestingServer.DONE;
import static io.mcpclient.internal.era.modern.InputRequestingServer.FORM;
import static io.mcpclient.internal.era.modern.InputRequestingServer.LIMIT;
import static io.mcpclient.internal.era.modern.InputRequestingServer.ROOTS;
import static io.mcpclient.internal.era.modern.InputRequestingServer.SAMPLE;
import static io.mcpclient.internal.era.modern.InputRequestingServer.asks;
import static io.mcpclient.internal.era.modern.InputRequestingServer.call;
import static io.mcpclient.internal.era.modern.InputRequestingServer.rounds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Servers that ask for what they must not, or for too much, and handlers that do not answer. */
@Timeout(60)
class MultiRoundTripFaultTests {

    private final AtomicInteger prompts = new AtomicInteger();

    /** Forms only. */
    private final McpHandlers forms = McpHandlers.none().with(ReactiveMcpElicitationHandler.class, (form, context) -> {
        this.prompts.incrementAndGet();
        return Mono.just(ElicitResult.cancel());
    });

    private static <E extends McpException> E failure(
            Class<E> type, MultiRoundTrip rounds, McpCall call, InputRequestingServer server) {
        E failure = catchThrowableOfType(type, () -> rounds.handle(call, server).block(LIMIT));
        assertThat(failure.serverName()).isEqualTo("weather");
        assertThat(failure.operation()).isEqualTo(call.method());
        assertThat(failure.outcome()).isEqualTo(McpOutcome.ANSWERED);
        assertThat(call.progress().isPaused()).isFalse();
        return failure;
    }

    private static McpCall plain(McpCallOptions options) {
        return call("tools/call", Map.of("name", "echo"), Map.class, options);
    }

    private static McpCall typed(McpCallOptions options) {
        return call("tools/call", CallToolParams.of("echo", null), CallToolResult.class, options);
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of("\"x\":1", "neither \"inputRequests\" nor \"requestState\" is present"),
                Arguments.of("\"inputRequests\":null,\"requestState\":null", "neither \"inputRequests\" nor"),
                Arguments.of("\"inputRequests\":[]", "\"inputRequests\" is not an object"),
                Arguments.of("\"inputRequests\":{\"k\":7}", "input request has no \"method\""),
                Arguments.of("\"inputRequests\":{\"k\":{\"params\":{}}}", "input request has no \"method\""),
                Arguments.of(
                        "\"inputRequests\":{\"k\":{\"method\":\"roots/list\",\"params\":[]}}", "are not an object"),
                Arguments.of("\"inputRequests\":{\"k\":null}", "input request has no \"method\""),
                Arguments.of("\"requestState\":{\"a\":1}", "\"requestState\" is not a string"),
                Arguments.of("\"requestState\":7", "\"requestState\" is not a string"),
                Arguments.of(
                        "\"inputRequests\":{\"f\":" + FORM + ",\"k\":{\"method\":\"tools/list\"}}",
                        "tools/list (input \"k\"), which is not supported: unknown kind of input"),
                Arguments.of(
                        "\"inputRequests\":{\"f\":" + FORM + ",\"\\u001b[31m\":{\"method\":\"x\"}}",
                        "x (input \"\\u001b[31m\"), which"));
    }

    // MRTR-01, MRTR-12, F23: for every handler and every method
    @ParameterizedTest
    @MethodSource("malformed")
    void handleWhenInputRequestsAreMalformedCallsNoHandler(String members, String problem) {
        InputRequestingServer server = new InputRequestingServer(asks(members), DONE);
        for (McpCallOptions options :
                List.of(McpCallOptions.defaults(), McpCallOptions.defaults().withManualInput())) {
            for (McpCall call : List.of(plain(options), typed(options))) {
                server.sent.clear();
                McpProtocolException failure = failure(McpProtocolException.class, rounds(this.forms), call, server);
                assertThat(failure.reason()).isEqualTo(Reason.MALFORMED);
                assertThat(failure).hasMessageContaining("the server requests ").hasMessageContaining(problem);
                assertThat(server.sent).hasSize(1);
            }
        }
        assertThat(this.prompts).hasValue(0);
    }

    static Stream<Arguments> notServed() {
        String url =
                "{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://a.example/\"}}";
        return Stream.of(
                Arguments.of(SAMPLE, "sampling/createMessage (input \"k\"), which is not supported: Method not found"),
                Arguments.of(ROOTS, "roots/list (input \"k\"), which is not supported: Method not found"),
                Arguments.of(url, "Elicitation mode is not supported"),
                Arguments.of(FORM.replace("\"message\"", "\"mode\":\"voice\",\"message\""), "mode is not supported"),
                Arguments.of("{\"method\":\"elicitation/create\"}", "Invalid params"),
                Arguments.of(FORM.replace("\"string\"", "\"object\""), "requestedSchema has a property"));
    }

    // MRTR-12, MRTR-15, CAP-05, F23: one invalid request is enough to call no handler
    @ParameterizedTest
    @MethodSource("notServed")
    void handleWhenOneInputRequestIsUnsupportedCallsNoHandler(String question, String problem) {
        InputRequestingServer server =
                new InputRequestingServer(asks("\"inputRequests\":{\"f\":" + FORM + ",\"k\":" + question + "}"), DONE);

        McpProtocolException failure = failure(McpProtocolException.class, rounds(this.forms), call(), server);
        assertThat(failure.reason()).isEqualTo(Reason.MALFORMED);
        assertThat(failure).hasMessageContaining(problem);
        assertThat(this.prompts).hasValue(0);
        assertThat(server.sent).hasSize(1);
    }

    // CAP-05, SMP-09: tools for a model were not offered
    @Test
    void handleWhenSamplingRequiresUndeclaredToolSupportFails() {
        McpHandlers handlers = McpHandlers.none().with(ReactiveMcpSamplingHandler.class, (messages, context) -> {
            this.prompts.incrementAndGet();
            return Mono.empty();
        });
        InputRequestingServer server = new InputRequestingServer(
                asks("k", SAMPLE.replace("\"maxTokens\"", "\"tools\":[],\"maxTokens\"")), DONE);

        assertThat(failure(McpProtocolException.class, rounds(handlers), call(), server))
                .hasMessageContaining("Sampling with tools is not supported");
        assertThat(this.prompts).hasValue(0);
    }

    // MRTR-02, F23: other requests are answered or not
    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "completion/complete", "server/discover", "com.example/x"})
    void handleWhenMethodDoesNotAllowInputRequestsFails(String method) {
        InputRequestingServer server = new InputRequestingServer(asks("k", FORM), DONE);
        for (Class<?> type : List.of(ListToolsResult.class, Map.class)) {
            server.sent.clear();
            McpCall call = call(method, null, type, McpCallOptions.defaults());
            assertThat(failure(McpProtocolException.class, rounds(this.forms), call, server))
                    .hasMessageContaining("the server requests input, which is not allowed here");
            assertThat(server.sent).hasSize(1);
        }
        assertThat(this.prompts).hasValue(0);
    }

    // RPC-20, F25: any other kind of result is none
    @ParameterizedTest
    @ValueSource(strings = {"\"weird\"", "\"COMPLETE\"", "\"\""})
    void handleWhenResultTypeIsUnknownFails(String kind) {
        InputRequestingServer server =
                new InputRequestingServer("{\"resultType\":" + kind + ",\"content\":[],\"tools\":[]}");
        McpCallOptions options = McpCallOptions.defaults();
        for (McpCall call :
                List.of(plain(options), typed(options), call("tools/list", null, ListToolsResult.class, options))) {
            McpProtocolException failure = failure(McpProtocolException.class, rounds(this.forms), call, server);
            assertThat(failure.reason()).isEqualTo(Reason.MALFORMED);
            assertThat(failure).hasMessageContaining("an unsupported type: \"" + kind.replace("\"", "") + "\"");
        }
    }

    // F25: nor is anything but a string a kind; records do not even take it
    @ParameterizedTest
    @ValueSource(strings = {"7", "false", "[]"})
    void handleWhenResultTypeIsNotAStringFails(String kind) {
        InputRequestingServer server = new InputRequestingServer("{\"resultType\":" + kind + ",\"content\":[]}");

        assertThat(failure(McpProtocolException.class, rounds(this.forms), plain(McpCallOptions.defaults()), server))
                .hasMessageContaining("an unsupported type: \"" + kind + "\"");
    }

    // F23: a thousand questions
    @Test
    void handleWhenThereAreTooManyInputRequestsCallsNoHandler() {
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            questions.add("\"k" + i + "\":" + FORM);
        }
        InputRequestingServer server =
                new InputRequestingServer(asks("\"inputRequests\":{" + String.join(",", questions) + "}"), DONE);

        McpProtocolException failure = failure(McpProtocolException.class, rounds(this.forms), call(), server);
        assertThat(failure.reason()).isEqualTo(Reason.LIMIT);
        assertThat(failure).hasMessageContaining("the server requests 1000 inputs at once; the limit is 16");
        assertThat(this.prompts).hasValue(0);
    }

    // MRTR-11, F24: the longest state that is sent back, and one that is longer
    @Test
    void handleWhenRequestStateIsTooLongFails() {
        String longest = "s".repeat(MultiRoundTrip.MAX_STATE);
        InputRequestingServer server = new InputRequestingServer(asks("\"requestState\":\"" + longest + "\""), DONE);
        assertThat(rounds(this.forms).handle(call(), server).block(LIMIT)).isNotNull();
        assertThat(server.params(1)).contains(longest);

        InputRequestingServer worse = new InputRequestingServer(
                asks("\"inputRequests\":{\"k\":" + FORM + "},\"requestState\":\"" + longest + "s\""), DONE);
        McpProtocolException failure = failure(McpProtocolException.class, rounds(this.forms), call(), worse);
        assertThat(failure.reason()).isEqualTo(Reason.LIMIT);
        assertThat(failure).hasMessageEndingWith("the server's requestState has more than 262144 characters");
        assertThat(this.prompts).hasValue(0);
    }

    // MRTR-11, F22: not forever
    @Test
    void handleWhenServerKeepsRequestingInputFailsAfterTheMaximumOfRounds() {
        for (String members : List.of("\"inputRequests\":{\"k\":" + FORM + "}", "\"requestState\":\"s\"")) {
            InputRequestingServer server = new InputRequestingServer(asks(members));
            McpProtocolException failure = failure(McpProtocolException.class, rounds(this.forms, 3), call(), server);
            assertThat(failure.reason()).isEqualTo(Reason.LIMIT);
            assertThat(failure)
                    .hasMessageContaining("the server still requests input after 3 rounds")
                    .hasMessageContaining("max-input-rounds");
            assertThat(server.sent).hasSize(4);
        }
        assertThat(this.prompts).hasValue(3);
    }

    // MRTR-15, F22: nor is one user asked a hundred things
    @Test
    void handleWhenUserIsPromptedTooOftenFails() {
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            questions.add("\"k" + i + "\":" + FORM);
        }
        InputRequestingServer server =
                new InputRequestingServer(asks("\"inputRequests\":{" + String.join(",", questions) + "}"));

        McpProtocolException failure = failure(McpProtocolException.class, rounds(this.forms), call(), server);
        assertThat(failure.reason()).isEqualTo(Reason.LIMIT);
        assertThat(failure).hasMessageContaining("the server requests more than 32 inputs from the user");
        assertThat(this.prompts).hasValue(30);
        assertThat(server.sent).hasSize(3);
    }

    // MRTR-16: no is an answer, and so is nothing
    @ParameterizedTest
    @ValueSource(strings = {"decline", "cancel"})
    void handleWhenUserDeclinesOrCancelsSendsThatToTheServer(String action) {
        McpHandlers handlers = McpHandlers.none()
                .with(
                        ReactiveMcpElicitationHandler.class,
                        (form, context) ->
                                Mono.just(action.equals("decline") ? ElicitResult.decline() : ElicitResult.cancel()));
        InputRequestingServer server = new InputRequestingServer(asks("k", FORM), DONE);

        assertThat(rounds(handlers).handle(call(), server).block(LIMIT)).isNotNull();
        assertThat(server.params(1)).contains("\"inputResponses\":{\"k\":{\"action\":\"" + action + "\"}}");
    }

    // MRTR-13, MRTR-17, SMP-14: a refusal ends the call here, and nothing is sent
    @Test
    void handleWhenHandlerRejectsFailsWithItsMessage() {
        McpHandlers handlers = McpHandlers.none()
                .with(
                        ReactiveMcpSamplingHandler.class,
                        (messages, context) -> Mono.error(McpRequestRefusedException.byUser()));
        InputRequestingServer server = new InputRequestingServer(asks("model", SAMPLE), DONE);

        McpRejectedException failure = failure(McpRejectedException.class, rounds(handlers), call(), server);
        assertThat(failure.reason()).isEqualTo(McpRejectedException.Reason.NO_INPUT);
        assertThat(failure)
                .hasMessage("MCP server \"weather\": tools/call: the server needs sampling/createMessage (input"
                        + " \"model\"), which was refused: User rejected the request")
                .hasCauseInstanceOf(McpRequestRefusedException.class);
        assertThat(server.sent).hasSize(1);
    }

    // MRTR-17, B20: so does a failure, and the other handlers are stopped
    @Test
    void handleWhenOneHandlerFailsFailsAndStopsTheOthers() {
        AtomicBoolean stopped = new AtomicBoolean();
        Sinks.Empty<List<Root>> asked = Sinks.empty();
        McpHandlers handlers = McpHandlers.none()
                .with(ReactiveMcpElicitationHandler.class, (form, context) -> Mono.<ElicitResult>never()
                        .doOnSubscribe(begun -> asked.tryEmitEmpty())
                        .doOnCancel(() -> stopped.set(true)))
                .with(ReactiveMcpRootsProvider.class, context -> asked.asMono()
                        .then(Mono.error(new IllegalStateException("jdbc:secret"))));
        InputRequestingServer server =
                new InputRequestingServer(asks("\"inputRequests\":{\"f\":" + FORM + ",\"r\":" + ROOTS + "}"), DONE);

        McpRejectedException failure = failure(McpRejectedException.class, rounds(handlers), call(), server);
        assertThat(failure)
                .hasMessageContaining("needs roots/list (input \"r\"), which failed: Internal error")
                .hasMessageContaining("See the log")
                .hasMessageNotContaining("secret");
        await().atMost(LIMIT).untilTrue(stopped);
        assertThat(server.sent).hasSize(1);
    }
}
