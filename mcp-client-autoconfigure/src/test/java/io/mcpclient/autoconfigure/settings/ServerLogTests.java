package io.mcpclient.autoconfigure.settings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.text.KnownSecrets;

import static org.assertj.core.api.Assertions.assertThat;

/** F26, I07: what a server writes gets into our log, and does no harm there. */
class ServerLogTests {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.mcpclient.server.under-test");

    @RegisterExtension
    final CapturedLog written = CapturedLog.of(this.logger).at(Level.ALL).alone();

    private final AtomicLong nanos = new AtomicLong();

    private final ServerLog log = new ServerLog(this.logger, this.nanos::get);

    // LOG-07
    @ParameterizedTest
    @CsvSource({
        "debug, DEBUG",
        "info, INFO",
        "notice, INFO",
        "warning, WARN",
        "error, ERROR",
        "critical, ERROR",
        "alert, ERROR",
        "emergency, ERROR",
        "warn, WARN",
        "TRACE, DEBUG",
        "Fatal, ERROR",
        "unheard-of, WARN"
    })
    void messagesHaveTheMappedLevel(String level, String expected) {
        write(level, null, "hello");
        assertThat(this.written.events())
                .extracting(event -> event.getLevel().toString())
                .containsExactly(expected);
    }

    // fault I21
    @Test
    void messagesThatRepeatACredentialAreMasked() {
        KnownSecrets.sent("Authorization", "Bearer t0ken-in-a-message");
        write("info", "t0ken-in-a-message", "got Bearer t0ken-in-a-message");
        assertThat(lines()).containsExactly("[***] got ***");
    }

    // LOG-08
    @Test
    void messagesAreOneLineWithTheirLogger() {
        write("info", "db\u001b[31m", "a\r\nb \u202e{} c");
        assertThat(lines()).containsExactly("[db\\u001b[31m] a  b \\u202e{} c");
    }

    @Test
    void nonTextDataIsWrittenAsJson() {
        write("info", null, Map.of("code", 7));
        assertThat(lines()).containsExactly("{\"code\":7}");
    }

    @Test
    void longMessagesAreCut() {
        write("info", null, "\u0001".repeat(100_000));
        assertThat(lines().get(0)).hasSize(ServerLog.MAX_LENGTH + 1).endsWith("…");
    }

    // LOG-08
    @Test
    void messagesBeyondTheRateLimitAreCountedAndReported() {
        for (int i = 0; i < 1000; i++) {
            write("info", null, "message " + i);
        }
        assertThat(lines()).hasSize(ServerLog.MAX_PER_SECOND);

        this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        write("info", null, "later");
        write("info", null, "last");

        assertThat(lines().subList(ServerLog.MAX_PER_SECOND, lines().size()))
                .containsExactly("980 messages of MCP server \"weather\" were dropped", "later", "last");
    }

    @Test
    void messagesBelowTheLogLevelDoNotCountAgainstTheRateLimit() {
        this.logger.setLevel(Level.WARN);
        for (int i = 0; i < 100; i++) {
            write("info", null, "message " + i);
        }
        write("error", null, "trouble");
        assertThat(lines()).containsExactly("trouble");
    }

    private void write(String level, String logger, Object data) {
        this.log.onLog("weather", new LoggingMessageParams(new LoggingLevel(level), logger, data, null, Map.of()));
    }

    private List<String> lines() {
        return this.written.messages();
    }
}
