package io.mcpclient.call;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class McpToolInterceptorTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(McpToolInterceptor... interceptors) {
        McpClientBuilder builder = McpClient.builder("weather").url(this.server.url());
        for (McpToolInterceptor interceptor : interceptors) {
            builder.toolInterceptor(interceptor);
        }
        return this.invariants.build(builder);
    }

    @Test
    void interceptorsRunInOrderAndSeeChangedArguments() {
        List<String> events = new CopyOnWriteArrayList<>();
        McpToolInterceptor outer = call -> {
            events.add("outer " + call.serverName() + " " + call.toolName() + call.arguments() + call.principal());
            CallToolResult result = call.proceed(Map.of("city", "Bergen"));
            events.add("outer " + result.text());
            return result;
        };
        McpToolInterceptor inner = call -> {
            events.add("inner " + call.arguments());
            return CallToolResult.text("redacted " + call.proceed().text());
        };
        try (McpClient client = client(outer, inner)) {
            assertThat(client.callTool("echo", Map.of("city", "Oslo")).text())
                    .isEqualTo("redacted {\"city\":\"Bergen\"}");
        }
        assertThat(events)
                .containsExactly(
                        "outer weather echo{city=Oslo}null",
                        "inner {city=Bergen}",
                        "outer redacted {\"city\":\"Bergen\"}");
    }

    @Test
    void otherRequestsAreNotIntercepted() {
        try (McpClient client = client(call -> CallToolResult.error("no"))) {
            client.ping();
            assertThat(client.listTools()).hasSize(1);
        }
    }

    // an interceptor may block, even if the caller must not
    @Test
    void interceptorOfAReactiveCallerRunsOnAThreadThatMayBlock() {
        try (McpClient client = client(call -> {
            assertThat(Schedulers.isInNonBlockingThread()).isFalse();
            assertThat(Thread.currentThread().getName()).startsWith("mcp-interceptor-weather");
            return call.proceed();
        })) {
            assertThat(client.reactive()
                            .callTool("echo", Map.of())
                            .subscribeOn(Schedulers.parallel())
                            .block(LIMIT)
                            .text())
                    .isEqualTo("{}");
        }
    }

    @Test
    void exceptionOfAnInterceptorIsReportedAsARejection() {
        McpToolInterceptor failing = call -> {
            throw new IOException("approval service unavailable");
        };
        try (McpClient client = client(failing)) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.callTool("echo", Map.of()))
                    .withMessage("MCP server \"weather\": tools/call: the interceptor "
                            + McpToolInterceptorTests.class.getName()
                            + " failed with IOException: approval service unavailable")
                    .withCauseInstanceOf(IOException.class)
                    .satisfies(failure -> {
                        assertThat(failure.reason()).isEqualTo(Reason.INTERCEPTED);
                        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    });
        }
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void failureAfterTheCallReportsThatItMayHaveBeenExecuted() {
        try (McpClient client = client(call -> {
            call.proceed();
            throw new IllegalStateException("after the call");
        })) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.callTool("echo", Map.of()))
                    .satisfies(failure -> assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN));
        }
    }

    @Test
    void serverErrorIsPassedOnUnchanged() {
        this.server.on("tools/call").reply(Reply.error(-32602, "Unknown tool"));
        try (McpClient client = client(McpToolCall::proceed)) {
            assertThatExceptionOfType(McpRequestException.class)
                    .isThrownBy(() -> client.callTool("nope", Map.of()))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(-32602));
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void interceptorThatReturnsNothingIsReportedByItsName() {
        class Forgetful implements McpToolInterceptor {

            @Override
            public @Nullable CallToolResult intercept(McpToolCall call) {
                return null;
            }
        }
        try (McpClient client = client(new Forgetful())) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.callTool("echo", Map.of()))
                    .withMessageContaining("Forgetful returned null. Return call.proceed() or a result")
                    .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.NO_RESULT));
        }
    }

    // a generic request must not bypass the approval
    @Test
    void genericRequestForAToolIsInterceptedAsWell() {
        try (McpClient client = client(call -> call.toolName().equals("echo")
                ? call.proceed(Map.of("seen", call.arguments()))
                : CallToolResult.error("refused"))) {
            Map<?, ?> echo = client.raw()
                    .request(
                            "tools/call",
                            Map.of("name", "echo", "arguments", Map.of("a", 1)),
                            Map.class,
                            McpCallOptions.defaults());
            assertThat(echo.toString()).contains("{\"seen\":{\"a\":1}}");
            assertThat(client.raw().request("tools/call", Map.of("name", "x"), Map.class, McpCallOptions.defaults()))
                    .isEqualTo(Map.of("content", List.of(Map.of("type", "text", "text", "refused")), "isError", true));
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(
                            () -> client.raw().request("tools/call", Map.of(), Map.class, McpCallOptions.defaults()))
                    .withMessageContaining("interceptors cannot read the parameters");
        }
        assertThat(this.server.requests("tools/call")).hasSize(1);
    }

    @Test
    void resultOfAnInterceptorThatDoesNotFitTheRequestedTypeIsReportedAsARejection() {
        try (McpClient client = client(call -> CallToolResult.error("The user declined."))) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.raw()
                            .request("tools/call", Map.of("name", "echo"), Integer.class, McpCallOptions.defaults()))
                    .withMessageContaining("not a valid Integer: The user declined.")
                    .satisfies(failure -> assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT));
        }
    }

    private void supportTasks() {
        this.server
                .on("initialize")
                .reply(
                        Reply.result(
                                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"tasks\":"
                                        + "{\"requests\":{\"tools\":{\"call\":{}}}}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
    }

    private static final CallToolParams BUILD = CallToolParams.of("build", Map.of());

    @Test
    void callAsTaskIsInterceptedAsWell() {
        supportTasks();
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"task\":{\"taskId\":\"t-1\",\"status\":\"working\",\"createdAt\":"
                        + "\"2025-11-25T10:30:00Z\",\"lastUpdatedAt\":\"2025-11-25T10:30:00Z\",\"ttl\":60000}}"));
        try (McpClient client = client(McpToolCall::proceed)) {
            assertThat(client.tasks()
                            .callTool(BUILD, null, McpCallOptions.defaults())
                            .handle()
                            .taskId())
                    .isEqualTo("t-1");
        }
    }

    @Test
    void errorResultForATaskCallIsReportedAsARejection() {
        supportTasks();
        try (McpClient client = client(call -> CallToolResult.error("The user declined."))) {
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.tasks().callTool(BUILD, null, McpCallOptions.defaults()))
                    .withMessageContaining("the call creates a task: The user declined.")
                    .satisfies(failure -> assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT));
        }
    }

    @Test
    void interceptorReceivesThePrincipalOfTheCall() {
        List<String> names = new CopyOnWriteArrayList<>();
        McpClientBuilder builder = McpClient.builder("weather")
                .url(this.server.url())
                .principals(() -> Mono.just(McpPrincipal.of("ada")))
                .toolInterceptor(call -> {
                    McpPrincipal principal = call.principal();
                    names.add((principal != null) ? principal.name() : "none");
                    return call.proceed();
                });
        try (McpClient client = this.invariants.build(builder)) {
            client.callTool("echo", Map.of());
            client.callTool("echo", Map.of(), McpCallOptions.asApplication());
        }
        assertThat(names).containsExactly("ada", "application");
    }

    // as many calls as there are threads, each of which needs a second interceptor
    @Test
    void manyCallsWithSeveralInterceptorsDoNotWaitForEachOther() {
        try (McpClient client = client(McpToolCall::proceed, McpToolCall::proceed)) {
            client.session().connect();
            Flux.range(0, 400)
                    .flatMap(i -> client.reactive().callTool("echo", Map.of("i", i)), 400)
                    .then()
                    .block(LIMIT);
        }
        assertThat(this.server.requests("tools/call")).hasSize(400);
    }
}
