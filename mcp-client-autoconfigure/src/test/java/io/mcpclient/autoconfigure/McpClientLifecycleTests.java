package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.spring.McpRequiredServerException;
import io.mcpclient.spring.McpServerStateChangedEvent;
import io.mcpclient.spring.McpToolsChangedEvent;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.BlackHole;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** The lifecycle with real servers: good ones, dead ones, silent ones. */
class McpClientLifecycleTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));

    // A05, A18: one good server, one refused, one silent, one answering 500
    @Test
    void whenSomeServersAreUnavailableThenStartIsNotDelayedAndTheGoodOneIsConnected() {
        try (ScriptedLegacyServer good = ScriptedHttpServer.legacy();
                RefusedPort refused = new RefusedPort();
                BlackHole silent = new BlackHole();
                ScriptedHttpServer failing = new ScriptedHttpServer()) {
            failing.onAny().always().reply(Reply.status(500));
            this.runner
                    .withPropertyValues(
                            "mcp.defaults.connect-timeout=60s",
                            "mcp.servers.good.url=" + good.url(),
                            "mcp.servers.refused.url=" + refused.url(),
                            "mcp.servers.silent.url=" + silent.url(),
                            "mcp.servers.failing.url=" + failing.url())
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        McpClients clients = context.getBean(McpClients.class);
                        // A start that had waited for it would have waited for this error.
                        assertThat(clients.get("silent").status().lastError()).isNull();
                        await().atMost(LIMIT)
                                .until(() -> clients.get("good").status().isConnected());
                        for (String away : List.of("refused", "failing")) {
                            await().atMost(LIMIT)
                                    .until(() -> clients.get(away).status().lastError() != null);
                            assertThat(clients.get(away).status().isConnected()).isFalse();
                        }
                    });
        }
    }

    // A05: a server that was unavailable at startup is connected later
    @Test
    void whenServerBecomesAvailableLaterThenItIsConnectedWithoutACall() {
        try (RefusedPort refused = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.late.url=" + refused.url(),
                            "mcp.servers.late.reconnect.initial-interval=50ms",
                            "mcp.servers.late.reconnect.max-interval=100ms")
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        await().atMost(LIMIT).until(() -> client.status().lastError() != null);
                        try (ScriptedLegacyServer late = refused.openLegacy()) {
                            await().atMost(LIMIT).until(() -> client.status().isConnected());
                            assertThat(late.sessionsOpened()).isEqualTo(1);
                            context.close();
                        }
                    });
        }
    }

    @Test
    void whenServerIsLazyThenItIsNotConnectedBeforeItIsUsed() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.lazy.url=" + server.url(), "mcp.servers.lazy.start=lazy")
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
                        assertThat(server.requests()).isEmpty();
                        client.ping();
                        assertThat(client.status().isConnected()).isTrue();
                    });
        }
    }

    @Test
    void whenServersAreRequiredThenTheyAreConnectedWhenTheContextIsUp() {
        try (ScriptedLegacyServer one = ScriptedHttpServer.legacy();
                ScriptedLegacyServer two = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.defaults.required=true",
                            "mcp.servers.one.url=" + one.url(),
                            "mcp.servers.two.url=" + two.url(),
                            "mcp.servers.two.start=lazy")
                    .run(context -> assertThat(context.getBean(McpClients.class).all())
                            .allMatch(client -> client.status().isConnected()));
            // A22, G08: and the sessions are ended with the context
            assertThat(one.requests("DELETE")).hasSize(1);
            assertThat(two.requests("DELETE")).hasSize(1);
        }
    }

    @Test
    void whenRequiredServerIsRefusedThenStartFailsAtOnceAndTheOthersAreReleased() {
        try (ScriptedLegacyServer good = ScriptedHttpServer.legacy();
                RefusedPort refused = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.good.url=" + good.url(),
                            "mcp.servers.dead.url=" + refused.url(),
                            "mcp.servers.dead.required=true")
                    .run(context -> assertThat(context.getStartupFailure())
                            .hasRootCauseInstanceOf(Exception.class)
                            .cause()
                            .isInstanceOfSatisfying(McpRequiredServerException.class, failure -> {
                                assertThat(failure.serverName()).isEqualTo("dead");
                                assertThat(failure.property()).isEqualTo("mcp.servers.dead.required");
                                assertThat(failure.getCause()).isInstanceOf(McpException.class);
                            }));
            // A22: everything that was opened is released, once
            good.awaitOpenConnections(0, LIMIT);
            assertThat(good.requests("DELETE")).hasSizeLessThanOrEqualTo(good.sessionsOpened());
        }
    }

    // A18
    @Test
    void whenRequiredServerIsSilentThenStartFailsAtItsConnectTimeout() {
        try (BlackHole silent = new BlackHole()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.silent.url=" + silent.url(),
                            "mcp.servers.silent.required=true",
                            "mcp.servers.silent.connect-timeout=1s")
                    .run(context -> assertThat(context.getStartupFailure())
                            .hasStackTraceContaining("required and could not be connected")
                            .hasStackTraceContaining("no response within 1000 ms"));
        }
    }

    // G08: a session deletion that hangs
    @Test
    @Timed
    void whenServersDoNotAnswerTheSessionDeletionThenStopTakesNoLongerThanOneShutdownTimeout() {
        try (ScriptedLegacyServer one = ScriptedHttpServer.legacy();
                ScriptedLegacyServer two = ScriptedHttpServer.legacy()) {
            one.on("DELETE").reply(Reply.neverAnswer());
            two.on("DELETE").reply(Reply.neverAnswer());
            this.runner
                    .withPropertyValues(
                            "mcp.defaults.required=true",
                            "mcp.defaults.shutdown-timeout=3s",
                            "mcp.servers.one.url=" + one.url(),
                            "mcp.servers.two.url=" + two.url())
                    .run(context -> {
                        Instant begin = Instant.now();
                        context.close();
                        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofMillis(5500));
                    });
        }
    }

    // G08
    @Test
    void whenContextIsClosedThenClientsRefuseCalls() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            McpClient[] client = new McpClient[1];
            this.runner
                    .withPropertyValues("mcp.servers.one.url=" + server.url(), "mcp.servers.one.required=true")
                    .run(context -> client[0] = context.getBean(McpClient.class));
            assertThat(catchThrowableOfType(McpRejectedException.class, client[0]::ping)
                            .reason())
                    .isEqualTo(McpRejectedException.Reason.CLOSED);
        }
    }

    // A process that failed to start, or was asked to stop, ends: nothing of ours keeps it alive.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenContextHasEndedThenNoThreadKeepsTheProcessAlive(boolean required) {
        try (RefusedPort port = new RefusedPort()) {
            this.runner
                    .withPropertyValues("mcp.servers.away.url=" + port.url(), "mcp.servers.away.required=" + required)
                    .run(context -> {
                        if (required) {
                            assertThat(context).hasFailed();
                        } else {
                            assertThat(context).hasNotFailed();
                        }
                    });
        }
        // Netty's event executor of the process ends by itself, one second after its last task.
        await().pollInSameThread().atMost(LIMIT).untilAsserted(() -> assertThat(userThreads())
                .isEmpty());
    }

    /** Threads for whose end a process would wait, those of the test's own aside. */
    private static List<String> userThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive() && !thread.isDaemon() && thread != Thread.currentThread())
                .map(Thread::getName)
                .filter(name -> !name.startsWith("surefire") && !name.startsWith("junit") && !name.startsWith("JFR "))
                .toList();
    }

    @Test
    void whenContextIsPausedThenItsClientsReconnectOnResume() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.one.url=" + server.url(), "mcp.servers.one.required=true")
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        context.getSourceApplicationContext().stop();
                        assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
                        context.getSourceApplicationContext().start();
                        assertThat(client.status().isConnected()).isTrue();
                    });
            assertThat(server.sessionsOpened()).isEqualTo(2);
        }
    }

    @Test
    void whenChildContextIsClosedThenPausingTheParentDoesNotCloseClients() {
        this.runner
                .withPropertyValues("mcp.servers.one.url=http://localhost:1/mcp", "mcp.servers.one.start=lazy")
                .run(context -> {
                    AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
                    child.setParent(context.getSourceApplicationContext());
                    child.refresh();
                    child.close();
                    context.getSourceApplicationContext().stop();
                    McpException failure =
                            catchThrowableOfType(McpException.class, context.getBean(McpClient.class)::ping);
                    assertThat(failure).isNotInstanceOf(McpRejectedException.class);
                });
    }

    // A22: a context that never came up had a client in use already
    @Test
    void whenRefreshFailsThenClientsInUseAreClosed() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.one.url=" + server.url())
                    .withUserConfiguration(FailsAfterUse.class)
                    .run(context -> assertThat(context.getStartupFailure()).hasRootCauseMessage("on purpose"));
            assertThat(server.requests("DELETE")).hasSize(1);
            server.awaitOpenConnections(0, LIMIT);
        }
    }

    @Test
    void whenStateChangesThenEventsArePublishedInOrderAndMayBlock() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.one.url=" + server.url())
                    .withBean(Listening.class)
                    .run(context -> {
                        Listening listening = context.getBean(Listening.class);
                        await().atMost(LIMIT).until(() -> !listening.tools.isEmpty());
                        await().atMost(LIMIT).until(() -> listening.pinged);
                        assertThat(listening.tools.get(0).snapshot().ofServer("one"))
                                .hasSize(1);
                        context.close();
                        assertThat(listening.states)
                                .containsExactly(
                                        McpClientState.CONNECTING,
                                        McpClientState.INITIALIZING,
                                        McpClientState.CONNECTED,
                                        McpClientState.CLOSING,
                                        McpClientState.DISCONNECTED);
                    });
        }
    }

    @Test
    void lifecyclePhaseIsBeforeTheWebServer() {
        int webServer = SmartLifecycle.DEFAULT_PHASE - 2048; // accepts and closes, see WebServerApplicationContext
        this.runner.run(context -> assertThat(context.getBean("mcpClientLifecycle", SmartLifecycle.class)
                        .getPhase())
                .isLessThan(webServer));
    }

    @Configuration(proxyBeanMethods = false)
    static class FailsAfterUse {

        @Bean
        InitializingBean failing(McpClient client) {
            return () -> {
                client.ping();
                throw new IllegalStateException("on purpose");
            };
        }
    }

    static class Listening {

        final List<McpClientState> states = new CopyOnWriteArrayList<>();

        final List<McpToolsChangedEvent> tools = new CopyOnWriteArrayList<>();

        final McpClients clients;

        volatile boolean pinged;

        Listening(McpClients clients) {
            this.clients = clients;
        }

        @EventListener
        void onState(McpServerStateChangedEvent event) {
            this.states.add(event.status().state());
            if (event.status().isConnected()) {
                this.clients.get(event.status().name()).ping();
                this.pinged = true;
            }
        }

        @EventListener
        void onTools(McpToolsChangedEvent event) {
            this.tools.add(event);
        }
    }
}
