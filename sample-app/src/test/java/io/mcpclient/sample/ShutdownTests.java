package io.mcpclient.sample;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.support.GenericApplicationContext;

import io.mcpclient.McpClients;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A web application that is stopped in the middle of its work, and operated while it runs. */
@Timeout(90)
class ShutdownTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final HttpClient http = HttpClient.newHttpClient();

    private final AtomicReference<CallToolResult> lastWord = new AtomicReference<>();

    @AfterEach
    void close() {
        this.server.close();
    }

    private ConfigurableApplicationContext start() {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(SampleApplication.class)
                .profiles("bare")
                .initializers(this::addLastWord)
                .run(
                        "--server.port=0",
                        "--mcp.servers.scripted.url=" + this.server.url(),
                        "--mcp.servers.scripted.required=true",
                        "--mcp.servers.scripted.connect-timeout=60s");
        await().atMost(LIMIT)
                .until(() -> send(context, "GET", "/api/tools", "").body().contains("echo"));
        return context;
    }

    private void addLastWord(ConfigurableApplicationContext context) {
        ((GenericApplicationContext) context)
                .registerBean(LastWord.class, () -> new LastWord(context.getBean(McpClients.class), this.lastWord));
    }

    /** Calls a tool when it is destroyed. */
    record LastWord(McpClients clients, AtomicReference<CallToolResult> heard) implements DisposableBean {

        @Override
        public void destroy() {
            this.heard.set(this.clients.get("scripted").callTool("echo", Map.of("last", "word")));
        }
    }

    private HttpRequest request(ConfigurableApplicationContext context, String method, String path, String body) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .timeout(LIMIT)
                .build();
    }

    private HttpResponse<String> send(ConfigurableApplicationContext context, String method, String path, String body)
            throws Exception {
        return this.http.send(request(context, method, path, body), BodyHandlers.ofString());
    }

    // G08: the web server waits for its request, the request for its tool, and the clients for the web server
    @Test
    void whenApplicationStopsThenRequestThatWaitsForToolIsAnswered() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        ConfigurableApplicationContext context = start();
        context.addApplicationListener((ContextClosedEvent event) -> closing.countDown());
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"in time\"}]}")
                        .after(answer));
        CompletableFuture<HttpResponse<String>> response =
                this.http.sendAsync(request(context, "POST", "/api/tools/echo", "{}"), BodyHandlers.ofString());
        this.server.awaitRequests("tools/call", 1, LIMIT);

        CompletableFuture<Void> closed = CompletableFuture.runAsync(context::close);
        assertThat(closing.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(response).isNotDone();
        answer.countDown();

        assertThat(response).succeedsWithin(LIMIT).satisfies(answered -> {
            assertThat(answered.statusCode()).isEqualTo(200);
            assertThat(answered.body()).contains("in time");
        });
        assertThat(closed).succeedsWithin(LIMIT);
        // and a bean that calls while it is destroyed is answered too; nothing stays open
        assertThat(this.lastWord.get()).isNotNull();
        assertThat(this.server.requests("DELETE")).hasSize(this.server.sessionsOpened());
        this.server.awaitOpenConnections(0, LIMIT);
    }

    // nothing of the embedded servers keeps the process
    @Test
    void whenPortIsInUseThenProcessEnds(@TempDir Path directory) throws Exception {
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SampleApplication.class.getName(),
                        "--server.port=" + this.server.port())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(80, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(log)).contains("Port " + this.server.port() + " was already in use");
            assertThat(process.exitValue()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whenServerIsOperatedThroughTheEndpointThenItFollows() throws Exception {
        try (ConfigurableApplicationContext context = start()) {
            HttpResponse<String> reconnected =
                    send(context, "POST", "/actuator/mcp/scripted", "{\"operation\":\"reconnect\"}");
            assertThat(reconnected.statusCode()).isEqualTo(200);
            assertThat(reconnected.body()).contains("\"state\":\"CONNECTED\"", "\"identity\":\"application\"");
            assertThat(this.server.sessionsOpened()).isEqualTo(2);
            assertThat(send(context, "POST", "/actuator/mcp/scripted", "{\"operation\":\"refresh\"}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(send(context, "POST", "/actuator/mcp/nobody", "{\"operation\":\"refresh\"}")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(send(context, "GET", "/actuator/mcp/nobody", "").statusCode())
                    .isEqualTo(404);
            HttpResponse<String> misspelt =
                    send(context, "POST", "/actuator/mcp/scripted", "{\"operation\":\"reconect\"}");
            assertThat(misspelt.statusCode()).isEqualTo(400);
            assertThat(Http.json(misspelt).at("/error").asString())
                    .isEqualTo("There is no operation \"reconect\". Did you mean \"reconnect\"? "
                            + "Known operations: reconnect, refresh, logout, disable, enable, approve.");
            HttpResponse<String> missing = send(context, "POST", "/actuator/mcp/scripted", "{}");
            assertThat(missing.statusCode()).isEqualTo(400);
            assertThat(Http.json(missing).at("/error").asString())
                    .isEqualTo(
                            "The member operation is missing. Known operations: reconnect, refresh, logout, disable, enable, approve.");

            assertThat(send(context, "POST", "/actuator/mcp/scripted", "{\"operation\":\"disable\"}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Http.json(send(context, "GET", "/actuator/mcp", ""))
                            .at("/disabled/0")
                            .asString())
                    .isEqualTo("scripted");
            assertThat(send(context, "GET", "/actuator/mcp/scripted", "").statusCode())
                    .isEqualTo(404);
            assertThat(send(context, "POST", "/actuator/mcp/scripted", "{\"operation\":\"enable\"}")
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> reloaded = send(context, "POST", "/actuator/mcp", "{}");
            assertThat(reloaded.statusCode()).isEqualTo(200);
            assertThat(Http.json(reloaded).at("/replaced").isEmpty()).isTrue();
        }
    }
}
