package io.mcpclient.langchain4j;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClientListener;
import dev.langchain4j.mcp.client.McpRoot;
import dev.langchain4j.mcp.client.transport.http.HttpMcpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.langchain4j.autoconfigure.McpLangChain4jAutoConfiguration;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.spring.McpLogging;
import io.mcpclient.spring.McpProgressUpdate;
import io.mcpclient.spring.McpToolListChanged;
import io.mcpclient.testkit.FullCall;
import io.mcpclient.testkit.MigrationPage;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** docs/coming-from-langchain4j-mcp.md: an application with LangChain4j's client, the same one with this client, and the tables. */
@Timeout(60)
class LangChain4jMigrationTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ScriptedModel model =
            new ScriptedModel().calls("get-sum", "{\"a\":1,\"b\":2}").says("It is 3.");

    interface Assistant {

        String chat(String message);
    }

    @AfterEach
    void close() {
        this.server.withoutVerification();
        this.server.close();
    }

    /** One chat, and what server, model and application see of it, whichever client makes the call. */
    private void assertChats(ToolProvider tools, List<String> heard) {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(this.model)
                .toolProvider(tools)
                .build();

        assertThat(assistant.chat("What is 1 + 2?")).isEqualTo("It is 3.");

        assertThat(this.model.offered(0)).containsExactly("get-sum");
        assertThat(this.model.lastResult().text()).isEqualTo("3");
        JsonNode client = this.server.requests("initialize").get(0).json().at("/params/clientInfo");
        assertThat(client.path("name").asString()).isEqualTo("desk-app");
        assertThat(client.path("version").asString()).isEqualTo("2.1");
        assertThat(this.server
                        .requests("tools/call")
                        .get(0)
                        .json()
                        .at("/params/arguments/b")
                        .asInt())
                .isEqualTo(2);
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(heard).contains("log slow", "progress 0.5", "tools");
            assertThat(this.server.requests("POST"))
                    .extracting(RecordedRequest::body)
                    .anyMatch(body -> body.contains("\"uri\":\"file:///srv/data\""));
        });
    }

    @Test
    void originalApplicationWorksWithLangChain4j() throws Exception {
        FullCall.script(this.server);
        List<String> heard = new CopyOnWriteArrayList<>();
        try (DefaultMcpClient client = DefaultMcpClient.builder()
                .transport(StreamableHttpMcpTransport.builder()
                        .url(this.server.url())
                        .build())
                .key("desk")
                .clientName("desk-app")
                .clientVersion("2.1")
                .roots(List.of(new McpRoot("data", "file:///srv/data")))
                .logHandler(message -> heard.add("log " + message.data().asText()))
                .progressHandler(progress -> heard.add("progress " + progress.progress()))
                .addListener(new McpClientListener() {

                    @Override
                    public void onNotificationToolsListChanged() {
                        heard.add("tools");
                    }
                })
                .build()) {
            assertChats(
                    McpToolProvider.builder()
                            .mcpClients(client)
                            .filter((source, tool) -> !tool.name().startsWith("admin"))
                            .build(),
                    heard);
        }
    }

    /** What listens to the server after the migration. */
    static final class Listeners {

        final List<String> heard = new CopyOnWriteArrayList<>();

        @McpLogging("desk")
        void log(LoggingMessageParams message) {
            this.heard.add("log " + message.data());
        }

        @McpProgressUpdate("desk")
        void progress(McpProgress progress) {
            this.heard.add("progress " + progress.progress());
        }

        @McpToolListChanged("desk")
        void tools(String server) {
            this.heard.add("tools");
        }
    }

    @Test
    void migratedApplicationDoesTheSame() {
        FullCall.script(this.server);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpLangChain4jAutoConfiguration.class))
                .withBean(Listeners.class)
                .withPropertyValues(
                        "mcp.client-info.name=desk-app",
                        "mcp.client-info.version=2.1",
                        "mcp.servers.desk.url=" + this.server.url(),
                        "mcp.servers.desk.roots=file:///srv/data",
                        "mcp.servers.desk.tools.exclude=admin*",
                        "mcp.tools.await-ready=30s")
                .run(context ->
                        assertChats(context.getBean(ToolProvider.class), context.getBean(Listeners.class).heard));
    }

    @SuppressWarnings("removal") // of HttpMcpTransport
    @Test
    void tablesHaveAllMethodsOfLangChain4jsClient() throws IOException {
        MigrationPage page = MigrationPage.of("coming-from-langchain4j-mcp.md");
        assertThat(page.methods("DefaultMcpClient")).isEqualTo(MigrationPage.methodsOf(DefaultMcpClient.Builder.class));
        assertThat(page.methods("McpClient"))
                .isEqualTo(MigrationPage.methodsOf(dev.langchain4j.mcp.client.McpClient.class));
        assertThat(page.methods("McpToolProvider")).isEqualTo(MigrationPage.methodsOf(McpToolProvider.Builder.class));
        assertThat(page.methods("StdioMcpTransport"))
                .isEqualTo(MigrationPage.methodsOf(StdioMcpTransport.Builder.class));
        assertThat(page.methods("StreamableHttpMcpTransport"))
                .isEqualTo(MigrationPage.methodsOf(StreamableHttpMcpTransport.Builder.class));
        // what has the same name as an option of the other transport has one row
        assertThat(Stream.concat(
                        page.methods("StreamableHttpMcpTransport").stream(), page.methods("HttpMcpTransport").stream()))
                .containsAll(MigrationPage.methodsOf(HttpMcpTransport.Builder.class));
    }

    @Test
    void tablesNameWhatExists() throws IOException {
        assertThat(MigrationPage.of("coming-from-langchain4j-mcp.md").unknown()).isEmpty();
    }
}
