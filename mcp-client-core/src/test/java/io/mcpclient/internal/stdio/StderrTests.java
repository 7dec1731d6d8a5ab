package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;

import io.mcpclient.testkit.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;

/** What is kept and logged of a standard error, and what is hidden in it. */
class StderrTests {

    @RegisterExtension
    final CapturedLog log = CapturedLog.of("io.mcpclient.stderr.weather")
            .at(ch.qos.logback.classic.Level.INFO)
            .alone();

    private final AtomicLong clock = new AtomicLong();

    private final StderrLog.Repeats repeats = new StderrLog.Repeats(this.clock::get);

    private StderrLog lines = nextProcess();

    private StderrLog nextProcess() {
        return new StderrLog("weather", Level.INFO, this.clock::get, this.repeats.nextProcess());
    }

    @BeforeEach
    void rememberSecret() {
        Launcher.CommandSecrets.remember(List.of(), Map.of("STDERR_TOKEN", "s3cr3t-and-more"));
    }

    private List<String> logged() {
        return this.log.messages();
    }

    private void line(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        this.lines.onLine(bytes, 0, bytes.length);
    }

    // E04: a process that crashes and is restarted says the same each time
    @Test
    void linesRepeatedByARestartedProcessAreLoggedOnceInTenMinutes() {
        line("cannot open the database");
        line("cannot open the database");
        for (int restarts = 0; restarts < 3; restarts++) {
            this.lines = nextProcess();
            line("cannot open the database");
        }
        line("giving up");
        assertThat(logged())
                .containsExactly(
                        "MCP server \"weather\": stderr: cannot open the database",
                        "MCP server \"weather\": stderr: cannot open the database",
                        "MCP server \"weather\": stderr: giving up");

        this.clock.addAndGet(StderrLog.Repeats.REMINDER_NANOS);
        this.lines = nextProcess();
        line("cannot open the database");
        assertThat(logged()).hasSize(4);
    }

    @Test
    void linesOfAProcessAreRememberedUpToALimit() {
        for (int i = 0; i < 2 * StderrLog.Repeats.MAX_LINES; i++) {
            this.clock.addAndGet(StderrLog.PERIOD_NANOS / StderrLog.MAX_LINES);
            line("line " + i);
        }
        this.lines = nextProcess();
        line("line 0");
        line("line " + StderrLog.Repeats.MAX_LINES);

        assertThat(logged())
                .hasSize(2 * StderrLog.Repeats.MAX_LINES + 1)
                .last()
                .isEqualTo("MCP server \"weather\": stderr: line " + StderrLog.Repeats.MAX_LINES);
    }

    private static void append(StderrLog.Tail tail, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tail.append(bytes, 0, bytes.length);
    }

    // fault E13
    @Test
    void tailKeepsTheLastLines() {
        StderrLog.Tail tail = new StderrLog.Tail();
        assertThat(tail.lastLines()).isEmpty();

        append(tail, "1\n2\n3\n\n4\n5\r\n6\n");

        assertThat(tail.lastLines()).isEqualTo("2 | 3 | 4 | 5 | 6");
    }

    // fault E13: for any sizes, nothing is lost before the capacity is reached
    @ParameterizedTest
    @ValueSource(ints = {1, 511, 512, 1023, 1024, 1025, 4096})
    void tailGrowsAsItIsNeeded(int piece) {
        StderrLog.Tail tail = new StderrLog.Tail();
        for (int written = piece; written < StderrLog.Tail.CAPACITY; written += piece) {
            append(tail, "x".repeat(piece));
            assertThat(tail.size()).isEqualTo(written);
        }
    }

    // fault E13
    @Test
    void tailNeverGrowsBeyondItsCapacity() {
        StderrLog.Tail tail = new StderrLog.Tail();
        for (int i = 0; i < 1000; i++) {
            append(tail, "x".repeat(997) + "\n");
            assertThat(tail.size()).isLessThanOrEqualTo(StderrLog.Tail.CAPACITY);
        }
        append(tail, "y".repeat(200_000) + "\nthe end\n");

        assertThat(tail.size()).isEqualTo(StderrLog.Tail.CAPACITY);
        assertThat(tail.lastLines()).endsWith("yyyy | the end");
    }

    // fault E23: a secret that is cut in two is no less one
    @Test
    void tailMasksASecretAtItsTruncatedStart() {
        for (int shift = 0; shift < 20; shift++) {
            StderrLog.Tail tail = new StderrLog.Tail();
            append(tail, "s3cr3t-and-more");
            append(tail, " ".repeat(StderrLog.Tail.CAPACITY - 20 + shift) + "\nend\n");

            assertThat(tail.lastLines()).doesNotContain("more", "ore").endsWith("end");
        }
    }

    // faults E13, E23, I06, I07
    @Test
    void logShowsLinesMadePrintableAndWithoutSecrets() {
        line("hello\u001b[31m s3cr3t-and-more\r");
        line("   ");

        assertThat(logged()).containsExactly("MCP server \"weather\": stderr: hello\\u001b[31m ***");
    }

    // fault E23: of a line that is cut, too
    @Test
    void logMasksASecretThatIsTruncated() {
        byte[] bytes = ("x".repeat(StderrLog.MAX_LINE_BYTES - 10) + "s3cr3t-and-more").getBytes(StandardCharsets.UTF_8);

        this.lines.onTooLong(bytes, 0, bytes.length);

        assertThat(logged()).singleElement().asString().doesNotContain("s3cr3t");
    }

    // fault E13
    @Test
    void logIsRateLimitedAndReportsSuppressedLines() {
        for (int i = 0; i < 1000; i++) {
            line("line " + i);
        }
        assertThat(logged()).hasSize(StderrLog.MAX_LINES);

        this.clock.addAndGet(StderrLog.PERIOD_NANOS);
        line("later");

        assertThat(logged())
                .hasSize(StderrLog.MAX_LINES + 2)
                .endsWith(
                        "MCP server \"weather\": stderr: 900 lines were not logged",
                        "MCP server \"weather\": stderr: later");
    }

    // RPC-11
    @Test
    void utf8IsCheckedStrictly() {
        IncomingLines.StrictUtf8 utf8 = new IncomingLines.StrictUtf8();
        for (String good :
                List.of("", "ascii only, longer than eight", "ü", "x".repeat(5000) + "世界😀", "é".repeat(5000))) {
            byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
            assertThat(utf8.isValid(bytes, 0, bytes.length)).isTrue();
        }
        byte[][] bad = {
            {(byte) 0xE9, 'a'}, // Latin-1
            {'a', (byte) 0xC0, (byte) 0x80}, // more bytes than needed
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, // half of a pair
            {(byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80}, // beyond Unicode
            {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', (byte) 0xE4, (byte) 0xB8} // cut
        };
        for (byte[] bytes : bad) {
            assertThat(utf8.isValid(bytes, 0, bytes.length)).isFalse();
        }
    }
}
