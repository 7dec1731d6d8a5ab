package io.mcpclient.call;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
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
    void interceptMayAnswerWithoutTheServer() {
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
    void interceptMayRefuseByErrorOrByThrowing() {
        IllegalStateException refusal = new IllegalStateException("not approved");
        try (McpClient byError = client((call, next) -> Mono.error(refusal));
                McpClient byThrowing = client((call, next) -> {
                    throw refusal;
                })) {
            for (McpClient client : List.of(byError, byThrowing)) {
                assertThatIllegalStateException().isThrownBy(() -> client.callTool("echo", Map.of()));
                assertThatIllegalStateException().isThrownBy(client::listTools);
                assertThatIllegalStateException().isThrownBy(client::ping);
            }
            assertThat(this.server.requests()).isEmpty();
        }
    }
}
