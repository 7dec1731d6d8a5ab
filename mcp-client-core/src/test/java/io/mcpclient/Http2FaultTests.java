package io.mcpclient;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Http2Fault;
import io.mcpclient.testkit.Http2Front;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.TlsFront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Servers of HTTP/2 that break a request or its connection. */
@Timeout(60)
class Http2FaultTests {

    private static final String PREFIX = "MCP server \"weather\": tools/call: ";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    @RegisterExtension
    final CapturedLog log = CapturedLog.of(Logger.ROOT_LOGGER_NAME);

    private final ScriptedHttpServer server = ScriptedHttpServer.legacy();

    private final Http2Front front = Http2Front.plain(this.server.port());

    /** Closed by each test: its connection is taken out of the pool until then. */
    private McpClient client(McpRetrySettings retry) {
        return this.invariants.build(McpClient.builder("weather")
                .url(this.front.url())
                .http(settings -> settings.withHttp2(true))
                .retry(settings -> retry)
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(10))));
    }

    @AfterEach
    void stop() {
        this.front.close();
        this.server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    REFUSED_STREAM                        | NOT_SENT | the server reset the HTTP/2 stream with REFUSED_STREAM
                    GOAWAY_BEFORE_THE_STREAM              | NOT_SENT | the server closes the HTTP/2 connection (GOAWAY) and did not process the request
                    INTERNAL_ERROR                        | UNKNOWN  | the server reset the HTTP/2 stream with INTERNAL_ERROR
                    UNKNOWN_ERROR                         | UNKNOWN  | the server reset the HTTP/2 stream with error 4711
                    REFUSED_AFTER_THE_RESPONSE_BEGAN      | UNKNOWN  | the server reset the HTTP/2 stream with REFUSED_STREAM
                    GOAWAY_INCLUDING_THE_STREAM_AND_CLOSE | UNKNOWN  | the server closed the HTTP/2 stream before its response was complete
                    CLOSE                                 | UNKNOWN  | the server closed the HTTP/2 stream before its response was complete
                    DATA_INSTEAD_OF_CONTINUATION          | UNKNOWN  | the connection broke:
                    HUGE_HEADERS                          | UNKNOWN  | the connection broke: Header size exceeded max allowed size
                    INVALID_HEADER_COMPRESSION            | UNKNOWN  | the connection broke:
                    FRAME_TOO_LARGE                       | UNKNOWN  | the connection broke: Frame length: 1000000 exceeds maximum
                    DATA_FOR_A_STREAM_NOT_OPENED          | UNKNOWN  | the connection broke: Stream 109 does not exist
                    PUSH_PROMISE_OF_A_STREAM_OF_THE_CLIENT| UNKNOWN  | the connection broke:
                    WINDOW_OVERFLOW                       | UNKNOWN  | the connection broke:
                    STREAM_WINDOW_OVERFLOW                | UNKNOWN  | the connection broke:
                    RESPONSE_OF_HTTP_1                    | UNKNOWN  | the connection broke:
                    """)
    void callFailsWithItsReasonAndTheNextOneSucceeds(Http2Fault fault, McpOutcome outcome, String problem) {
        try (McpClient client = client(McpRetrySettings.none())) {
            client.session().connect();
            this.front.breakNextCall(fault);

            McpException failure =
                    catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of("city", "Oslo")));

            assertThat(failure).isInstanceOf(McpConnectionException.class).hasMessageStartingWith(PREFIX + problem);
            assertThat(failure.outcome()).isEqualTo(outcome);
            assertThat(failure.remedy()).isNull();
            assertThat(client.callTool("echo", Map.of("city", "Oslo")).isError())
                    .isFalse();
        }
        assertThat(this.server.requests("initialize")).hasSize(1);
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"REFUSED_STREAM", "GOAWAY_BEFORE_THE_STREAM"})
    void callThatTheServerDidNotProcessIsRetried(Http2Fault fault) {
        try (McpClient client = client(McpRetrySettings.defaults())) {
            client.session().connect();
            this.front.breakNextCall(fault);

            assertThat(client.callTool("echo", Map.of("city", "Oslo")).isError())
                    .isFalse();
        }
        assertThat(this.server.requests("tools/call")).hasSize(1);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void connectWhenTheServerSpeaksHttp1SaysWhichPropertyToRemove() {
        try (ScriptedHttpServer http1 = ScriptedHttpServer.legacy().withoutVerification()) {
            McpClient client = this.invariants.build(McpClient.builder("weather")
                    .url(http1.url())
                    .http(settings -> settings.withHttp2(true))
                    .retry(settings -> McpRetrySettings.none()));

            McpException failure = catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.remedy()).contains("http2-enabled");
            assertThat(warnings()).isEmpty();
        }
    }

    @Test
    void callWhenServerNegotiatesHttp1AndClosesTheConnectionFailsWithTheReason(@TempDir Path directory)
            throws Exception {
        try (Http2Front http1 = Http2Front.tls(this.server.port(), directory, false);
                McpClient client = this.invariants.build(McpClient.builder("weather")
                        .url(http1.url())
                        .http(http -> http.withHttp2(true).withSslContext(http1.trust()))
                        .retry(settings -> McpRetrySettings.none()))) {
            client.session().connect();
            http1.breakNextCall(Http2Fault.CLOSE);

            McpException failure =
                    catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of("city", "Oslo")));

            assertThat(failure)
                    .hasMessage(PREFIX + "the server closed the connection before its response was complete");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
            assertThat(warnings()).isEmpty();
        }
    }

    @Test
    void connectWhenTheCertificateIsUnknownFailsWithItsReason(@TempDir Path directory) throws Exception {
        try (TlsFront unknown = new TlsFront(this.server.port(), directory, "localhost")) {
            McpClient client = this.invariants.build(McpClient.builder("weather")
                    .url("https://localhost:" + unknown.port() + "/mcp")
                    .http(http -> http.withHttp2(true))
                    .retry(settings -> McpRetrySettings.none()));

            McpException failure = catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(failure).hasMessageContaining("TLS failed");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(warnings()).isEmpty();
        }
    }

    @Test
    void connectWhenNothingListensFailsWithItsReason() {
        try (RefusedPort port = new RefusedPort()) {
            McpClient client = this.invariants.build(McpClient.builder("weather")
                    .url(port.url())
                    .http(http -> http.withHttp2(true))
                    .retry(settings -> McpRetrySettings.none()));

            McpException failure = catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(failure).hasMessageContaining("connection refused");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(warnings()).isEmpty();
        }
    }

    /** Of Netty and Reactor, at the application's own loggers. */
    private List<String> warnings() {
        return this.log.events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(event -> event.getLoggerName() + " " + event.getFormattedMessage())
                .toList();
    }
}
