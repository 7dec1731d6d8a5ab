package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What a caller does wrong is an error of the client's own tree: with server, outcome and, where there is one, a remedy. */
@Timeout(60)
class McpClientMisuseTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client =
            this.invariants.build(McpClient.builder("weather").url(this.server.url()));

    private final McpClients clients = new McpClients(List.of(this.client));

    private final McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    private final McpClient users = this.invariants.build(
            McpClient.builder("users").url(this.server.url()).principals(() -> Mono.just(McpPrincipal.of("ada"))));

    @AfterEach
    void close() {
        this.users.close();
        this.registry.close();
        this.clients.close();
        this.server.close();
    }

    record Misuse(String what, Consumer<McpClientMisuseTests> action) {

        @Override
        public String toString() {
            return this.what;
        }
    }

    @SuppressWarnings("NullAway")
    static Stream<Misuse> misuses() {
        return Stream.of(
                new Misuse("null tool", test -> test.client.callTool(null, Map.of())),
                new Misuse("blank tool", test -> test.client.callTool(" ", Map.of())),
                new Misuse(
                        "null params",
                        test -> test.client.tools().call((CallToolParams) null, McpCallOptions.defaults())),
                new Misuse("blank tool, bound", test -> test.client.callTool("", Map.of(), Map.class)),
                new Misuse("blank subscription", test -> test.client.resources().subscribe(" ")),
                new Misuse(
                        "blank end of a subscription",
                        test -> test.client.resources().unsubscribe("")),
                new Misuse("unknown level", test -> test.client.session().setLoggingLevel(new LoggingLevel("loud"))),
                new Misuse("blank notification", test -> test.client.raw().notify("", Map.of())),
                new Misuse("null resource", test -> test.client.readResource((String) null)),
                new Misuse("blank resource", test -> test.client.readResource("")),
                new Misuse("null prompt", test -> test.client.getPrompt(null, Map.of())),
                new Misuse("blank prompt", test -> test.client.getPrompt("", Map.of())),
                new Misuse(
                        "null method",
                        test -> test.client.raw().request(null, Map.of(), Map.class, McpCallOptions.defaults())),
                new Misuse(
                        "blank method",
                        test -> test.client.raw().request(" ", Map.of(), Map.class, McpCallOptions.defaults())),
                new Misuse(
                        "blank listener method", test -> test.client.raw().onNotification(" ", (params, source) -> {})),
                new Misuse(
                        "blank handler method", test -> test.client.raw().onRequest("", (params, context) -> Map.of())),
                new Misuse("blank task", test -> test.client.tasks().resume(" ")),
                new Misuse("endless task", test -> test.asTask(Duration.ofSeconds(Long.MAX_VALUE))),
                new Misuse("negative task", test -> test.asTask(Duration.ofSeconds(-1))),
                new Misuse("null class", test -> test.client.callTool("echo", Map.of(), (Class<Object>) null)),
                new Misuse(
                        "null type",
                        test -> test.client.tools().call("echo", Map.of(), (ParameterizedTypeReference<Object>) null)),
                new Misuse(
                        "null options of a user", test -> test.users.callTool("echo", Map.of(), (McpCallOptions) null)),
                new Misuse("null tool of a user", test -> test.users.callTool(null, Map.of())),
                new Misuse("null task of a user", test -> test.users.tasks().resume((String) null)),
                new Misuse(
                        "null listener of a user",
                        test -> test.users.listeners().addLogListener(null)),
                new Misuse("registry without clients", test -> McpToolRegistry.of(null, McpToolNaming.defaults())),
                new Misuse("registry without naming", test -> McpToolRegistry.of(test.clients, null)),
                new Misuse("blank registered tool", test -> test.registry.callTool(" ", Map.of(), Map.class)),
                new Misuse("null server to refresh", test -> test.registry.refresh(null)),
                new Misuse("null server", test -> test.clients.get(null)),
                new Misuse("unknown server", test -> test.clients.get("wether")),
                new Misuse("null registered tool", test -> test.registry.callTool(null, Map.of())),
                new Misuse("unknown registered tool", test -> test.registry.callTool("nope", Map.of())));
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void invalidCallIsRejectedWithoutBeingSent(Misuse misuse) {
        Throwable failure = catchThrowable(() -> misuse.action().accept(this));
        assertThat(failure).isInstanceOfSatisfying(McpRejectedException.class, rejection -> {
            assertThat(rejection.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(rejection.remedy()).isNotBlank();
        });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    private void asTask(Duration ttl) {
        this.client.tasks().callTool(CallToolParams.of("echo", Map.of()), ttl, McpCallOptions.defaults());
    }

    static Stream<Duration> hugeTimeouts() {
        return Stream.of(Duration.ofDays(200_000), Duration.ofSeconds(Long.MAX_VALUE));
    }

    // more nanoseconds than fit into a long
    @ParameterizedTest
    @MethodSource("hugeTimeouts")
    void timeoutBeyondTheRangeOfNanosecondsIsAccepted(Duration timeout) {
        McpCallOptions options = McpCallOptions.timeout(timeout);

        assertThat(this.client.callTool("echo", Map.of(), options).text()).isEqualTo("{}");
    }

    static Stream<Misuse> blockingCalls() {
        return Stream.of(
                new Misuse("connect", test -> test.client.session().connect()),
                new Misuse("typed call", test -> test.client.callTool("echo", Map.of(), Map.class)),
                new Misuse("notify", test -> test.client.raw().notify("x", null)),
                new Misuse("reconnect", test -> test.client.session().reconnect()),
                new Misuse("logout", test -> test.client.session().logout()),
                new Misuse("user", test -> test.users.ping()),
                new Misuse("task", test -> test.client.tasks().resume("t").await()));
    }

    @ParameterizedTest
    @MethodSource("blockingCalls")
    void blockingAnEventLoopIsRejectedWithARemedy(Misuse misuse) {
        Mono<Throwable> onEventLoop = Mono.fromCallable(
                        () -> catchThrowable(() -> misuse.action().accept(this)))
                .subscribeOn(Schedulers.parallel());
        assertThat(onEventLoop.block(Duration.ofSeconds(20)))
                .isInstanceOfSatisfying(McpRejectedException.class, rejection -> {
                    assertThat(rejection.reason()).isEqualTo(McpRejectedException.Reason.EVENT_LOOP);
                    assertThat(rejection.remedy()).contains("reactive()");
                });
        assertThat(this.server.requests()).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway")
    void nullToolInterceptorIsAConfigurationError() {
        assertThat(catchThrowable(() -> McpClient.builder("weather").toolInterceptor(null)))
                .isInstanceOf(McpConfigurationException.class);
    }

    @Test
    void messageNamesTheMissingMember() {
        assertThat(catchThrowable(() -> this.client.callTool(" ", Map.of())))
                .hasMessage(
                        "MCP server \"weather\": tools/call: call tool params has no \"name\". Pass a value that is neither"
                                + " null nor blank.");
    }

    // a pipeline is built first and run later: nothing is thrown where it is built
    @Test
    void reactiveCallSignalsTheRejectionOnSubscription() {
        Mono<?> call = this.client.reactive().callTool("", Map.of());

        assertThat(catchThrowable(() -> call.block(Duration.ofSeconds(20)))).isInstanceOf(McpRejectedException.class);
    }

    @Test
    void blockingAnEventLoopAndUsingAClosedClientAreRejected() {
        Mono<Throwable> onEventLoop =
                Mono.fromCallable(() -> catchThrowable(this.client::listTools)).subscribeOn(Schedulers.parallel());
        assertThat(onEventLoop.block(Duration.ofSeconds(20)))
                .isInstanceOfSatisfying(McpRejectedException.class, rejection -> assertThat(rejection.reason())
                        .isEqualTo(McpRejectedException.Reason.EVENT_LOOP));

        this.client.close();
        assertThat(catchThrowable(this.client::listTools))
                .isInstanceOfSatisfying(McpRejectedException.class, rejection -> assertThat(rejection.reason())
                        .isEqualTo(McpRejectedException.Reason.CLOSED));
    }
}
