package io.mcpclient.internal.connection;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.transport.HttpStatusException;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of failures after which another address is tried, row by row. */
class FailoverTests {

    private static McpErrorDetails details() {
        return McpErrorDetails.of("weather", "connect", McpOutcome.NOT_SENT, "failed");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new McpConnectionException(details()), true),
                Arguments.of(new McpInitializationException(details()), true),
                Arguments.of(
                        new McpTimeoutException(details(), McpTimeoutException.ANSWER, Duration.ofSeconds(5)), true),
                Arguments.of(
                        new McpAuthorizationException(
                                details(), McpAuthorizationException.Reason.REFUSED, 401, null, List.of(), List.of()),
                        false),
                Arguments.of(new McpSessionException(details()), false),
                Arguments.of(new McpProtocolException(details(), McpProtocolException.Reason.VERSION), false),
                Arguments.of(new McpRejectedException(details(), McpRejectedException.Reason.OVERLOAD), false),
                Arguments.of(new McpConfigurationException("weather", "url", "is wrong", "Correct it."), false));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void anotherAddressIsTriedOnlyAfterAnAddressFailure(McpException failure, boolean isOfAddress) {
        assertThat(Failover.isOfAddress(failure)).isEqualTo(isOfAddress);
    }

    @ParameterizedTest
    @CsvSource({
        "400, false",
        "404, false",
        "429, false",
        "499, false",
        "500, true",
        "502, true",
        "503, true",
        "504, true"
    })
    void anotherAddressIsTriedOnlyAfterAServerErrorStatus(int status, boolean isOfAddress) {
        HttpStatusException answer = new HttpStatusException(status, null, null, null);

        assertThat(Failover.isOfAddress(new McpInitializationException(
                        details().withCause(new McpConnectionException(details().withCause(answer))))))
                .isEqualTo(isOfAddress);
    }
}
