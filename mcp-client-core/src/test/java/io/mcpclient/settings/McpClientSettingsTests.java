package io.mcpclient.settings;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class McpClientSettingsTests {

    private static final McpClientSettings URL =
            McpClientSettings.defaults().withEndpoint(McpHttpSettings.of("http://localhost/mcp"));

    private static final McpClientSettings COMMAND =
            McpClientSettings.defaults().withEndpoint(McpProcessSettings.of("npx", "-y"));

    // a package runner may download the server first
    @Test
    void defaultConnectTimeoutIsLongerForACommandThanForAUrl() {
        assertThat(URL.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(COMMAND.connectTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(COMMAND.withTimeouts(COMMAND.timeouts().withConnect(Duration.ofSeconds(10)))
                        .connectTimeout())
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(COMMAND.withEndpoint(URL.endpoint()).connectTimeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void acquireTimeoutDefaultsToTheConnectTimeout() {
        assertThat(COMMAND.acquireTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(COMMAND.withTimeouts(COMMAND.timeouts().withAcquire(Duration.ofSeconds(1)))
                        .acquireTimeout())
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void drainTimeoutDefaultsToHalfOfTheShutdownTimeoutAndMustBeShorter() {
        assertThat(URL.releaseTimeout()).isEqualTo(Duration.ofMillis(2500));
        assertThat(URL.withTimeouts(URL.timeouts().withDrain(Duration.ZERO)).releaseTimeout())
                .isEqualTo(Duration.ofSeconds(5));
        McpClientSettings drainsAll = URL.withTimeouts(URL.timeouts().withDrain(Duration.ofSeconds(5)));

        McpConfigurationException failure = catchThrowableOfType(McpConfigurationException.class, drainsAll::validated);

        assertThat(failure.property()).isEqualTo("drain-timeout");
        assertThat(failure.remedy()).contains("less than the shutdown-timeout, 5000ms");
    }

    // SSE-01: the transport of the first revision has no stateless revision
    @Test
    void statelessProtocolOverHttpWithSseIsRejected() {
        McpClientSettings settings = McpClientSettings.defaults()
                .withEndpoint(McpHttpSettings.of("http://localhost/sse").withTransport(McpHttpTransportType.SSE))
                .withProtocol(McpProtocolSettings.defaults().withEra(McpProtocol.MODERN));

        assertThat(catchThrowableOfType(McpConfigurationException.class, settings::validated)
                        .property())
                .isEqualTo("protocol");
    }

    // fault E23: headers are credentials more often than not
    @Test
    void toStringShowsNoHeaderValue() {
        assertThat(URL.withEndpoint(McpHttpSettings.of("http://localhost/mcp?api_key=s3cr3t")
                                .withHeader("Authorization", "Bearer s3cr3t"))
                        .toString())
                .contains("localhost", "Authorization")
                .doesNotContain("s3cr3t");
    }
}
