package io.mcpclient.autoconfigure.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Two instances of an application share one session by one Redis. */
@Timeout(120)
class SharedSessionTests {

    private static final int CALLS = 100;

    private static EmbeddedRedis redis;

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @BeforeAll
    static void startRedis() {
        redis = EmbeddedRedis.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private ConfigurableApplicationContext instance(String id) {
        return new SpringApplicationBuilder(ChildApplication.Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--mcp.servers.weather.url=" + this.server.url(),
                        "--mcp.servers.weather.start=lazy",
                        // Half of it is the time that one instance waits for the handshake of the other.
                        "--mcp.servers.weather.connect-timeout=60s",
                        "--mcp.servers.weather.request-timeout=60s",
                        "--mcp.session.store=redis",
                        "--mcp.session.scope=shared",
                        "--mcp.session.instance-id=" + id,
                        "--mcp.session.timeout=10s",
                        "--spring.data.redis.host=127.0.0.1",
                        "--spring.data.redis.port=" + redis.port());
    }

    /** Calls by turns from both, each from two threads, and fails if one call does. */
    private static void callByTurns(List<McpClient> clients) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2 * clients.size());
        try {
            List<Callable<String>> calls = IntStream.range(0, CALLS)
                    .<Callable<String>>mapToObj(
                            n -> () -> clients.get(n % clients.size()).callTool("echo", Map.of("n", n), String.class))
                    .toList();
            List<Future<String>> answers = new ArrayList<>();
            calls.forEach(call -> answers.add(threads.submit(call)));
            for (int n = 0; n < CALLS; n++) {
                assertThat(answers.get(n).get(30, TimeUnit.SECONDS)).contains("\"n\":" + n);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    // J05, J06
    @Test
    void whenTheServerLosesTheSessionThenBothContinueInOneNewSession() throws Exception {
        try (this.server;
                ConfigurableApplicationContext one = instance("one");
                ConfigurableApplicationContext two = instance("two")) {
            ChildApplication.warmUp(one.getBean(McpSessionStore.class));
            ChildApplication.warmUp(two.getBean(McpSessionStore.class));
            List<McpClient> clients = List.of(one.getBean(McpClient.class), two.getBean(McpClient.class));
            callByTurns(clients);
            assertSessionsOpened(1);

            this.server.forgetSessions();
            callByTurns(clients);

            assertSessionsOpened(2);
            assertThat(sessions(this.server.requests("tools/call"))).contains("session-1", "session-2");
            assertNoIdTwiceInASession();

            // J06: the one that stays needs the session
            one.close();
            callByTurns(List.of(two.getBean(McpClient.class)));
            assertSessionsOpened(2);
        }
    }

    private void assertSessionsOpened(int sessions) {
        assertThat(this.server.sessionsOpened()).isEqualTo(sessions);
        assertThat(this.server.requests("DELETE")).isEmpty();
    }

    private static List<String> sessions(List<RecordedRequest> requests) {
        return requests.stream()
                .map(request -> request.header(ScriptedLegacyServer.SESSION_HEADER))
                .distinct()
                .toList();
    }

    private void assertNoIdTwiceInASession() {
        List<String> ids = this.server.requests().stream()
                .filter(request -> request.rpcMethod() != null && request.json().has("id"))
                .filter(request -> request.header(ScriptedLegacyServer.SESSION_HEADER) != null)
                .map(request -> request.header(ScriptedLegacyServer.SESSION_HEADER) + " "
                        + request.json().get("id"))
                .toList();
        assertThat(ids).hasSizeGreaterThan(2 * CALLS).doesNotHaveDuplicates();
    }
}
