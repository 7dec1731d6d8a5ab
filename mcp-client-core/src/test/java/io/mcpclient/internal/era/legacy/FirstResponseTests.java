package io.mcpclient.internal.era.legacy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.transport.HttpStatusException;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of answers to the first ping, row by row: J03, J08, D04. */
class FirstResponseTests {

    private final LostSessions losses = new LostSessions(RequestIds.ofOwnSession(RequestNumbers.fromOne()));

    private final LegacyFailures failures = new LegacyFailures("weather", this.losses);

    private final SessionProbe probe = new SessionProbe(this.failures, this.losses, Mono::never);

    private String meaning(McpException error) {
        McpException judged = FirstResponse.judge(error, this.probe.include(error));
        if (judged == null) {
            return "known";
        }
        return (judged instanceof McpSessionException) ? "forgotten" : "nothing";
    }

    private static @Nullable JsonRpcError error(@Nullable Integer code, @Nullable String id, String message) {
        return (code != null) ? new JsonRpcError((id != null) ? JsonRpcId.of(7) : null, code, message, null) : null;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // status | code | id | text | meaning
                "404 | -      | -    |                              | forgotten",
                "404 | -32601 | call | Method not found             | forgotten",
                "410 | -      | -    |                              | forgotten",
                "400 | -32000 | -    | No valid session ID provided | forgotten",
                "400 | -32000 | call | the session has expired      | forgotten",
                "400 | -      | -    |                              | forgotten",
                "400 | -32602 | -    | Bad Request                  | forgotten",
                "400 | -32002 | call | must call initialize first   | forgotten",
                "405 | -      | -    |                              | forgotten",
                "400 | -32601 | call | Method not found             | known",
                "400 | -32603 | call | Internal error               | known",
                "405 | -32601 | call | Method not found             | known",
                "500 | -      | -    |                              | nothing",
                "500 | -32603 | call | Internal error               | nothing",
                "502 | -32000 | -    | No upstream session          | nothing",
                "503 | -32002 | -    | not initialized yet          | nothing",
                "503 | -      | -    |                              | nothing",
                "401 | -      | -    |                              | nothing",
                "401 | -32001 | -    | Session not found            | forgotten",
                "403 | -32000 | -    | no such session              | forgotten",
                "403 | -      | -    | no access to this session    | nothing",
                "408 | -      | -    |                              | nothing",
                "429 | -32000 | -    | Too many requests            | nothing",
                "415 | -      | -    |                              | nothing",
            })
    void judgeHttpErrors(
            int status, @Nullable Integer code, @Nullable String id, @Nullable String message, String meaning) {
        HttpStatusException answer =
                new HttpStatusException(status, null, null, error(code, id, String.valueOf(message)));

        assertThat(meaning(this.failures.translate("ping", answer))).isEqualTo(meaning);
    }

    @ParameterizedTest
    @CsvSource({
        "-32600, Server not initialized, forgotten",
        "-32602, Received request before initialization was complete, forgotten",
        "-32000, No such session, forgotten",
        "-32601, Method not found, known",
        "-32603, Internal error, known",
    })
    void judgeJsonRpcErrorsWithASuccessStatus(int code, String message, String meaning) {
        assertThat(meaning(this.failures.ofError("ping", error(code, "call", message))))
                .isEqualTo(meaning);
    }

    @Test
    void judgeOutagesReturnsTheirError() {
        McpException outage =
                new McpConnectionException(McpErrorDetails.of("weather", "ping", McpOutcome.NOT_SENT, "refused"));

        assertThat(FirstResponse.judge(outage, this.probe.include(outage))).isSameAs(outage);
    }

    // the ping was accepted, and its answer cannot be had
    @Test
    void judgeARejectedStreamResumptionIsInconclusive() {
        McpException loss =
                new McpConnectionException(McpErrorDetails.of("weather", "ping", McpOutcome.UNKNOWN, "cut"));

        assertThat(meaning(
                        this.failures.translate("ping", new HttpStatusException(405, null, null, null).withLoss(loss))))
                .isEqualTo("nothing");
    }
}
