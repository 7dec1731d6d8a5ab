package io.mcpclient.call;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.schema.LoggingLevel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class McpCallOptionsTests {

    @Test
    void defaultsSetNoOption() {
        McpCallOptions options = McpCallOptions.defaults();
        assertThat(options.timeout()).isNull();
        assertThat(options.meta()).isEmpty();
        assertThat(options.headers()).isEmpty();
    }

    @Test
    void withReturnsACopy() {
        McpCallOptions first = McpCallOptions.timeout(Duration.ofSeconds(1)).withMeta("com.example/a", 1);
        McpCallOptions second =
                first.withMeta("com.example/b", 2).withHeader("X-A", "1").withTimeout(Duration.ofSeconds(2));
        assertThat(first.meta()).containsOnlyKeys("com.example/a");
        assertThat(first.headers()).isEmpty();
        assertThat(first.timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(second.meta()).containsExactlyInAnyOrderEntriesOf(Map.of("com.example/a", 1, "com.example/b", 2));
        assertThat(second.headers()).containsEntry("X-A", "1");
        assertThat(second.timeout()).isEqualTo(Duration.ofSeconds(2));
    }

    // CACHE-03: cached results are used unless the caller opts out; other options do not change that
    @Test
    @SuppressWarnings("NullAway")
    void nullArgumentIsRejectedWithItsName() {
        McpCallOptions options = McpCallOptions.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpCallOptions.timeout(null))
                .withMessage("the argument \"timeout\" of the call options is null: pass a value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withProgress(null))
                .withMessageContaining("\"listener\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withMeta(null, 1))
                .withMessageContaining("\"key\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withHeader("X-A", null))
                .withMessageContaining("\"value\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withLogLevel(null))
                .withMessageContaining("\"level\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withCache(null))
                .withMessageContaining("\"use\"");
    }

    @Test
    void withCacheIsPreservedByAllOtherOptions() {
        McpCallOptions options = McpCallOptions.defaults().withCache(McpCacheUse.REFRESH);
        assertThat(McpCallOptions.defaults().cache()).isEqualTo(McpCacheUse.USE);
        assertThat(List.of(
                        options,
                        options.withTimeout(Duration.ofSeconds(1)),
                        options.withMaxTimeout(Duration.ofSeconds(1)),
                        options.withProgress(progress -> {}),
                        options.withTimeoutExtendedByProgress(true),
                        options.withMeta("com.example/a", 1),
                        options.withHeader("X-A", "1")))
                .extracting(McpCallOptions::cache)
                .containsOnly(McpCacheUse.REFRESH);
        assertThat(options.withHeader("X-A", "1").withCache(McpCacheUse.BYPASS).headers())
                .containsEntry("X-A", "1");
    }

    // CAP-06: preserved by every other option
    @Test
    void withManualInputIsPreservedByAllOtherOptions() {
        McpCallOptions manual = McpCallOptions.defaults().withManualInput();
        assertThat(McpCallOptions.defaults().isManualInput()).isFalse();
        assertThat(manual.withTimeout(Duration.ofSeconds(1))
                        .withMaxTimeout(Duration.ofSeconds(2))
                        .withProgress(progress -> {})
                        .withTimeoutExtendedByProgress(false)
                        .withMeta("com.example/a", 1)
                        .withHeader("X-A", "1"))
                .satisfies(options -> assertThat(options.isManualInput()).isTrue())
                .satisfies(options -> assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(1)))
                .satisfies(options -> assertThat(options.maxTimeout()).isEqualTo(Duration.ofSeconds(2)))
                .satisfies(options -> assertThat(options.isExtendedByProgress()).isFalse())
                .satisfies(options -> assertThat(options.headers()).hasSize(1));
        assertThat(manual.withHeader("X-A", "1").withManualInput().headers()).hasSize(1);
    }

    // META-06: what is sent under another key would be refused by servers that check it
    @ParameterizedTest
    @ValueSource(strings = {"/x", "com..example/x", "-x", "x-", "a b", "a/b/c", "1com.example/x", "k\u001b[31m"})
    void withMetaWhenKeyIsMalformedIsRejected(String key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpCallOptions.defaults().withMeta(key, 1))
                .withMessageContaining("malformed")
                .withMessageContaining("com.example/tenant")
                .withMessageNotContaining("\u001b");
    }

    // META-07: reserved prefixes are only for the protocol
    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.modelcontextprotocol/logLevel",
                "io.modelcontextprotocol/protocolVersion",
                "io.modelcontextprotocol/mine",
                "dev.mcp/mine",
                "com.mcp.tools/x",
                "progressToken"
            })
    void withMetaWhenKeyIsReservedIsRejected(String key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpCallOptions.defaults().withMeta(key, 1))
                .withMessageContaining("reserved")
                .withMessageContaining("withLogLevel");
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.example/a", "com.example.mcp/x", "a", "traceparent", "tracestate", "baggage"})
    void withMetaWhenKeyIsNotReservedIsAccepted(String key) {
        assertThat(McpCallOptions.defaults().withMeta(key, 1).meta()).containsExactly(Map.entry(key, 1));
    }

    // LOG-05: a level that the protocol does not know fails the whole request
    @Test
    void withLogLevelAcceptsOnlyProtocolLevels() {
        McpCallOptions options = McpCallOptions.defaults().withLogLevel(LoggingLevel.DEBUG);

        assertThat(McpCallOptions.defaults().logLevel()).isNull();
        assertThat(options.withHeader("X-A", "1")
                        .withTimeout(Duration.ofSeconds(1))
                        .logLevel())
                .isEqualTo(LoggingLevel.DEBUG);
        assertThat(options.meta()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withLogLevel(new LoggingLevel("loud")))
                .withMessageContaining("\"loud\" is not a log level: use debug, info");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1"})
    void withTimeoutWhenNotPositiveIsRejected(long millis) {
        assertThatThrownBy(() -> McpCallOptions.timeout(Duration.ofMillis(millis)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive");
    }

    // A20: no header can smuggle a second one, and no message shows a value
    @ParameterizedTest
    @CsvSource({
        "'X A', ok",
        "X:A, ok",
        "'', ok",
        "X-A, 'secret\r\nX-B: 1'",
        "X-A, 'secret\u0000'",
        "X-A, ''",
        "X-A, 'sécret'"
    })
    void withHeaderWhenIllegalIsRejectedWithoutShowingTheValue(String name, String value) {
        assertThatThrownBy(() -> McpCallOptions.defaults().withHeader(name, value))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("cret");
    }

    @Test
    void deadlineOfAHugeTimeoutDoesNotOverflow() {
        assertThat(Deadline.after(Duration.ofSeconds(Long.MAX_VALUE)).remainingNanos())
                .isGreaterThan(Duration.ofDays(365).toNanos());
    }
}
