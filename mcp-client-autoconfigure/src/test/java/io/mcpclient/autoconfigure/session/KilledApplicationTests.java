package io.mcpclient.autoconfigure.session;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

import io.mcpclient.autoconfigure.store.AesStoreEncryptor;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An application that is killed and started again goes on in its session: it does not shake hands a second time. */
@Timeout(400)
class KilledApplicationTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** For a first call in a process that gets a fraction of a core. */
    private static final String PATIENCE = "60s";

    private static final String KEY = "a2V5IHdpdGggMzIgYnl0ZXMsIHBsYWluIHRleHQgaGU=";

    /** Fails for a value that is not encrypted. */
    private static final AesStoreEncryptor ENCRYPTOR =
            new AesStoreEncryptor(Base64.getDecoder().decode(KEY));

    @TempDir
    private Path directory;

    private static String[] properties(ScriptedHttpServer server, String... more) {
        return Stream.concat(
                        Stream.of(
                                "--mcp.servers.weather.url=" + server.url(),
                                "--mcp.servers.weather.start=lazy",
                                "--mcp.servers.weather.connect-timeout=" + PATIENCE,
                                "--mcp.servers.weather.request-timeout=" + PATIENCE,
                                "--mcp.session.instance-id=one",
                                "--mcp.session.timeout=10s",
                                "--logging.level.root=debug"),
                        Arrays.stream(more))
                .toArray(String[]::new);
    }

    /** Runs it twice; {@code stored} waits until the store contains the session. */
    private static void killAndStartAgain(ScriptedLegacyServer server, Runnable stored, String... properties)
            throws InterruptedException {
        try (ChildApplication first = ChildApplication.start(properties)) {
            assertThat(first.awaitCall()).contains("Oslo");
            stored.run();
            first.kill();
            // I21: not even in the logs for debugging
            assertThat(first.output()).contains("DEBUG").doesNotContain("session-1");
        }
        try (ChildApplication second = ChildApplication.start(properties)) {
            assertThat(second.awaitCall()).contains("Oslo");
            second.kill();
            assertThat(second.output()).contains("DEBUG").doesNotContain("session-1");
        }
        assertThat(server.requests("initialize")).hasSize(1);
        assertThat(server.requests("ping")).hasSize(1).allSatisfy(KilledApplicationTests::inTheFirstSession);
        assertThat(server.requests("DELETE")).isEmpty();
        assertThat(server.requests("tools/call")).hasSize(2).allSatisfy(KilledApplicationTests::inTheFirstSession);
    }

    private static void inTheFirstSession(RecordedRequest request) {
        assertThat(request.header(ScriptedLegacyServer.SESSION_HEADER)).isEqualTo("session-1");
    }

    @Test
    void whenSessionIsInAFileOfH2ThenItIsResumed() throws Exception {
        Path file = this.directory.resolve("sessions");
        // Whatever is committed is on disk; by default H2 waits for half a second.
        String url = "jdbc:h2:file:" + file + ";WRITE_DELAY=0";
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            killAndStartAgain(
                    server,
                    () -> await().atMost(LIMIT)
                            .until(() -> Files.readString(Path.of(file + ".mv.db"), StandardCharsets.ISO_8859_1)
                                    .contains("session-1")),
                    properties(
                            server,
                            "--mcp.session.store=jdbc",
                            "--mcp.session.jdbc.initialize-schema=always",
                            "--spring.datasource.url=" + url));
        }
    }

    @Test
    void whenSessionIsInPostgresThenItIsResumed() throws Exception {
        JdbcTemplate postgres = new JdbcTemplate(SharedPostgres.server().getPostgresDatabase());
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            killAndStartAgain(
                    server,
                    () -> await().atMost(LIMIT)
                            .ignoreExceptions()
                            .until(() ->
                                    postgres
                                            .queryForList("SELECT SESSION_TEXT FROM killed_sessions", String.class)
                                            .stream()
                                            .anyMatch(text -> text.contains("session-1"))),
                    properties(
                            server,
                            "--mcp.session.store=jdbc",
                            "--mcp.session.jdbc.table-name=killed_sessions",
                            "--mcp.session.jdbc.initialize-schema=always",
                            "--spring.datasource.url=" + SharedPostgres.server().getJdbcUrl("postgres", "postgres")));
        }
    }

    /** The tools of the server have a key of their own, may be stored before the session, and do not tell that it is. */
    private static String decrypted(RedisMcpSessionStore store, String redisKey) {
        McpStoredValue value = store.load(redisKey.substring(RedisMcpSessionStore.DEFAULT_KEY_PREFIX.length()));
        return (value != null) ? ENCRYPTOR.decrypt(value.text()) : "";
    }

    // Encrypted: readers of Redis cannot use the values.
    @Test
    void whenSessionIsInRedisAndEncryptedThenItIsResumed() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                EmbeddedRedis redis = EmbeddedRedis.start()) {
            LettuceConnectionFactory connections = redis.connect();
            try {
                StringRedisTemplate template = new StringRedisTemplate(connections);
                RedisMcpSessionStore store = new RedisMcpSessionStore(connections);
                killAndStartAgain(
                        server,
                        () -> await().atMost(LIMIT)
                                .until(() -> template.keys(RedisMcpSessionStore.DEFAULT_KEY_PREFIX + "*").stream()
                                        .anyMatch(key -> decrypted(store, key).contains("session-1"))),
                        properties(
                                server,
                                "--mcp.session.store=redis",
                                "--mcp.session.encryption-key=" + KEY,
                                "--spring.data.redis.host=127.0.0.1",
                                "--spring.data.redis.port=" + redis.port()));
            } finally {
                connections.destroy();
            }
        }
    }
}
