package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import jakarta.annotation.PreDestroy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.BlackHole;
import io.mcpclient.testkit.Repetitions;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** The end of a context: who may still call, and what is left afterwards. Faults A22, G08, G15, E20. */
@Timeout(120)
class McpClientDestructionTests {

    private static final int RESTARTS = Repetitions.of(10, 50);

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** For the first start of an application in a JVM that gets a fraction of a core. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private static final Map<String, Object> ARGUMENTS = Map.of("last", "word");

    /** A server of the handshake revisions without any features, for a shell, which starts at once. */
    private static final String SHELL_SERVER = """
            while read -r line; do
              case "$line" in
                *'"initialize"'*)
                  id=${line#*'"id":'}
                  id=${id%%,*}
                  printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25",' "$id"
                  printf '"capabilities":{},"serverInfo":{"name":"sh","version":"1"}}}\\n';;
              esac
            done
            """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));

    /** What was answered, for after the context is gone. */
    static final class RecordedEvents {

        private volatile @Nullable CallToolResult result;
    }

    /** Calls a tool as its last deed. */
    record LastWord(RecordedEvents heard, Supplier<CallToolResult> call) {

        @PreDestroy
        void say() {
            this.heard.result = this.call.get();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HoldsClient {

        @Bean
        LastWord lastWord(RecordedEvents heard, McpClient client) {
            return new LastWord(heard, () -> client.callTool("echo", ARGUMENTS));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HoldsReactiveClient {

        @Bean
        LastWord lastWord(RecordedEvents heard, ReactiveMcpClient client) {
            return new LastWord(heard, () -> client.callTool("echo", ARGUMENTS, McpCallOptions.defaults())
                    .block(LIMIT));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HoldsClients {

        @Bean
        LastWord lastWord(RecordedEvents heard, McpClients clients) {
            return new LastWord(heard, () -> clients.get("one").callTool("echo", ARGUMENTS));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class HoldsRegistry {

        @Bean
        LastWord lastWord(RecordedEvents heard, McpToolRegistry registry) {
            return new LastWord(heard, () -> registry.callTool("echo", ARGUMENTS));
        }
    }

    /** Has no dependency that the container could see, and is created before any client. */
    @Configuration(proxyBeanMethods = false)
    static class HoldsProvider {

        @Bean
        LastWord lastWord(RecordedEvents heard, ObjectProvider<McpClient> client) {
            return new LastWord(heard, () -> client.getObject().callTool("echo", ARGUMENTS));
        }
    }

    // G08: every caller gets a result, and connections opened by these calls are closed again
    @ParameterizedTest
    @ValueSource(
            classes = {
                HoldsClient.class,
                HoldsReactiveClient.class,
                HoldsClients.class,
                HoldsRegistry.class,
                HoldsProvider.class
            })
    void whenABeanCallsDuringItsDestructionThenTheCallSucceeds(Class<?> configuration) {
        RecordedEvents heard = new RecordedEvents();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            // The registry lists the tools of the new session, and may be interrupted by its end.
            server.on("notifications/cancelled").optionally().reply(Reply.accepted());
            this.runner
                    .withPropertyValues("mcp.servers.one.url=" + server.url(), "mcp.servers.one.required=true")
                    .withBean(RecordedEvents.class, () -> heard)
                    .withUserConfiguration(configuration)
                    .run(context -> {
                        McpToolRegistry registry = context.getBean(McpToolRegistry.class);
                        await().atMost(LIMIT)
                                .until(() -> !registry.snapshot().tools().isEmpty());
                    });
            assertThat(heard.result).isNotNull();
            assertThat(server.requests("tools/call")).hasSize(1);
            assertThat(server.requests("DELETE")).hasSize(server.sessionsOpened());
            server.awaitOpenConnections(0, LIMIT);
        }
    }

    @Test
    void whenThereAreNoCallsThenNoSecondSessionIsOpened() {
        McpClient[] client = new McpClient[1];
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.one.url=" + server.url(), "mcp.servers.one.required=true")
                    .run(context -> client[0] = context.getBean(McpClient.class));
            assertThat(server.sessionsOpened()).isEqualTo(1);
            assertThat(server.requests("DELETE")).hasSize(1);
            server.awaitOpenConnections(0, LIMIT);
        }
        assertThat(catchThrowableOfType(McpRejectedException.class, client[0]::ping)
                        .reason())
                .isEqualTo(McpRejectedException.Reason.CLOSED);
    }

    // clients that are no beans of the context
    @Test
    void whenClientWasAddedAtRunTimeThenItIsClosedWithTheOthers() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner.run(context -> {
                McpClient added = McpClient.builder("added").url(server.url()).build();
                context.getBean(McpClients.class).add(added);
                added.session().connect();
            });
            assertThat(server.requests("DELETE")).hasSize(1);
            server.awaitOpenConnections(0, LIMIT);
        }
    }

    // the last words of a call that is under way when the context closes
    @Test
    void whenCallIsInFlightThenTheContextWaitsForItsResponse() {
        CountDownLatch answer = new CountDownLatch(1);
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").reply(Reply.result("{\"content\":[]}").after(answer));
            this.runner
                    .withPropertyValues(
                            "mcp.servers.one.url=" + server.url(),
                            "mcp.servers.one.required=true",
                            "mcp.servers.one.shutdown-timeout=12s")
                    .run(context -> {
                        CompletableFuture<CallToolResult> call = context.getBean(ReactiveMcpClient.class)
                                .callTool("echo", Map.of(), McpCallOptions.defaults())
                                .toFuture();
                        server.awaitRequests("tools/call", 1, LIMIT);
                        CompletableFuture<Void> closed =
                                CompletableFuture.runAsync(context.getSourceApplicationContext()::close);
                        assertThat(call).isNotDone();
                        answer.countDown();
                        assertThat(call).succeedsWithin(LIMIT);
                        assertThat(closed).succeedsWithin(LIMIT);
                    });
        }
    }

    // A22: from another thread, while a required server keeps the start waiting
    @Test
    @Timed
    void whenContextIsClosedDuringItsStartThenNothingLeaks() {
        try (BlackHole silent = new BlackHole();
                ScriptedLegacyServer good = ScriptedHttpServer.legacy()) {
            AnnotationConfigApplicationContext context = context(
                    "mcp.servers.silent.url=" + silent.url(),
                    "mcp.servers.silent.required=true",
                    "mcp.servers.silent.connect-timeout=2s",
                    "mcp.servers.good.url=" + good.url());
            CompletableFuture<Void> started = CompletableFuture.runAsync(context::refresh);
            // On a busy machine, the time to connect may be over before there is a connection.
            await().atMost(START_LIMIT).until(() -> silent.connections() > 0 || started.isDone());
            Instant begin = Instant.now();
            context.close();
            assertThat(started).failsWithin(LIMIT);
            assertThat(Duration.between(begin, Instant.now())).isLessThan(LIMIT);
            assertThat(context.isActive()).isFalse();
            good.awaitOpenConnections(0, LIMIT);
            assertThat(good.requests("DELETE")).hasSize(good.sessionsOpened());
        }
    }

    // G15: over HTTP
    @Test
    void whenContextIsRestartedManyTimesThenNothingLeaks() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            String url = "mcp.servers.one.url=" + server.url();
            restart(3, url, "mcp.servers.one.required=true"); // event loops and timers of the JVM
            int threads = Thread.activeCount();
            List<WeakReference<?>> left = restart(RESTARTS, url, "mcp.servers.one.required=true");
            assertThat(server.sessionsOpened()).isEqualTo(3 + RESTARTS);
            assertThat(server.requests("DELETE")).hasSize(3 + RESTARTS);
            server.awaitOpenConnections(0, LIMIT);
            await().atMost(LIMIT).until(() -> Thread.activeCount() <= threads + 4);
            awaitCollected(left);
        }
    }

    // G15, E20: with a child process
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the server is a shell script")
    void whenContextWithAProcessIsRestartedManyTimesThenNoProcessLeaks(@TempDir Path directory) throws IOException {
        Path script = Files.writeString(directory.resolve("server.sh"), SHELL_SERVER);
        List<WeakReference<?>> left = restart(
                RESTARTS,
                "mcp.servers.child.command=/bin/sh",
                "mcp.servers.child.args=" + script,
                "mcp.servers.child.protocol=legacy",
                "mcp.servers.child.required=true");
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(process -> process.info().command().orElse("").endsWith("sh")))
                .isEmpty();
        awaitCollected(left);
    }

    private static List<WeakReference<?>> restart(int times, String... properties) {
        List<WeakReference<?>> left = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            AnnotationConfigApplicationContext context = context(properties);
            context.refresh();
            assertThat(context.getBean(McpClient.class).status().isConnected()).isTrue();
            left.add(new WeakReference<>(context));
            left.add(new WeakReference<>(context.getBean(McpClient.class)));
            context.close();
        }
        return left;
    }

    private static AnnotationConfigApplicationContext context(String... properties) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        TestPropertyValues.of(properties).applyTo(context);
        context.register(SslAutoConfiguration.class, McpClientAutoConfiguration.class);
        return context;
    }

    /** All but those of the last context, which a thread may still remember. */
    private static void awaitCollected(List<WeakReference<?>> references) {
        await().atMost(LIMIT).until(() -> {
            System.gc();
            long left = references.stream()
                    .filter(reference -> reference.get() != null)
                    .count();
            return left <= 2;
        });
    }
}
