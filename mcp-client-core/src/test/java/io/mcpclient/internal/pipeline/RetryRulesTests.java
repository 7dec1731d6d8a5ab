package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;

class RetryRulesTests {

    private static final String ALWAYS = "always";

    private static final String IDEMPOTENT = "if idempotent";

    private static final String NEVER = "never";

    static Stream<Arguments> rows() {
        return Stream.of(
                row(connection(McpOutcome.NOT_SENT, 0), ALWAYS),
                row(connection(McpOutcome.REJECTED, 429), ALWAYS),
                row(connection(McpOutcome.REJECTED, 503, Duration.ofSeconds(1)), ALWAYS),
                row(connection(McpOutcome.REJECTED, 503, Duration.ZERO), ALWAYS),
                row(connection(McpOutcome.REJECTED, 503), IDEMPOTENT),
                row(connection(McpOutcome.REJECTED, 404), NEVER),
                row(connection(McpOutcome.REJECTED, 405), NEVER),
                row(connection(McpOutcome.UNKNOWN, 0), IDEMPOTENT),
                row(connection(McpOutcome.UNKNOWN, 408), IDEMPOTENT),
                row(connection(McpOutcome.UNKNOWN, 502), IDEMPOTENT),
                row(connection(McpOutcome.UNKNOWN, 503), IDEMPOTENT),
                row(connection(McpOutcome.UNKNOWN, 504), IDEMPOTENT),
                row(connection(McpOutcome.UNKNOWN, 524), IDEMPOTENT),
                row(connection(McpOutcome.UNKNOWN, 500), NEVER),
                row(connection(McpOutcome.UNKNOWN, 501), NEVER),
                row(connection(McpOutcome.ANSWERED, 0), NEVER),
                row(new McpInitializationException(details(McpOutcome.NOT_SENT)), NEVER),
                row(
                        new McpConnectionException(
                                McpErrorDetails.of("weather", "connect", McpOutcome.NOT_SENT, "not connected")),
                        ALWAYS),
                row(timeout(McpOutcome.UNKNOWN), IDEMPOTENT),
                row(timeout(McpOutcome.NOT_SENT), NEVER),
                row(new McpSessionException(details(McpOutcome.REJECTED)), NEVER),
                row(new McpRequestException(details(McpOutcome.ANSWERED), -32603, "no", null), NEVER),
                row(new McpAuthorizationException(details(McpOutcome.REJECTED), 401, null, java.util.List.of()), NEVER),
                row(
                        new McpProtocolException(details(McpOutcome.UNKNOWN), McpProtocolException.Reason.NO_ANSWER),
                        NEVER),
                row(
                        new McpRejectedException(details(McpOutcome.NOT_SENT), McpRejectedException.Reason.OVERLOAD),
                        NEVER));
    }

    private static Arguments row(McpException failure, String repeated) {
        return Arguments.of(failure, repeated);
    }

    private static McpErrorDetails details(McpOutcome outcome) {
        return McpErrorDetails.of("weather", "tools/call", outcome, "broken");
    }

    private static McpException connection(McpOutcome outcome, int status) {
        return new McpConnectionException(details(outcome), status, null);
    }

    private static McpException connection(McpOutcome outcome, int status, Duration retryAfter) {
        return new McpConnectionException(details(outcome), status, retryAfter);
    }

    private static McpException timeout(McpOutcome outcome) {
        return new McpTimeoutException(details(outcome), McpTimeoutException.HEADERS, Duration.ofSeconds(1));
    }

    private static boolean mayRepeat(String method, McpCallOptions options, McpException failure) {
        return RetryRules.mayRepeat(Calls.call(method, options), failure);
    }

    // faults B05, B09, G09, HTM-15, HTM-16
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rows")
    void mayRepeat(McpException failure, String repeated) {
        boolean always = repeated.equals(ALWAYS);
        boolean idempotent = always || repeated.equals(IDEMPOTENT);
        McpCallOptions none = McpCallOptions.defaults();

        assertThat(mayRepeat("tools/call", none, failure)).isEqualTo(always);
        assertThat(mayRepeat("x/unknown", none, failure)).isEqualTo(always);
        assertThat(mayRepeat("resources/subscribe", none, failure)).isEqualTo(always);
        assertThat(mayRepeat("tools/call", none.withIdempotent(true), failure)).isEqualTo(idempotent);
        assertThat(mayRepeat("tools/list", none, failure)).isEqualTo(idempotent);
        assertThat(mayRepeat("tools/list", none.withIdempotent(false), failure)).isEqualTo(always);
    }

    // design 12: lists, reads, gets, completion, ping, discovery
    @ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(
            strings = {
                "ping",
                "server/discover",
                "tools/list",
                "resources/list",
                "resources/templates/list",
                "resources/read",
                "prompts/list",
                "prompts/get",
                "completion/complete",
                "tasks/list",
                "tasks/get",
                "tasks/result",
                "tasks/cancel"
            })
    void mayRepeatWhenResponseOfAReadIsLost(String method) {
        assertThat(mayRepeat(method, McpCallOptions.defaults(), connection(McpOutcome.UNKNOWN, 0)))
                .isTrue();
    }

    // MRTR-19: no user is prompted twice
    @Test
    void mayRepeatWhenAUserWasPromptedIsFalse() {
        McpCall call = Calls.call("tools/list", McpCallOptions.defaults());
        call.progress().markInputRequested();

        assertThat(RetryRules.mayRepeat(call, connection(McpOutcome.NOT_SENT, 0)))
                .isFalse();
    }
}
