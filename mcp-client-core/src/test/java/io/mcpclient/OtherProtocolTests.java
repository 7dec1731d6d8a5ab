package io.mcpclient;

import java.nio.file.Path;
import java.time.Duration;

import javax.net.ssl.SSLContext;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.testkit.BadRequestServer;
import io.mcpclient.testkit.Http2Front;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.TlsFront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A server that speaks another version of HTTP than the client, or speaks with TLS or without it: fault A04. */
@Timeout(60)
class OtherProtocolTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpException failure(String url, boolean http2, SSLContext trust) {
        McpClient client = this.invariants.build(McpClient.builder("weather")
                .url(url)
                .http(http -> http.withHttp2(http2).withSslContext(trust))
                .retry(settings -> McpRetrySettings.none())
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20))));
        return catchThrowableOfType(McpException.class, client.session()::connect);
    }

    private static void assertReported(McpException failure, String url, String message) {
        assertThat(failure)
                .isInstanceOf(McpConnectionException.class)
                .hasMessageStartingWith("MCP server \"weather\": ")
                .hasMessageEndingWith(": " + url + " " + message);
    }

    // A server of HTTP/1.1 takes the preface of HTTP/2 for a request that it does not know
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 400 Bad Request", "HTTP/1.1 505 HTTP Version Not Supported", "<!DOCTYPE HTML>"})
    void http2AtAServerOfHttp1(String answer) {
        try (BadRequestServer http1 = new BadRequestServer(answer + "\r\n\r\n")) {
            String url = "http://localhost:" + http1.port() + "/mcp";

            assertReported(
                    failure(url, true, null),
                    url,
                    "speaks HTTP/1.1 and not HTTP/2 at this port. Remove http2-enabled, which requires a server that supports"
                            + " HTTP/2 without TLS.");
        }
    }

    @Test
    void http2AtAServerOfAnotherProtocol() {
        try (BadRequestServer other = new BadRequestServer("SSH-2.0-OpenSSH_9.6\r\n")) {
            String url = "http://localhost:" + other.port() + "/mcp";

            assertReported(
                    failure(url, true, null),
                    url,
                    "does not speak HTTP/2 at this port: it sent \"SSH-2\". Check the host and port in the url.");
        }
    }

    @Test
    void http1AtAServerOfHttp2() {
        try (Http2Front http2 = Http2Front.plain(this.server.port())) {
            assertReported(
                    failure(http2.url(), false, null),
                    http2.url(),
                    "speaks only HTTP/2 at this port, and HTTP/1.1 was used. Set http2-enabled to true.");
        }
    }

    // Some servers with TLS close the connection without an alert
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | the server closed the connection instead of speaking HTTP/2. Remove http2-enabled, which
            false | the server closed the connection before its response was complete. If
            """)
    void plainHttpAtAPortThatClosesTheConnection(boolean http2, String problem) {
        try (BadRequestServer silent = new BadRequestServer("")) {
            assertThat(failure("http://localhost:" + silent.port() + "/mcp", http2, null))
                    .isInstanceOf(McpConnectionException.class)
                    .hasMessageContaining(problem)
                    .hasMessageContaining(
                            "the server requires TLS at this port, use https in mcp.servers.weather.url.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void plainHttpAtAPortWithTls(boolean http2, @TempDir Path directory) throws Exception {
        try (TlsFront tls = new TlsFront(this.server.port(), directory, "localhost")) {
            String url = "http://localhost:" + tls.port() + "/mcp";

            assertReported(failure(url, http2, null), url, "speaks TLS at this port. Use https in the url.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tlsAtAPlainPort(boolean http2) {
        try (BadRequestServer plain = new BadRequestServer()) {
            String url = "https://localhost:" + plain.port() + "/mcp";

            assertReported(
                    failure(url, http2, null),
                    url,
                    "speaks HTTP without TLS at this port. Use http in the url, or correct its port.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tlsAtAPlainPortOfHttp2(boolean http2) {
        try (Http2Front plain = Http2Front.plain(this.server.port())) {
            String url = plain.url().replace("http:", "https:");

            assertReported(
                    failure(url, http2, null),
                    url,
                    "speaks HTTP/2 without TLS at this port. Use http in the url, and set http2-enabled to true.");
        }
    }
}
