package io.mcpclient.springai;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient.AsyncSpec;
import io.modelcontextprotocol.client.McpClient.SyncSpec;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientSseClientTransport;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.spec.McpSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.Tool;
import io.mcpclient.spring.McpElicitation;
import io.mcpclient.spring.McpLogging;
import io.mcpclient.spring.McpProgressUpdate;
import io.mcpclient.spring.McpServer;
import io.mcpclient.spring.McpToolListChanged;
import io.mcpclient.testkit.FullCall;
import io.mcpclient.testkit.MigrationPage;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** docs/coming-from-the-java-sdk.md: an application with the Java SDK, the same one with this client, and the tables. */
@Timeout(60)
class JavaSdkMigrationTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final List<String> heard = new CopyOnWriteArrayList<>();

    private void script() {
        FullCall.script(this.server);
    }

    @AfterEach
    void close() {
        this.server.withoutVerification();
        this.server.close();
    }

    /** What server and application see of a call, whichever client makes it. */
    private void assertSeen(String result) {
        assertThat(result).isEqualTo("3");
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
        await().atMost(ToolServers.LIMIT).untilAsserted(() -> {
            assertThat(this.heard).contains("asked Which unit?", "log slow", "progress 0.5");
            assertThat(this.heard).anyMatch(event -> event.startsWith("tools"));
            assertThat(this.server.requests("POST"))
                    .extracting(RecordedRequest::body)
                    .anyMatch(body -> body.contains("\"roots\":[{\"uri\":\"file:///srv/data\""))
                    .anyMatch(body -> body.contains("\"content\":{\"unit\":\"K\"}"));
        });
    }

    @Test
    void originalApplicationWorksWithTheJavaSdk() {
        script();
        try (McpSyncClient client = io.modelcontextprotocol.client.McpClient.sync(
                        HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + this.server.port())
                                .build())
                .clientInfo(McpSchema.Implementation.builder("desk-app", "2.1").build())
                .capabilities(McpSchema.ClientCapabilities.builder()
                        .roots(true)
                        .elicitation()
                        .build())
                .roots(McpSchema.Root.builder("file:///srv/data").build())
                .elicitation(request -> {
                    this.heard.add("asked " + request.message());
                    return McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT)
                            .content(Map.of("unit", "K"))
                            .build();
                })
                .loggingConsumer(message -> this.heard.add("log " + message.data()))
                .progressConsumer(progress -> this.heard.add("progress " + progress.progress()))
                .toolsChangeConsumer(tools -> this.heard.add("tools " + tools.size()))
                .build()) {
            client.initialize();
            McpSchema.CallToolResult result = client.callTool(McpSchema.CallToolRequest.builder("get-sum")
                    .arguments(Map.of("a", 1, "b", 2))
                    .progressToken("p1")
                    .build());
            assertSeen(((McpSchema.TextContent) result.content().get(0)).text());
        }
    }

    @Test
    void migratedProgramDoesTheSameWithoutSpringBoot() {
        script();
        try (McpClient client = McpClient.builder("desk")
                .url(this.server.url())
                .protocol(settings -> settings.withClientInfo(Implementation.of("desk-app", "2.1")))
                .roots(context -> List.of(Root.of("file:///srv/data")))
                .elicitation((form, context) -> {
                    this.heard.add("asked " + form.message());
                    return ElicitResult.accept(Map.of("unit", "K"));
                })
                .logListener((name, message) -> this.heard.add("log " + message.data()))
                .progressListener(progress -> this.heard.add("progress " + progress.progress()))
                .changeListener(new McpChangeListener() {

                    @Override
                    public void onToolsChanged(String name) {
                        JavaSdkMigrationTests.this.heard.add("tools");
                    }
                })
                .build()) {
            assertSeen(client.callTool("get-sum", Map.of("a", 1, "b", 2)).text());
        }
    }

    /** The application after the migration to the starter. */
    static final class Desk {

        private final McpClient client;

        final List<String> heard = new CopyOnWriteArrayList<>();

        Desk(@McpServer("desk") McpClient client) {
            this.client = client;
        }

        record Unit(String unit) {}

        String sum(int a, int b) {
            return this.client.callTool("get-sum", Map.of("a", a, "b", b)).text();
        }

        @McpElicitation("desk")
        Unit unit(ElicitFormParams request) {
            this.heard.add("asked " + request.message());
            return new Unit("K");
        }

        @McpLogging("desk")
        void log(LoggingMessageParams message) {
            this.heard.add("log " + message.data());
        }

        @McpProgressUpdate("desk")
        void progress(McpProgress progress) {
            this.heard.add("progress " + progress.progress());
        }

        @McpToolListChanged("desk")
        void tools(List<Tool> tools) {
            this.heard.add("tools " + tools.size());
        }
    }

    @Test
    void migratedApplicationDoesTheSame() {
        script();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
                .withBean(Desk.class)
                .withPropertyValues(
                        "mcp.client-info.name=desk-app",
                        "mcp.client-info.version=2.1",
                        "mcp.servers.desk.url=" + this.server.url(),
                        "mcp.servers.desk.roots=file:///srv/data")
                .run(context -> {
                    Desk desk = context.getBean(Desk.class);
                    String result = desk.sum(1, 2);
                    await().atMost(ToolServers.LIMIT).until(() -> desk.heard.contains("tools 2"));
                    this.heard.addAll(desk.heard);
                    assertSeen(result);
                });
    }

    @Test
    void tablesHaveAllMethodsOfTheJavaSdk() throws IOException {
        MigrationPage page = MigrationPage.of("coming-from-the-java-sdk.md");
        assertThat(page.methods("SyncSpec")).isEqualTo(MigrationPage.methodsOf(SyncSpec.class));
        assertThat(page.methods("SyncSpec")).containsAll(MigrationPage.methodsOf(AsyncSpec.class));
        assertThat(page.methods("McpSyncClient")).isEqualTo(MigrationPage.methodsOf(McpSyncClient.class));
        assertThat(page.methods("McpSyncClient")).containsAll(MigrationPage.methodsOf(McpAsyncClient.class));
        assertThat(page.methods("HttpClientStreamableHttpTransport"))
                .isEqualTo(MigrationPage.methodsOf(HttpClientStreamableHttpTransport.Builder.class));
        assertThat(page.methods("ServerParameters")).isEqualTo(MigrationPage.methodsOf(ServerParameters.Builder.class));
        // what has the same name as an option of the other transport has one row
        assertThat(Stream.concat(
                        page.methods("HttpClientStreamableHttpTransport").stream(),
                        page.methods("HttpClientSseClientTransport").stream()))
                .containsAll(MigrationPage.methodsOf(HttpClientSseClientTransport.Builder.class));
    }

    @Test
    void tablesNameWhatExists() throws IOException {
        assertThat(MigrationPage.of("coming-from-the-java-sdk.md").unknown()).isEmpty();
    }
}
