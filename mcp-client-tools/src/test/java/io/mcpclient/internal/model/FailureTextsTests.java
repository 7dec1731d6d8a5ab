package io.mcpclient.internal.model;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** The table of {@link FailureTexts}, row by row. */
class FailureTextsTests {

    private static final String SECRET = "http://10.0.0.7/mcp?key=canary";

    private static McpErrorDetails details(McpOutcome outcome) {
        return McpErrorDetails.of("weather", "tools/call", outcome, "problem at " + SECRET)
                .withRemedy("See " + SECRET);
    }

    private static McpException rejected(Reason reason) {
        return new McpRejectedException(details(McpOutcome.NOT_SENT), reason);
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments(
                        new McpRequestException(details(McpOutcome.ANSWERED), -32602, "city is missing", null),
                        "The server of the tool rejected the call: city is missing."),
                arguments(
                        new McpRequestException(details(McpOutcome.REJECTED), -32602, "No.", null),
                        "The server of the tool rejected the call: No. The tool was not executed."),
                arguments(
                        new McpRequestException(details(McpOutcome.ANSWERED), -32602, " ", null),
                        "The server of the tool rejected the call."),
                arguments(
                        new McpTimeoutException(
                                details(McpOutcome.UNKNOWN), McpTimeoutException.ANSWER, Duration.ofSeconds(1)),
                        "The tool did not respond in time. The tool may have been executed."),
                arguments(
                        new McpAuthorizationException(details(McpOutcome.REJECTED), 401, SECRET, List.of()),
                        "The server of the tool requires authorization that is not available. The tool was not executed."),
                arguments(
                        new McpProtocolException(details(McpOutcome.UNKNOWN), McpProtocolException.Reason.MALFORMED),
                        "The server of the tool sent an unusable response. The tool may have been executed."),
                arguments(
                        new McpProtocolException(details(McpOutcome.ANSWERED), McpProtocolException.Reason.MALFORMED),
                        "The server of the tool sent an unusable response. The tool may have been executed."),
                arguments(
                        new McpConnectionException(details(McpOutcome.NOT_SENT)),
                        "The server of the tool cannot be reached. The tool was not executed."),
                arguments(
                        new McpSessionException(details(McpOutcome.UNKNOWN)),
                        "The server of the tool cannot be reached. The tool may have been executed."),
                arguments(
                        rejected(Reason.UNAVAILABLE),
                        "The server of the tool cannot be reached. The tool was not executed."),
                arguments(rejected(Reason.UNKNOWN_TOOL), "The tool no longer exists. The tool was not executed."),
                arguments(
                        rejected(Reason.INVALID_ARGUMENT),
                        "The arguments of the tool cannot be sent. The tool was not executed."),
                arguments(rejected(Reason.DENIED), "The call was not approved. The tool was not executed."),
                arguments(
                        new McpRejectedException(details(McpOutcome.NOT_SENT), Reason.DENIED, "The user declined"),
                        "The call was not approved: The user declined. The tool was not executed."),
                arguments(rejected(Reason.UNAPPROVED_TOOL), "The call was not approved. The tool was not executed."),
                arguments(
                        rejected(Reason.NO_INPUT),
                        "The tool requires input that is not available. The tool was not executed."),
                arguments(
                        rejected(Reason.NO_PRINCIPAL),
                        "The tool can only be called on behalf of a user. The tool was not executed."),
                arguments(rejected(Reason.OVERLOAD), "Too many calls are in progress. The tool was not executed."),
                arguments(
                        rejected(Reason.CIRCUIT_OPEN),
                        "The server of the tool is not available. The tool was not executed."));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void failureHasTheTextOfItsRow(McpException failure, String text) {
        assertThat(FailureTexts.of(failure)).isEqualTo(text);
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void rejectionTextNeverRevealsTheProblem(Reason reason) {
        assertThat(FailureTexts.of(rejected(reason)))
                .endsWith("The tool was not executed.")
                .doesNotContain("canary");
    }
}
