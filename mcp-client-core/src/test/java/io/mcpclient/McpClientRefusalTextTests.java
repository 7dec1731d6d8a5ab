package io.mcpclient;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What a server explains in the body of a refusal reaches the caller: faults A06, F17. */
@Timeout(60)
class McpClientRefusalTextTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    static Stream<Arguments> refusals() {
        return Stream.of(
                // Playwright MCP, and the same protection in all SDKs
                arguments(
                        Reply.status(403, "text/plain", "Access is only allowed at localhost:8931"),
                        "HTTP 403: access is not allowed; the server says: Access is only allowed at localhost:8931",
                        "The server accepts only certain host names, as a protection against DNS rebinding. Use one of"
                                + " them in mcp.servers.weather.url, such as localhost instead of 127.0.0.1, or allow"
                                + " this host name at the server."),
                arguments(
                        Reply.json(
                                403,
                                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Invalid Host:"
                                        + " 127.0.0.1\"}}"),
                        "HTTP 403: access is not allowed; the server says: Invalid Host: 127.0.0.1",
                        "The server accepts only certain host names"),
                arguments(
                        Reply.status(421, "text/plain", "Invalid Host header"),
                        "HTTP 421: refused without a JSON-RPC error; the server says: Invalid Host header",
                        "The server accepts only certain host names"),
                arguments(
                        Reply.json(403, "{\"message\":\"your plan does not include MCP\"}"),
                        "HTTP 403: access is not allowed; the server says: your plan does not include MCP",
                        "Ask the server's operator to grant access to this caller."),
                arguments(
                        Reply.json(401, "{\"error\":\"unauthorized\",\"error_description\":\"The key has expired\"}"),
                        "HTTP 401: credentials are missing or not valid; the server says: The key has expired",
                        "Configure credentials"),
                arguments(
                        Reply.status(
                                413, "text/html", "<html><title>413 Request Entity Too Large</title><p>x</p></html>"),
                        "HTTP 413: refused without a JSON-RPC error; the server says: 413 Request Entity Too Large",
                        "Send smaller arguments, or raise the limit of the server or of the proxy"),
                arguments(
                        Reply.json(500, "{\"error\":\"no database\"}"),
                        "HTTP 500: the server failed; the server says: no database",
                        "The log of the server has the cause."),
                arguments(
                        Reply.status(502, "text/html", "<html><title>502 Bad Gateway</title></html>"),
                        "HTTP 502: a gateway received no valid response from the server; the server says: 502 Bad Gateway",
                        "Check that the server is running, and the address of the server in the configuration of the"
                                + " gateway."),
                arguments(
                        Reply.status(503, "text/plain", "Starting, try again in a minute."),
                        "HTTP 503: the server is busy; the server says: Starting, try again in a minute",
                        "Call again later."));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void connectErrorQuotesTheServersExplanation(Reply refusal, String problem, String remedy) {
        try (ScriptedHttpServer server = this.invariants.watch(new ScriptedHttpServer());
                McpClient client = this.invariants.build(McpClient.builder("weather")
                        .url(server.url())
                        .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20))))) {
            server.onAny().optionally().reply(refusal);

            McpException failure = catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(failure.problem()).isEqualTo(problem);
            assertThat(failure.remedy()).startsWith(remedy).doesNotContain("scope");
        }
    }

    static Stream<Arguments> timeoutsOfGateways() {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,\"message\":\"upstream timeout\"}}";
        return Stream.of(
                arguments(504, Reply.status(504, "text/html", "<html><title>Time-out</title></html>"), "Time-out"),
                arguments(504, Reply.json(504, error), "upstream timeout"),
                arguments(504, Reply.status(504), null),
                arguments(524, Reply.status(524, "text/plain", "error code: 524"), "error code: 524"),
                arguments(408, Reply.status(408), null),
                arguments(502, Reply.json(502, "{\"message\":\"backend timed out\"}"), "backend timed out"),
                arguments(503, Reply.json(503, error), "upstream timeout"),
                arguments(503, Reply.status(503).withHeader("Retry-After", "5"), null));
    }

    // faults A06, B09: whatever a gateway responds when it gives up, the call may still be running
    @ParameterizedTest
    @MethodSource("timeoutsOfGateways")
    void gatewayTimeoutReportsThatTheCallMayStillBeRunning(int status, Reply timeout, @Nullable String explanation) {
        VirtualTime time = new VirtualTime();
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(McpClient.builder("weather")
                        .time(time)
                        .url(server.url())
                        .timeouts(timeouts -> timeouts.withRequest(Duration.ofMinutes(2))))) {
            client.session().connect();
            server.on("tools/call").reply(request -> {
                time.advance(Duration.ofSeconds(50));
                return timeout;
            });

            McpException failure =
                    catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of("n", 1)));

            assertThat(failure.problem())
                    .isEqualTo("HTTP " + status
                            + ": a gateway gave up after 50 s; the server may still be executing the request"
                            + ((explanation != null) ? "; the server says: " + explanation : ""));
            assertThat(failure.remedy())
                    .isEqualTo("Raise the timeout of the gateway, or let the server send progress.");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
            assertThat(server.requests("tools/call")).hasSize(1);
        }
    }

    // the words may hold the id of the session
    @Test
    void lostSessionErrorDoesNotQuoteTheServer() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = this.invariants.build(McpClient.builder("weather")
                        .url(server.url())
                        .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20))))) {
            client.session().connect();
            server.on("tools/call").always().reply(Reply.status(404, "text/plain", "no session s-77"));

            McpException failure =
                    catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of("n", 1)));

            assertThat(failure).hasMessageNotContaining("s-77");
        }
    }

    // the address that was called is the first thing to look at
    @Test
    void missingEndpointIsReportedWithItsPath() {
        try (ScriptedHttpServer server = this.invariants.watch(new ScriptedHttpServer());
                McpClient client = this.invariants.build(McpClient.builder("weather")
                        .url("http://127.0.0.1:" + server.port() + "/msp?key=s3cret")
                        .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20))))) {
            server.onAny().optionally().reply(Reply.status(404, "text/html", "<title>Not Found</title>"));

            McpException failure = catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(failure.problem())
                    .startsWith("HTTP 404: no MCP endpoint at http://127.0.0.1:" + server.port()
                            + "/msp; the server says: Not Found; HTTP+SSE failed as well: HTTP 404");
            assertThat(failure.remedy())
                    .isEqualTo("Check the path of the url: most servers use /mcp, or /sse for HTTP+SSE.");
        }
    }
}
