package io.mcpclient.internal.http;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.transport.HttpStatusException;

import static org.assertj.core.api.Assertions.assertThat;

class SseFallbackTests {

    // SSE-02, fault A16: one row per answer
    @ParameterizedTest
    @CsvSource({
        "400, , true",
        "404, , true",
        "405, , true",
        "400, -32600, true",
        "400, -32000, true",
        "404, -32601, true",
        "405, -32000, true",
        "400, -32020, false",
        "400, -32021, false",
        "400, -32022, false",
        "404, -32022, false",
        "401, , false",
        "402, , false",
        "403, , false",
        "406, , false",
        "408, , false",
        "410, , false",
        "415, , false",
        "429, , false",
        "500, , false",
        "501, , false",
        "502, , false",
        "503, , false"
    })
    void httpErrorIndicatesSseOrNot(int status, @Nullable Integer code, boolean indicated) {
        JsonRpcError error = (code != null) ? new JsonRpcError(null, code, "no", null) : null;

        assertThat(SseFallback.isIndicatedBy(new HttpStatusException(status, null, null, error)))
                .isEqualTo(indicated);
    }

    // a server that accepted the message and only does not resume its stream
    @Test
    void rejectedResumptionDoesNotIndicateSse() {
        McpConnectionException loss = new McpConnectionException(
                McpErrorDetails.of("weather", "initialize", McpOutcome.UNKNOWN, "the server ended the stream"));

        assertThat(SseFallback.isIndicatedBy(new HttpStatusException(404, null, null, null).withLoss(loss)))
                .isFalse();
    }

    @Test
    void networkFailureDoesNotIndicateSse() {
        assertThat(SseFallback.isIndicatedBy(new IOException("reset"))).isFalse();
    }
}
