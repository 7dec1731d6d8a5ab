package io.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Disposable;
import reactor.core.publisher.Sinks;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Questions of a server that lead nowhere, over the wire. */
@Timeout(60)
class McpClientInputFaultTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String FORM = "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\","
            + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}";

    private static final String SAMPLE =
            "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[]," + "\"maxTokens\":9}}";

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    private final AtomicInteger prompts = new AtomicInteger();

    @AfterEach
    void close() {
        this.server.close();
    }

    private static Reply asks(String members) {
        return Reply.result("{\"resultType\":\"input_required\"," + members + "}");
    }

    private static Reply asks(String key, String question) {
        return asks("\"inputRequests\":{\"" + key + "\":" + question + "}");
    }

    /** A client whose user declines everything. */
    private McpClient client(UnaryOperator<McpClientBuilder> settings) {
        return settings.apply(McpClient.builder("weather")
                        .url(this.server.url())
                        .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                        .timeouts(timeouts ->
                                timeouts.withConnect(SOON).withRequest(SOON).withShutdown(Duration.ofSeconds(2)))
                        .elicitation((form, context) -> {
                            this.prompts.incrementAndGet();
                            return ElicitResult.decline();
                        }))
                .build();
    }

    private int calls() {
        return this.server.requests("tools/call").size();
    }

    // MRTR-11, F22: as often as is allowed, and not once more
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerKeepsRequestingInputFailsAfterTheMaximumOfRounds(ProgrammingModel face) {
        this.server.on("tools/call").always().reply(asks("f", FORM));
        try (McpClient client = client(builder -> builder.limits(limits -> limits.withMaxInputRounds(2)))) {
            McpException failure = face.failedCall(client);

            assertThat(failure).isInstanceOf(McpProtocolException.class);
            assertThat(failure)
                    .hasMessageContaining("MCP server \"weather\": tools/call: the server still requests input after 2")
                    .hasMessageContaining("Raise max-input-rounds");
            assertThat(calls()).isEqualTo(3);
            assertThat(this.prompts).hasValue(2);
        }
    }

    // MRTR-12, F23: a question that was not offered, next to one that was
    @ParameterizedTest
    @EnumSource
    void callToolWhenServerRequestsUnsupportedInputCallsNoHandler(ProgrammingModel face) {
        this.server.on("tools/call").reply(asks("\"inputRequests\":{\"f\":" + FORM + ",\"s\":" + SAMPLE + "}"));
        try (McpClient client = client(UnaryOperator.identity())) {
            McpException failure = face.failedCall(client);

            assertThat(failure).isInstanceOf(McpProtocolException.class);
            assertThat(failure).hasMessageContaining("sampling/createMessage (input \"s\"), which is not supported");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.ANSWERED);
            assertThat(calls()).isEqualTo(1);
            assertThat(this.prompts).hasValue(0);
        }
    }

    // MRTR-02, RPC-20, F23, F25: a list is there or not
    @Test
    void listToolsWhenResultTypeIsInputRequiredOrUnknownFails() {
        this.server.on("tools/list").reply(asks("f", FORM));
        this.server.on("tools/list").reply(Reply.result("{\"resultType\":\"weird\",\"tools\":[]}"));
        try (McpClient client = client(UnaryOperator.identity())) {
            assertThat(ProgrammingModel.failure(client::listTools))
                    .isInstanceOf(McpProtocolException.class)
                    .hasMessageContaining("tools/list: the server requests input, which is not allowed here");
            assertThat(ProgrammingModel.failure(client::listTools))
                    .isInstanceOf(McpProtocolException.class)
                    .hasMessageContaining("tools/list: the result has an unsupported type: \"weird\"");
            assertThat(this.prompts).hasValue(0);
        }
    }

    // MRTR-17, SMP-14: there is no error to send
    @ParameterizedTest
    @EnumSource
    void callToolWhenHandlerRefusesSendsNothing(ProgrammingModel face) {
        this.server.on("tools/call").reply(asks("s", SAMPLE));
        try (McpClient client = client(builder -> builder.sampling((params, context) -> {
            throw McpRequestRefusedException.byUser();
        }))) {
            McpException failure = face.failedCall(client);

            assertThat(failure)
                    .isInstanceOfSatisfying(McpRejectedException.class, refused -> assertThat(refused.reason())
                            .isEqualTo(McpRejectedException.Reason.NO_INPUT));
            assertThat(failure).hasMessageContaining("was refused: User rejected the request");
            assertThat(calls()).isEqualTo(1);
        }
    }

    // CAN-13: the handler is interrupted, nothing is sent, and the client goes on
    @Test
    void callToolWhenCancelledDuringElicitationSendsNothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        this.server.on("tools/call").reply(asks("f", FORM));
        try (McpClient client = client(builder -> builder.elicitation((form, context) -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                interrupted.countDown();
            }
            return ElicitResult.cancel();
        }))) {
            Disposable call = client.reactive().callTool("echo", Map.of()).subscribe(result -> {}, error -> {});
            assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
            call.dispose();

            assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(client.callTool("echo", Map.of()).text()).isEqualTo("{}");
            assertThat(calls()).isEqualTo(2);
            assertThat(this.server.abandoned()).isEmpty();
        }
    }

    // TMO-04, TMO-07: but not forever
    @ParameterizedTest
    @EnumSource
    void callToolWhenUserNeverRespondsEndsAtTheMaximumRequestTimeout(ProgrammingModel face) {
        Sinks.Empty<Void> asked = Sinks.empty();
        CountDownLatch interrupted = new CountDownLatch(1);
        VirtualTime time = new VirtualTime();
        CountDownLatch later = new CountDownLatch(1);
        this.server.on("tools/call").reply(asks("f", FORM).after(later));
        try (McpClient client = client(builder -> builder.timeouts(
                        timeouts -> timeouts.withRequest(SOON).withRequestMax(SOON.multipliedBy(2)))
                .time(time)
                .elicitation((form, context) -> {
                    asked.tryEmitEmpty();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException ex) {
                        interrupted.countDown();
                    }
                    return ElicitResult.cancel();
                }))) {
            client.session().connect();
            // The time of the handler is as long, and begins later.
            McpException failure =
                    time.elapse(SOON.multipliedBy(2).minusSeconds(1), () -> face.failedCall(client), () -> {
                        this.server.awaitRequests("tools/call", 1, SOON);
                        time.advance(Duration.ofSeconds(1));
                        later.countDown();
                        asked.asMono().block(SOON);
                    });
            assertThat(failure).isInstanceOf(McpTimeoutException.class);

            await().atMost(SOON).until(() -> interrupted.getCount() == 0);
            assertThat(calls()).isEqualTo(1);
        }
    }

    // MRTR-19: a state that has expired is the end of the call, in the words of the server
    @Test
    void callToolWhenStateIsRejectedFails() {
        this.server.on("tools/call").reply(asks("\"requestState\":\"old\""));
        this.server.on("tools/call").reply(Reply.error(-32602, "state expired"));
        try (McpClient client = client(UnaryOperator.identity())) {
            assertThat(ProgrammingModel.BLOCKING.failedCall(client))
                    .isInstanceOf(McpRequestException.class)
                    .hasMessageContaining("error -32602: state expired");
        }
    }

    // MRTR-19: nor is the user asked again because the server has been replaced in the meantime
    @Test
    void callToolWhenSessionIsLostBetweenRoundsIsNotRestarted() {
        this.server.on("tools/call").reply(asks("f", FORM));
        this.server.on("tools/call").reply(Reply.status(404));
        try (McpClient client = client(UnaryOperator.identity())) {
            client.session().connect();
            this.server.on("server/discover").reply(Reply.status(404));
            assertThat(ProgrammingModel.BLOCKING.failedCall(client)).isInstanceOf(McpSessionException.class);

            assertThat(this.prompts).hasValue(1);
            assertThat(ProgrammingModel.BLOCKING.callTool(client).text()).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(calls()).isEqualTo(3);
        }
    }

    // CAP-09: what to do about it
    @ParameterizedTest
    @EnumSource
    void callToolWhenAClientCapabilityIsMissingReportsWhichHandlerToRegister(ProgrammingModel face) {
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32021,\"message\":"
                                + "\"Missing required client capability\",\"data\":{\"requiredCapabilities\":"
                                + "{\"sampling\":{\"tools\":{}}}}}}"));
        try (McpClient client = client(UnaryOperator.identity())) {
            McpException failure = face.failedCall(client);

            assertThat(failure).isInstanceOfSatisfying(McpRequestException.class, refused -> assertThat(refused.code())
                    .isEqualTo(-32021));
            assertThat(failure.remedy())
                    .isEqualTo(
                            "The server needs the capability \"sampling.tools\": register a handler for sampling that"
                                    + " supports tools.");
            assertThat(calls()).isEqualTo(1);
        }
    }

    // ELI-29: the error of an earlier revision is an error like any other
    @Test
    void callToolWhenServerSendsTheRetiredElicitationErrorCallsNoHandler() {
        this.server
                .on("tools/call")
                .reply(Reply.json(
                        200,
                        "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32042,\"message\":\"m\","
                                + "\"data\":{\"elicitations\":[{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"e\","
                                + "\"url\":\"https://a.example/\"}]}}}"));
        try (McpClient client = client(builder -> builder.urlElicitation((url, context) -> {
            this.prompts.incrementAndGet();
            return ElicitResult.accept();
        }))) {
            assertThat(ProgrammingModel.BLOCKING.failedCall(client)).isInstanceOf(McpRequestException.class);
            assertThat(this.prompts).hasValue(0);
            assertThat(calls()).isEqualTo(1);
        }
    }

    // MRTR-05, F24: a state may be worth stealing
    @Test
    void stateIsNeverLogged() {
        this.server.on("tools/call").reply(asks("\"inputRequests\":{\"f\":" + FORM + "},\"requestState\":\"s3cret\""));
        this.server.on("tools/call").reply(asks("\"requestState\":\"s3cret\",\"inputRequests\":[]"));
        CapturedLog log = CapturedLog.of("io.mcpclient").at(Level.TRACE).open();
        try (log;
                McpClient client = client(UnaryOperator.identity())) {
            assertThat(ProgrammingModel.BLOCKING.failedCall(client))
                    .hasStackTraceContaining("malformed")
                    .hasMessageNotContaining("s3cret");
        }
        assertThat(log.messages())
                .anyMatch(message -> message.contains("needs 1 inputs, round 1"))
                .noneMatch(message -> message.contains("s3cret"));
    }
}
