package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.transport.HttpStatusException;

import static org.assertj.core.api.Assertions.assertThat;

class ProbeResponseTests {

    private static final JsonRpcError ERROR =
            new JsonRpcError(null, -32022, "no", Map.of("supported", List.of("2026-07-28")));

    private static final McpErrorDetails DETAILS =
            McpErrorDetails.of("weather", "server/discover", McpOutcome.UNKNOWN, "broke");

    @Test
    void httpErrorIsItsStatusAndJsonRpcError() {
        assertThat(ProbeResponse.of(new HttpStatusException(400, null, null, ERROR)))
                .isEqualTo(new ProbeResponse.Status(400, ERROR));
    }

    // the error of an era has no status, but still its origin
    @Test
    void statusIsFoundInTheCauseOfAnMcpException() {
        HttpStatusException answer = new HttpStatusException(400, null, null, ERROR);

        assertThat(ProbeResponse.of(
                        new McpProtocolException(DETAILS.withCause(answer), McpProtocolException.Reason.MALFORMED)))
                .isEqualTo(new ProbeResponse.Status(400, ERROR));
    }

    @Test
    void authorizationErrorIsItsStatus() {
        assertThat(ProbeResponse.of(new McpAuthorizationException(DETAILS, 403, "Bearer", List.of())))
                .isEqualTo(new ProbeResponse.Status(403, null));
    }

    // the server had accepted the probe: that it does not resume its stream is no answer to it
    @Test
    void rejectedResumptionIsTheOriginalConnectionFailure() {
        McpConnectionException loss = new McpConnectionException(DETAILS);

        assertThat(ProbeResponse.of(new HttpStatusException(404, null, null, null).withLoss(loss)))
                .isEqualTo(new ProbeResponse.Failure(loss));
    }

    @Test
    void serverErrorKeepsItsData() {
        assertThat(ProbeResponse.of(new McpRequestException(DETAILS, ERROR.code(), ERROR.message(), ERROR.data())))
                .isEqualTo(new ProbeResponse.ErrorAnswer(ERROR));
    }

    @Test
    void timeoutIsSilence() {
        Duration waited = Duration.ofSeconds(5);

        assertThat(ProbeResponse.of(new McpTimeoutException(DETAILS, "answer", waited)))
                .isEqualTo(new ProbeResponse.Silence(waited));
    }

    @Test
    void otherErrorIsAFailure() {
        McpConnectionException broken = new McpConnectionException(DETAILS);
        IllegalStateException odd = new IllegalStateException();

        assertThat(ProbeResponse.of(Exceptions.propagate(broken))).isEqualTo(new ProbeResponse.Failure(broken));
        assertThat(ProbeResponse.of(odd)).isEqualTo(new ProbeResponse.Failure(odd));
    }
}
