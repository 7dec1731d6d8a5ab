package io.mcpclient.call;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class McpInterceptorTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(McpInterceptor... interceptors) {
        var builder = McpClient.builder("weather").url(this.server.url());
        for (McpInterceptor interceptor : interceptors) {
            builder.interceptor(interceptor);
        }
        return builder.build();
    }

    @Test
    void interceptRunsInOrderAroundTheCall() {
        List<String> seen = new CopyOnWriteArrayList<>();
        McpInterceptor outer = (call, next) -> {
            seen.add("outer " + call.serverName() + " " + call.method());
            return next.handle(call).doOnNext(result -> seen.add("outer end"));
        };
        McpInterceptor inner = (call, next) -> {
            seen.add("inner");
            return next.handle(call).doOnNext(result -> seen.add("inner end"));
        };
        try (McpClient client = client(outer, inner)) {
            client.callTool("echo", Map.of());

            assertThat(seen).containsExactly("outer weather tools/call", "inner", "inner end", "outer end");
        }
    }

    @Test
    void interceptMayReplaceParametersAndResult() {
        McpInterceptor redaction = (call, next) -> {
            CallToolParams params = (CallToolParams) call.params();
            return next.handle(call.withParams(CallToolParams.of(params.name(), Map.of("secret", "***"))));
        };
        try (McpClient client = client(redaction)) {
            assertThat(client.callTool("echo", Map.of("secret", "x")).text()).isEqualTo("{\"secret\":\"***\"}");
        }
    }

    @Test
    void interceptMayReturnAResultWithoutCallingTheServer() {
        CallToolResult cached = CallToolResult.text("cached");
        try (McpClient client = client((call, next) -> Mono.just(cached))) {
            assertThat(client.callTool("echo", Map.of())).isSameAs(cached);
            assertThat(this.server.requests()).isEmpty();
        }
    }

    // promise 7: a mistake of the application is reported as one
    @Test
    void interceptThatReturnsNothingIsReportedByItsName() {
        class Forgetful implements McpInterceptor {

            @Override
            @SuppressWarnings("NullAway")
            public Mono<Object> intercept(McpCall call, CallHandler next) {
                return null;
            }
        }
        try (McpClient client = client(new Forgetful())) {
            McpRejectedException failure =
                    catchThrowableOfType(McpRejectedException.class, () -> client.callTool("echo", Map.of()));

            assertThat(failure.reason()).isEqualTo(McpRejectedException.Reason.NO_RESULT);
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.getMessage()).contains("Forgetful returned null", "Return next.handle(call)");
        }
    }

    @Test
    void interceptMayRejectByErrorSignalOrByThrowing() {
        IllegalStateException refusal = new IllegalStateException("policy 7 forbids");
        try (McpClient byError = client((call, next) -> Mono.error(refusal));
                McpClient byThrowing = client((call, next) -> {
                    throw refusal;
                })) {
            for (McpClient client : List.of(byError, byThrowing)) {
                for (Runnable call :
                        List.<Runnable>of(() -> client.callTool("echo", Map.of()), client::listTools, client::ping)) {
                    assertThat(catchThrowableOfType(McpRejectedException.class, call::run))
                            .hasMessageMatching("MCP server \"weather\": [a-z/]+: the interceptor "
                                    + Pattern.quote(McpInterceptorTests.class.getName())
                                    + " failed with IllegalStateException: policy 7 forbids")
                            .hasCause(refusal)
                            .matches(failure -> failure.reason() == McpRejectedException.Reason.INTERCEPTED)
                            .matches(failure -> failure.outcome() == McpOutcome.NOT_SENT);
                }
            }
            assertThat(this.server.requests()).isEmpty();
        }
    }

    // a library that is missing at run time; nothing may wait for such a call when the client is closed
    @Test
    void interceptThatThrowsAnErrorIsReportedLikeAnyOther() {
        NoClassDefFoundError missing = new NoClassDefFoundError("com/example/Audit");
        McpInterceptor broken = (call, next) -> {
            throw missing;
        };
        try (McpClient client = client(broken)) {
            assertThat(catchThrowableOfType(McpRejectedException.class, () -> client.callTool("echo", Map.of())))
                    .hasMessageContaining("failed with NoClassDefFoundError: com/example/Audit")
                    .hasCause(missing)
                    .matches(failure -> failure.outcome() == McpOutcome.NOT_SENT);
        }
    }

    // an error of the tree is the decision of the interceptor
    @Test
    void interceptMayRejectWithAnMcpException() {
        McpRejectedException refusal = new McpRejectedException(
                McpErrorDetails.of("weather", "tools/call", McpOutcome.NOT_SENT, "no"),
                McpRejectedException.Reason.DENIED);
        try (McpClient client = client((call, next) -> Mono.error(refusal))) {
            assertThat(catchThrowableOfType(McpRejectedException.class, () -> client.callTool("echo", Map.of())))
                    .isSameAs(refusal);
        }
    }

    // promise 5: the outcome is that of the call, not of the interceptor
    @Test
    void interceptThatFailsAfterTheCallReportsTheOutcomeOfTheCall() {
        McpInterceptor afterResult = (call, next) -> next.handle(call).map(result -> {
            throw new IllegalStateException("unreadable");
        });
        McpInterceptor afterError =
                (call, next) -> next.handle(call).onErrorMap(error -> new IllegalStateException("translated", error));
        this.server
                .on("tools/call")
                .where(call -> call.body().contains("refused"))
                .reply(Reply.error(-32602, "no"));
        try (McpClient unreadable = client(afterResult);
                McpClient translated = client(afterError)) {
            assertThat(catchThrowableOfType(McpRejectedException.class, () -> unreadable.callTool("echo", Map.of())))
                    .hasMessageContaining("IllegalStateException: unreadable")
                    .matches(failure -> failure.outcome() == McpOutcome.UNKNOWN);
            assertThat(catchThrowableOfType(McpRejectedException.class, () -> translated.callTool("refused", Map.of())))
                    .hasMessageContaining("IllegalStateException: translated")
                    .matches(failure -> failure.outcome() == McpOutcome.ANSWERED);
        }
    }
}
