package io.mcpclient.sample;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Callers of the REST API that close their connection during a call. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("bare")
@DirtiesContext
class ClientDisconnectTests {

    /** Far shorter than the limits of the call itself. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final ScriptedLegacyServer SERVER = ScriptedHttpServer.legacy();

    private static final String IN_TIME =
            "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"in time\"}]}}";

    private static final Pattern LENGTH = Pattern.compile("(?i)\\ncontent-length: *(\\d+)");

    private static volatile Function<RecordedRequest, Reply> replies = request -> Reply.neverAnswer();

    private int calls;

    private int cancelled;

    @LocalServerPort
    private int port;

    /** Small buffers fill up soon. */
    @TestConfiguration
    static class SmallBuffers {

        @Bean
        WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> smallBuffers() {
            return factory ->
                    factory.addConnectorCustomizers(connector -> connector.setProperty("socket.txBufSize", "16384"));
        }
    }

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        SERVER.withoutVerification();
        SERVER.on("tools/call").optionally().reply(request -> replies.apply(request));
        properties.add("server.tomcat.connection-timeout", () -> "10m");
        properties.add("mcp.servers.silent.url", SERVER::url);
        properties.add("mcp.servers.silent.request-timeout", () -> "10m");
        properties.add("mcp.servers.silent.request-timeout-max", () -> "10m");
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    @BeforeEach
    void awaitTools(@Autowired McpToolRegistry registry) {
        replies = request -> Reply.neverAnswer();
        this.calls = SERVER.requests("tools/call").size();
        this.cancelled = SERVER.requests("notifications/cancelled").size();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> registry.snapshot().find("echo").isPresent());
    }

    private Socket connect() throws IOException {
        Socket caller = new Socket();
        caller.setReceiveBufferSize(8 * 1024);
        caller.connect(new InetSocketAddress("127.0.0.1", this.port));
        caller.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
        return caller;
    }

    private byte[] post(String path) {
        return ("POST " + path + " HTTP/1.1\r\nHost: localhost:" + this.port
                        + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/tools/echo", "/api/tools/echo/stream"})
    void callerThatDisconnectsCancelsTheCall(String path) throws IOException {
        try (Socket caller = connect()) {
            caller.getOutputStream().write(post(path));
            SERVER.awaitRequests("tools/call", this.calls + 1, LIMIT);
        }
        SERVER.awaitRequests("notifications/cancelled", this.cancelled + 1, LIMIT);
        assertThat(SERVER.requests("tools/call")).hasSize(this.calls + 1);
    }

    // the server sees the same as if the caller were gone
    @Test
    void callerThatClosesItsSideOfTheConnectionHasDisconnected() throws IOException {
        try (Socket caller = connect()) {
            caller.getOutputStream().write(post("/api/tools/echo"));
            SERVER.awaitRequests("tools/call", this.calls + 1, LIMIT);
            caller.shutdownOutput();
            SERVER.awaitRequests("notifications/cancelled", this.cancelled + 1, LIMIT);
        }
        assertThat(SERVER.requests("tools/call")).hasSize(this.calls + 1);
    }

    @Test
    void callerThatWaitsGetsTheResultsOfRequestsThatItSentAheadAndKeepsItsConnection() throws IOException {
        // long enough for the connection to be looked at while the second request is in its buffer
        replies = request -> Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"in time\"}]}")
                .after(new CompletableFuture<Void>().completeOnTimeout(null, 2500, TimeUnit.MILLISECONDS));
        try (Socket caller = connect()) {
            caller.getOutputStream().write(post("/api/tools/echo"));
            SERVER.awaitRequests("tools/call", this.calls + 1, LIMIT);
            caller.getOutputStream().write(post("/api/tools/echo"));
            assertInTime(caller);
            assertInTime(caller);
            caller.getOutputStream().write(post("/api/tools/echo"));
            assertInTime(caller);
        }
        assertThat(SERVER.requests("tools/call")).hasSize(this.calls + 3);
        assertThat(SERVER.requests("notifications/cancelled")).hasSize(this.cancelled);
    }

    // a stream that waits for its caller holds no thread that others need
    @Test
    void callersThatDoNotReadDoNotStopTheOthers() throws IOException {
        AtomicInteger replied = new AtomicInteger();
        replies = request -> (replied.incrementAndGet() <= 24)
                ? flood(request, 60).thenHang()
                : flood(request, 1).event("data: " + IN_TIME);
        List<Socket> callers = new ArrayList<>();
        try {
            for (int i = 0; i < 24; i++) {
                callers.add(connect());
                callers.get(i).getOutputStream().write(post("/api/tools/echo/stream"));
            }
            Awaitility.await().atMost(LIMIT).until(() -> replied.get() == 24);
            for (int i = 24; i < 27; i++) {
                callers.add(connect());
                callers.get(i).getOutputStream().write(post("/api/tools/echo/stream"));
                Scanner stream = new Scanner(callers.get(i).getInputStream(), StandardCharsets.UTF_8);
                assertThat(stream.findWithinHorizon("event:progress", 0)).isNotNull();
                assertThat(stream.findWithinHorizon("in time", 0)).isNotNull();
            }
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
        SERVER.awaitRequests("notifications/cancelled", this.cancelled + 24, LIMIT);
    }

    private static Reply.Streamed flood(RecordedRequest request, int reports) {
        JsonNode token = request.json().at("/params/_meta/progressToken");
        Reply.Streamed reply = Reply.sse();
        for (int i = 1; i <= reports; i++) {
            reply = reply.event(
                    "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                            + token + ",\"progress\":" + i + ",\"message\":\"" + "x".repeat(16 * 1024) + "\"}}");
        }
        return reply;
    }

    /** Reads one response. */
    private static void assertInTime(Socket caller) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = caller.getInputStream().read();
            assertThat(next).as("byte after \"%s\"", head).isNotNegative();
            head.append((char) next);
        }
        assertThat(head.toString()).startsWith("HTTP/1.1 200 ");
        Matcher length = LENGTH.matcher(head);
        assertThat(length.find()).as("Content-Length in \"%s\"", head).isTrue();
        byte[] body = caller.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
        assertThat(new String(body, StandardCharsets.UTF_8)).contains("in time");
    }
}
