package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.testkit.BlackHole;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Many servers at the start of an application, and what its log says of them. */
@Timeout(60)
class McpClientStartTests {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));

    /** Counts the clients that are connecting. */
    static final class ConcurrentConnects implements McpClientCustomizer {

        private final Set<String> connecting = ConcurrentHashMap.newKeySet();

        private final AtomicInteger most = new AtomicInteger();

        @Override
        public void customize(String serverName, McpClientBuilder builder) {
            builder.statusListener(this::onStatus);
        }

        private void onStatus(McpServerStatus status) {
            if (status.state() == McpClientState.CONNECTING || status.state() == McpClientState.INITIALIZING) {
                this.connecting.add(status.name());
            } else {
                this.connecting.remove(status.name());
            }
            this.most.accumulateAndGet(this.connecting.size(), Math::max);
        }
    }

    private static String[] servers(String prefix, int count, String url) {
        return IntStream.range(0, count)
                .mapToObj(i -> "mcp.servers." + prefix + i + ".url=" + url)
                .toArray(String[]::new);
    }

    private static List<McpClient> startingWith(String prefix, McpClients clients) {
        return clients.all().stream()
                .filter(client -> client.name().startsWith(prefix))
                .toList();
    }

    // G16: a dozen that hang, first in line, and 88 that do not
    @Test
    void whenSomeOfAHundredServersHangThenTheOthersAreConnectedSixteenAtATime() {
        ConcurrentConnects crowd = new ConcurrentConnects();
        try (BlackHole silent = new BlackHole();
                ScriptedLegacyServer good = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(servers("a", 12, silent.url()))
                    .withPropertyValues(servers("good", 88, good.url()))
                    .withPropertyValues("mcp.defaults.connect-timeout=30s", "mcp.defaults.shutdown-timeout=2s")
                    .withBean(ConcurrentConnects.class, () -> crowd)
                    .run(context -> {
                        McpClients clients = context.getBean(McpClients.class);
                        await().atMost(LIMIT).until(() -> startingWith("good", clients).stream()
                                .allMatch(client -> client.status().isConnected()));
                        assertThat(startingWith("a", clients))
                                .noneMatch(client -> client.status().isConnected());
                        assertThat(crowd.most.get()).isBetween(2, 16);
                    });
            good.awaitOpenConnections(0, LIMIT);
        }
    }

    // G16: bounded by the connect-timeout times the number of rounds; what fails makes room
    @Test
    @Timed
    void whenAllServersHangThenEachIsAttemptedInTurn() {
        ConcurrentConnects crowd = new ConcurrentConnects();
        try (BlackHole silent = new BlackHole()) {
            this.runner
                    .withPropertyValues(servers("s", 40, silent.url()))
                    .withPropertyValues(
                            "mcp.max-concurrent-connects=10",
                            "mcp.defaults.connect-timeout=300ms",
                            "mcp.defaults.reconnect.initial-interval=1h",
                            "mcp.defaults.reconnect.max-interval=2h")
                    .withBean(ConcurrentConnects.class, () -> crowd)
                    .run(context -> {
                        McpClients clients = context.getBean(McpClients.class);
                        Instant begin = Instant.now();
                        await().atMost(LIMIT).until(() -> clients.all().stream()
                                .allMatch(client -> client.status().lastError() != null));
                        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(8));
                        assertThat(crowd.most.get()).isBetween(2, 10);
                    });
        }
    }

    // G16, A05: neither does the application wait for those that are not required
    @Test
    void whenServersHangThenRequiredOnesGoFirst() {
        try (BlackHole silent = new BlackHole();
                ScriptedLegacyServer good = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(servers("a", 5, silent.url()))
                    .withPropertyValues(
                            "mcp.max-concurrent-connects=1",
                            "mcp.defaults.connect-timeout=60s",
                            "mcp.servers.z.url=" + good.url(),
                            "mcp.servers.z.required=true")
                    .run(context -> {
                        McpClients clients = context.getBean(McpClients.class);
                        assertThat(clients.get("z").status().isConnected()).isTrue();
                        assertThat(startingWith("a", clients))
                                .allMatch(client -> client.status().lastError() == null);
                    });
        }
    }

    // the queue is left with the context, and taken up again
    @Test
    void whenPausedDuringTheStartThenConnectingContinuesWithTheNextStart() {
        try (BlackHole silent = new BlackHole()) {
            this.runner
                    .withPropertyValues(servers("s", 5, silent.url()))
                    .withPropertyValues("mcp.max-concurrent-connects=1", "mcp.defaults.connect-timeout=30s")
                    .run(context -> {
                        SmartLifecycle lifecycle = context.getBean("mcpClientLifecycle", SmartLifecycle.class);
                        await().atMost(LIMIT).until(() -> silent.connections() == 1);
                        lifecycle.stop();
                        assertThat(context.getBean(McpClients.class).all())
                                .allMatch(client -> client.status().state() == McpClientState.DISCONNECTED);
                        lifecycle.start();
                        await().atMost(LIMIT).until(() -> silent.connections() == 2);
                    });
        }
    }

    @Test
    void whenMaxConcurrentConnectsIsZeroThenTheStartFailsAndNamesIt() {
        this.runner.withPropertyValues("mcp.max-concurrent-connects=0").run(context -> assertThat(
                        context.getStartupFailure())
                .hasStackTraceContaining("mcp.max-concurrent-connects is 0"));
    }

    // one line for each server, without what may be secret: user information, query, arguments
    @Test
    void whenStartingThenEachServerIsAnnouncedOnce() {
        CapturedLog captured = logged(log -> {
            try (ScriptedLegacyServer good = ScriptedHttpServer.legacy()) {
                this.runner
                        .withPropertyValues(
                                "mcp.servers.one.url=" + good.url() + "?key=canary",
                                "mcp.servers.one.required=true",
                                "mcp.servers.two.url=https://two.example/canary8of9a0path/mcp?key=canary",
                                "mcp.servers.two.start=lazy",
                                "mcp.servers.three.command=no-such-program",
                                "mcp.servers.three.args=canary",
                                "mcp.servers.off.url=http://off.example",
                                "mcp.servers.off.enabled=false")
                        .run(context -> assertThat(context).hasNotFailed());
            }
        });
        List<String> lines = captured.messages(Level.INFO).stream()
                .filter(line -> !line.contains("revision"))
                .toList();
        assertThat(lines)
                .hasSize(3)
                .anyMatch(line -> line.matches(
                        "MCP server \"one\": http://127\\.0\\.0\\.1:\\d+/mcp, application startup" + " waits for it"))
                .contains(
                        "MCP server \"two\": https://two.example/***/mcp, connects on first use",
                        "MCP server \"three\": command no-such-program, connecting in the background");
        assertThat(captured.messages()).noneMatch(line -> line.contains("canary"));
    }

    // an outage is one warning, and its end one line
    @Test
    void whenServerIsUnavailableForSomeAttemptsThenTheLogReportsItOnce() {
        CapturedLog captured = logged(log -> {
            try (RefusedPort refused = new RefusedPort()) {
                this.runner
                        .withPropertyValues(
                                "mcp.servers.late.url=" + refused.url(),
                                "mcp.servers.late.reconnect.initial-interval=50ms",
                                "mcp.servers.late.reconnect.max-interval=60ms")
                        .run(context -> {
                            AtomicInteger attempts = new AtomicInteger();
                            McpClient client = context.getBean(McpClient.class);
                            client.listeners()
                                    .addStatusListener(status ->
                                            attempts.addAndGet((status.state() == McpClientState.CONNECTING) ? 1 : 0));
                            await().atMost(LIMIT).until(() -> attempts.get() >= 4);
                            try (ScriptedLegacyServer server = refused.openLegacy()) {
                                await().atMost(LIMIT).until(() -> log.messages(Level.INFO).stream()
                                        .anyMatch(line -> line.contains("revision")));
                                context.close();
                            }
                        });
            }
        });
        assertThat(captured.messages(Level.WARN)).hasSize(1).allMatch(line -> line.contains("\"late\""));
        assertThat(captured.messages(Level.INFO))
                .filteredOn(line -> line.contains("revision"))
                .singleElement()
                .asString()
                .matches("MCP server \"late\": connected after [0-9.]+ m?s, revision 2025-11-25");
    }

    private interface Action {

        void run(CapturedLog log) throws Exception;
    }

    private static CapturedLog logged(Action action) {
        CapturedLog log = CapturedLog.of("io.mcpclient").at(Level.INFO).open();
        try (log) {
            action.run(log);
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
        return log;
    }
}
