package io.mcpclient.fuzz;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.fuzz.DamagedConversation.Operation;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The whole client over HTTP: one response of a server is damaged, from the status line on. */
@Tag("fuzz")
@Timeout(value = 10, unit = TimeUnit.HOURS)
class HttpFuzzTests {

    private static final int INPUTS = 15;

    /** A server holds all of its requests and connections. */
    private static final int INPUTS_PER_SERVER = 100;

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: ";

    @RegisterExtension
    final Invariants invariants =
            Invariants.ofEachTest().within(Duration.ofSeconds(20)).withoutNeighbour();

    private final Map<String, DamagedConversation> conversations = new LinkedHashMap<>();

    private final Map<String, Integer> inputs = new LinkedHashMap<>();

    private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();

    private final Thread.UncaughtExceptionHandler handlerBefore = Thread.getDefaultUncaughtExceptionHandler();

    @BeforeEach
    void watchThreads() {
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> this.uncaught.add(error));
    }

    @AfterEach
    void close() {
        this.conversations.values().forEach(DamagedConversation::close);
        Thread.setDefaultUncaughtExceptionHandler(this.handlerBefore);
    }

    // faults C13, H21
    @Test
    void callsEndInAResultOrAnMcpExceptionAndTheNextOneSucceeds() {
        new Fuzzing(Fuzzing.Bounds.CLIENT).run(targets(), INPUTS);

        this.conversations.values().forEach(conversation -> {
            this.invariants.watch(conversation.client());
            this.invariants.watch(conversation.server());
        });
        assertThat(this.uncaught).as("errors that ended a thread").isEmpty();
    }

    private List<FuzzTarget> targets() {
        return Stream.of(
                        modern("discover", "server/discover", client -> client.session()
                                .reconnect()),
                        modern("list-tools", "tools/list", McpClient::listTools),
                        modern("call-tool", "tools/call", client -> client.callTool("echo", Map.of("region", "a"))),
                        legacy("initialize", "initialize", client -> client.session()
                                .reconnect()),
                        legacy("list-tools", "tools/list", McpClient::listTools),
                        legacy("call-tool", "tools/call", client -> client.callTool("echo", Map.of())))
                .toList();
    }

    private FuzzTarget modern(String recording, String request, Operation operation) {
        return target("http-modern-" + recording, recording, request, ScriptedHttpServer::modern, operation);
    }

    private FuzzTarget legacy(String recording, String request, Operation operation) {
        return target("http-legacy-" + recording, recording, request, ScriptedHttpServer::legacy, operation);
    }

    private FuzzTarget target(
            String name, String recording, String request, Supplier<ScriptedHttpServer> server, Operation operation) {
        String[] responses = Objects.requireNonNull(Recordings.RESULTS.get(recording)).stream()
                .map(result -> Recordings.response(result).replace("\"id\":1", "\"id\":$id"))
                .flatMap(HttpFuzzTests::responses)
                .toArray(String[]::new);
        return FuzzTarget.of(
                name,
                input -> conversation(name, request, server).exchange(input, operation),
                List.of(McpException.class),
                responses);
    }

    private DamagedConversation conversation(String name, String request, Supplier<ScriptedHttpServer> server) {
        if (this.inputs.merge(name, 1, Integer::sum) % INPUTS_PER_SERVER == 0) {
            this.conversations.remove(name).close();
        }
        return this.conversations.computeIfAbsent(name, missing -> new DamagedConversation(server.get(), request));
    }

    /** The ways to send a response, and the ways to refuse one. */
    private static Stream<String> responses(String json) {
        String progress = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":$id,\"progress\":1}}\n\n";
        return Stream.of(
                HEAD + "application/json\r\nContent-Length: $length\r\nMcp-Session-Id: rec-1\r\n"
                        + "Set-Cookie: route=a; Path=/; Max-Age=60\r\n\r\n" + json,
                HEAD + "text/event-stream\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\nid: 1\nretry: 10\n\n"
                        + progress + "data: " + Recordings.MESSAGES.get(8) + "\n\nid: 2\ndata: " + json + "\n\n",
                HEAD + "application/json; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(json.length() + 1) + "\r\n" + json + " \r\n0\r\n\r\n",
                "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer realm=\"a\", error=\"invalid_token\"\r\n"
                        + "Content-Length: 0\r\n\r\n",
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: /mcp/\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Type: text/html\r\nContent-Length: $length"
                        + "\r\n\r\n<html><title>Down</title></html>",
                "HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: $length\r\n\r\n"
                        + "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"Session not found\"}}");
    }
}
