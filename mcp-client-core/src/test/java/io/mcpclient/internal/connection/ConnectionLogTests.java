package io.mcpclient.internal.connection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.event.Level;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpListReport;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionLogTests {

    private final VirtualTime time = new VirtualTime();

    private final ConnectionLog log = new ConnectionLog("weather", this.time);

    private final StatusBoard board = new StatusBoard("weather", TimeSource.system());

    @RegisterExtension
    final CapturedLog captured = CapturedLog.of(Loggers.CONNECTION);

    private void pass(Duration duration) {
        this.time.advance(duration);
    }

    private void connect(Duration lasting) {
        long began = this.time.nanoTime();
        pass(lasting);
        this.log.connected(Level.WARN, began, this.board.status());
    }

    private void fail(Duration lasting) {
        long began = this.time.nanoTime();
        pass(lasting);
        this.log.failed(began);
    }

    private List<String> lines() {
        return this.captured.messages();
    }

    @Test
    void firstConnectionReportsHowLongItTook() {
        connect(Duration.ofMillis(340));

        assertThat(lines()).containsExactly("MCP server \"weather\": connected in 340 ms, revision unknown");
    }

    @Test
    void firstConnectionAfterFailuresReportsTheTimeSinceTheFirstAttempt() {
        fail(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(30));
        fail(Duration.ofSeconds(1));
        connect(Duration.ofSeconds(10));

        assertThat(lines()).containsExactly("MCP server \"weather\": connected after 42 s, revision unknown");
    }

    @Test
    void reconnectionReportsTheDurationOfTheOutageAndTheNumberOfTools() {
        connect(Duration.ofMillis(1));
        this.board.listed(McpListReport.of(Instant.now(), McpMethods.TOOLS_LIST, 12, null, List.of()));
        pass(Duration.ofHours(1));
        this.log.lost();
        fail(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(85));
        connect(Duration.ofSeconds(1));

        assertThat(lines())
                .last()
                .isEqualTo("MCP server \"weather\": reconnected after 1 min 27 s, revision unknown, 12 tools");
    }

    @Test
    void connectionClosedByTheApplicationIsNotReportedAsAnOutage() {
        connect(Duration.ofMillis(1));
        this.log.lost();
        this.log.released();
        pass(Duration.ofHours(1));
        connect(Duration.ofMillis(2));

        assertThat(lines()).last().isEqualTo("MCP server \"weather\": connected in 2 ms, revision unknown");
    }

    @Test
    void delayUntilTheNextAttemptIsLoggedUnlessItIsZero() {
        McpConnectionException error = new McpConnectionException(
                McpErrorDetails.of("weather", "connection", McpOutcome.UNKNOWN, "the connection ended"));
        this.log.waiting(error, Duration.ZERO);
        connect(Duration.ofMillis(1));
        pass(Duration.ofMinutes(1));
        this.log.waiting(error, Duration.ofMillis(1946));

        assertThat(lines())
                .filteredOn(line -> line.contains(": the connection ended"))
                .satisfiesExactly(line -> assertThat(line).endsWith(" (reconnecting now)"), line -> assertThat(line)
                        .endsWith(" (next attempt in 1.9 s)"));
    }

    // a server behind a load balancer that loses its sessions again and again
    @Test
    void repeatedlyLostConnectionsAreLoggedAtMostFiveTimesAMinute() {
        McpConnectionException error = new McpConnectionException(
                McpErrorDetails.of("weather", "connection", McpOutcome.UNKNOWN, "the connection ended"));
        for (int i = 0; i < 24; i++) {
            connect(Duration.ofSeconds(1));
            this.log.lost();
            this.log.waiting(error, Duration.ZERO);
            pass(Duration.ofSeconds(4));
        }

        assertThat(this.captured.messages(ch.qos.logback.classic.Level.WARN))
                .filteredOn(line -> line.contains(": the connection ended"))
                .hasSize(10);
        assertThat(this.captured.messages(ch.qos.logback.classic.Level.WARN))
                .filteredOn(line -> line.contains("connected"))
                .hasSize(11);
    }

    // An attempt that a call brings forward may fail while the loss before it is still being told to listeners.
    @Test
    void anOutageIsLoggedOnce() {
        McpConnectionException error = new McpConnectionException(
                McpErrorDetails.of("weather", "connection", McpOutcome.UNKNOWN, "the connection ended"));
        connect(Duration.ofMillis(1));
        this.log.lost();
        this.log.waiting(error, Duration.ZERO);
        this.log.failed(this.time.nanoTime());
        this.log.waiting(error, Duration.ofMillis(34));
        connect(Duration.ofMillis(1));
        pass(Duration.ofMinutes(1));
        this.log.lost();
        this.log.waiting(error, Duration.ZERO);

        assertThat(this.captured.events())
                .filteredOn(event -> event.getFormattedMessage().contains(": the connection ended"))
                .extracting(event -> event.getLevel().toString())
                .filteredOn(level -> !level.equals("DEBUG"))
                .containsExactly("WARN", "WARN");
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.9999S, 999 ms",
        "PT1S, 1.0 s",
        "PT9.99S, 9.9 s",
        "PT10S, 10 s",
        "PT59.9S, 59 s",
        "PT60S, 1 min 0 s",
        "PT1H5M, 1 h 5 min",
        "PT50H, 50 h 0 min"
    })
    void inWordsUsesTheTwoLargestUnits(Duration duration, String words) {
        assertThat(ConnectionLog.inWords(duration)).isEqualTo(words);
    }
}
