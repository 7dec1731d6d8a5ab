package io.mcpclient.internal.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static io.mcpclient.internal.http.HttpFixture.ANSWER;
import static io.mcpclient.internal.http.HttpFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Heads of responses that are none, or not the ones that were waited for. */
@Timeout(60)
class ResponseGuardTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final HttpFixture http = new HttpFixture(this.server.url(), McpHttpTransportType.STREAMABLE_HTTP);

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    private McpException failedCall() {
        CompletableFuture<?> call = this.http.call();
        Throwable thrown = catchThrowable(() -> call.get(SOON.toSeconds(), TimeUnit.SECONDS));
        assertThat(thrown).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(McpException.class);
        return (McpException) thrown.getCause();
    }

    private static String head(String status, String... headers) {
        return "HTTP/1.1 " + status + "\r\n" + String.join("", headers) + "\r\n";
    }

    private static String answer(String type, String body) {
        return head(
                        "200 OK",
                        "Connection: close\r\n",
                        "Content-Type: " + type + "\r\n",
                        "Content-Length: " + body.length() + "\r\n")
                + body;
    }

    @ParameterizedTest
    @ValueSource(strings = {"102 Processing", "103 Early Hints", "199 Whatever", "100 Continue"})
    void interimResponsesAreSkipped(String status) {
        String interim = head(status, "Link: </style.css>\r\n");
        this.server.on("tools/call").reply(Reply.raw(interim + answer("application/json", ANSWER)));
        this.server
                .on("tools/call")
                .reply(Reply.raw(interim.repeat(100) + answer("text/event-stream", "data: " + ANSWER + "\n\n")));

        assertThat(this.http.call()).succeedsWithin(SOON).satisfies(messages -> assertThat(messages)
                .hasSize(1));
        assertThat(this.http.call()).succeedsWithin(SOON).satisfies(messages -> assertThat(messages)
                .hasSize(1));
    }

    @Test
    void interimResponsesAreSkippedOnAReusedConnection() {
        this.server
                .on("tools/call")
                .reply(Reply.streamed(200, "application/json").chunk(ANSWER));
        this.server.on("ping").reply(Reply.raw(head("103 Early Hints") + answer("application/json", ANSWER)));

        try (HttpFixture single = HttpFixture.withOneConnection(this.server.url())) {
            assertThat(single.call()).succeedsWithin(SOON);
            assertThat(single.exchange("ping")).succeedsWithin(SOON);
            assertThat(this.server.connectionsAccepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"42", "0", "99", "600", "999", "1000", "20000"})
    void statusOutsideTheHttpRangeIsAProtocolError(String status) {
        this.server.on("tools/call").reply(Reply.raw(head(status + " Odd", "Content-Length: 0\r\n")));

        assertThat(failedCall())
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("HTTP status " + status + " is outside the range 100 to 599");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 2OO OK\r\n\r\n", "HTTP/1.1 -5 Odd\r\n\r\n"})
    void unreadableResponseHeadIsAConnectionError(String head) {
        this.server.on("tools/call").reply(Reply.raw(head));

        assertThat(failedCall())
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("sent a response whose status line or headers are not valid HTTP");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'SSH-2.0-OpenSSH_9.6\r\n' | 'does not speak HTTP: it sent \"SSH-2.0-OpenSSH_9.6\". Check the host and port in the url.'",
                "'220 mail.example ESMTP\r\n'     | 'does not speak HTTP: it sent \"220 mail.example ESMTP\". Check the host'",
                "'no line end'                    | 'does not speak HTTP: it sent \"no line end\".'",
                "'{\"jsonrpc\":\"2.0\"}\n'        | 'does not speak HTTP: it sent \"{\"jsonrpc\":\"2.0\"}\".'",
                "'\u0015\u0003\u0001\u0000\u0002\u0002\u0046' | 'speaks TLS at this port. Use https in the url.'",
                "'\u0000\u0001\u0002\u0003'       | 'does not speak HTTP: it sent the bytes 00010203.'"
            })
    void nonHttpResponseIsReported(String bytes, String problem) {
        this.server.on("tools/call").reply(Reply.raw(bytes));

        assertThat(failedCall())
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("http://127.0.0.1:" + this.server.port())
                .hasMessageContaining(problem);
    }
}
