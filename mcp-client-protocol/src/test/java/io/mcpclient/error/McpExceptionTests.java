package io.mcpclient.error;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class McpExceptionTests {

    private static final IOException CAUSE = new IOException("pipe");

    private static final McpErrorDetails DETAILS = McpErrorDetails.of(
                    "weather", "tools/call", McpOutcome.UNKNOWN, "the connection broke")
            .withRemedy("Look at the server.")
            .withCause(CAUSE);

    static Stream<McpException> tree() {
        return Stream.of(
                new McpConnectionException(DETAILS),
                new McpInitializationException(DETAILS),
                new McpAuthorizationException(DETAILS, 401, "Bearer", List.of("a")),
                new McpSessionException(DETAILS),
                new McpTimeoutException(DETAILS, "answer", Duration.ofSeconds(1)),
                new McpCancelledException(DETAILS),
                new McpProtocolException(DETAILS, McpProtocolException.Reason.MALFORMED),
                new McpRequestException(DETAILS, -32602, "bad", null),
                new McpToolException(DETAILS, "get_forecast", "no such city"),
                new McpRejectedException(DETAILS, McpRejectedException.Reason.CLOSED));
    }

    // promise 7: every error names the server, the operation, the cause and the remedy
    @ParameterizedTest
    @MethodSource("tree")
    void everyErrorHasServerOperationProblemAndRemedy(McpException error) {
        assertThat(error)
                .hasMessage("MCP server \"weather\": tools/call: the connection broke. Look at the server.")
                .hasCause(CAUSE);
        assertThat(error.serverName()).isEqualTo("weather");
        assertThat(error.operation()).isEqualTo("tools/call");
        assertThat(error.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(error.problem()).isEqualTo("the connection broke");
        assertThat(error.remedy()).isEqualTo("Look at the server.");
    }

    // RPC-27: only what a server said has the code of JSON-RPC, and it has a type of its own
    @ParameterizedTest
    @MethodSource("tree")
    void onlyErrorsOfTheServerHaveACode(McpException error) {
        assertThat(Stream.of(error.getClass().getMethods()).map(Method::getName).anyMatch("code"::equals))
                .isEqualTo(error.getClass() == McpRequestException.class);
        assertThat(Modifier.isFinal(McpRequestException.class.getModifiers())).isTrue();
    }

    @Test
    void configurationErrorNamesTheProperty() {
        McpConfigurationException error = new McpConfigurationException(
                "weather", "mcp.servers.weather.url", "has no host", "Use a URL such as https://example.com/mcp.");
        assertThat(error.property()).isEqualTo("mcp.servers.weather.url");
        assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(error)
                .hasMessage("MCP server \"weather\": configuration: mcp.servers.weather.url has no host."
                        + " Use a URL such as https://example.com/mcp.");
    }

    // an initialization error is a connection error: a handler of the latter catches both
    @Test
    void initializationErrorIsAConnectionError() {
        assertThat(new McpInitializationException(DETAILS)).isInstanceOf(McpConnectionException.class);
    }
}
