package io.mcpclient.internal.observation;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.transport.HttpStatusException;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of {@code error.type}, row by row. */
class FailureTests {

    private static final McpErrorDetails DETAILS =
            McpErrorDetails.of("weather", "tools/call", McpOutcome.ANSWERED, "went wrong");

    @ParameterizedTest
    @CsvSource({
        "-32700, -32700",
        "-32600, -32600",
        "-32601, -32601",
        "-32602, -32602",
        "-32603, -32603",
        "-32000, -32000",
        "-32042, -32042",
        "-32099, -32099",
        "-1, -1",
        "-32100, _OTHER",
        "0, _OTHER",
        "4711, _OTHER"
    })
    void onlyKnownErrorCodesAreShown(int code, String shown) {
        Failure failure = Failure.of(new McpRequestException(DETAILS, code, "No\u0007 such thing", null));

        assertThat(failure.type()).isEqualTo(shown);
        assertThat(failure.statusCode()).isEqualTo(shown);
        assertThat(failure.cause()).hasMessage("No\\u0007 such thing").hasNoCause();
        assertThat(failure.cause().getStackTrace()).isEmpty();
    }

    @Test
    void timeoutIsShownAsTimeout() {
        Failure failure = Failure.of(new McpTimeoutException(DETAILS, "answer", Duration.ofSeconds(1)));

        assertThat(failure.type()).isEqualTo("timeout");
        assertThat(failure.statusCode()).isNull();
    }

    @Test
    void otherExceptionsAreShownByClassName() {
        assertThat(Failure.of(new McpConnectionException(DETAILS)).type()).isEqualTo("McpConnectionException");
        assertThat(Failure.of(new RuntimeException() {}).type()).isEqualTo("_OTHER");
    }

    @Test
    void failureWithoutExceptionHasItsOwnType() {
        assertThat(Failure.ofTool().type()).isEqualTo("tool_error");
        assertThat(Failure.cancelled().type()).isEqualTo("cancelled");
        assertThat(Failure.noAnswer().type()).isEqualTo("_OTHER");
    }

    @Test
    void httpErrorIsShownByItsJsonRpcCodeOrElseByItsStatus() {
        JsonRpcError error = new JsonRpcError(JsonRpcId.of(1), -32600, "No session", null);

        assertThat(Failure.ofExchange(new HttpStatusException(404, null, null, error))
                        .type())
                .isEqualTo("-32600");
        assertThat(Failure.ofExchange(new HttpStatusException(503, null, null, null))
                        .type())
                .isEqualTo("503");
    }

    // fault I26: a server may respond with any number
    @ParameterizedTest
    @CsvSource({
        "400, 400",
        "418, 418",
        "429, 429",
        "451, 451",
        "508, 508",
        "511, 511",
        "42, _OTHER",
        "419, _OTHER",
        "427, _OTHER",
        "430, _OTHER",
        "450, _OTHER",
        "452, _OTHER",
        "509, _OTHER",
        "512, _OTHER",
        "599, _OTHER",
        "999, _OTHER"
    })
    void onlyRegisteredStatusCodesAreShown(int status, String shown) {
        Failure failure = Failure.ofExchange(new HttpStatusException(status, null, null, null));

        assertThat(failure.type()).isEqualTo(shown);
        assertThat(failure.cause()).hasMessage("HTTP " + status);
    }
}
