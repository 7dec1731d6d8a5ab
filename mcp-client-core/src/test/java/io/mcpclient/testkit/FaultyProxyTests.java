package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(60)
class FaultyProxyTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String REQUEST = "GET /mcp HTTP/1.1\r\nHost: x\r\n\r\n";

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final FaultyProxy proxy = new FaultyProxy(this.server.port());

    @AfterEach
    void close() {
        this.proxy.close();
        this.server.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", URI.create(this.proxy.url()).getPort());
        socket.setSoTimeout((int) SOON.toMillis());
        return socket;
    }

    private static void ask(Socket socket) throws IOException {
        socket.getOutputStream().write(REQUEST.getBytes(US_ASCII));
    }

    private static String answer(Socket socket) {
        try {
            InputStream in = socket.getInputStream();
            byte[] answer = in.readNBytes("HTTP/1.1 200".length());
            return new String(answer, US_ASCII);
        } catch (IOException ex) {
            return ex.toString();
        }
    }

    @Test
    void healthyAndSlowLinesDeliverEverything() throws IOException {
        this.server.on("GET").times(2).reply(Reply.status(200));
        try (Socket socket = connect()) {
            ask(socket);
            assertThat(answer(socket)).isEqualTo("HTTP/1.1 200");
        }
        this.proxy.line(FaultyProxy.Line.SLOW);
        try (Socket socket = connect()) {
            ask(socket);
            assertThat(answer(socket)).isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void stalledLineDeliversEverythingLater() throws IOException {
        this.server.on("GET").reply(Reply.status(200));
        try (Socket socket = connect()) {
            this.proxy.line(FaultyProxy.Line.STALLED);
            ask(socket);
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> answer(socket));
            assertThat(answer).isNotDone();
            assertThat(this.server.requests()).isEmpty();

            this.proxy.line(FaultyProxy.Line.GOOD);

            assertThat(answer).succeedsWithin(SOON).isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void lossyLineStaysOpenButDeliversNothing() throws IOException {
        try (Socket socket = connect()) {
            socket.setSoTimeout(300);
            this.proxy.line(FaultyProxy.Line.LOSING);
            ask(socket);
            assertThat(answer(socket)).contains("SocketTimeoutException");
            this.proxy.line(FaultyProxy.Line.GOOD);
            ask(socket);
            assertThat(answer(socket)).contains("SocketTimeoutException");
        }
        assertThat(this.server.requests()).isEmpty();
    }

    @Test
    void connectionsCanBeResetRefusedAndRedirected() throws IOException {
        this.server.on("GET").reply(Reply.neverAnswer());
        try (Socket socket = connect()) {
            ask(socket);
            this.server.awaitRequests("GET", 1, SOON);
            this.proxy.reset();
            assertThat(answer(socket)).contains("reset");
        }
        this.proxy.refuse();
        assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
        try (ScriptedHttpServer other = new ScriptedHttpServer()) {
            other.on("GET").reply(Reply.status(200));
            this.proxy.leadTo(other.port());
            this.proxy.accept();
            try (Socket socket = connect()) {
                ask(socket);
                assertThat(answer(socket)).isEqualTo("HTTP/1.1 200");
            }
        }
    }
}
