package io.mcpclient.springai;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

import io.mcpclient.McpClient;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.testkit.Slow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A chat with a server of the official Java SDK in a JVM of its own. */
@Slow
@Timeout(120)
class JavaSdkTests {

    @RegisterExtension
    final ToolServers servers = new ToolServers();

    private final ScriptedChatModel model = new ScriptedChatModel();

    private ChatClient client;

    private McpToolCallbackProvider provider;

    @BeforeEach
    void start() {
        McpClient mcp = this.servers.add(McpClient.builder("java-sdk")
                .command(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JavaSdkServerMain.class.getName())
                .reconnect(ToolServers::soon)
                .build());
        mcp.session().start();
        this.servers.awaitTools("java-sdk", true);
        this.provider = this.servers.attachingProvider();
        awaitTool("fail");
        this.client = ChatClient.builder(this.model)
                .defaultToolCallbacks(this.provider)
                .defaultAdvisors(new McpMediaAdvisor())
                .build();
    }

    private void awaitTool(String name) {
        await().atMost(ToolServers.LIMIT).until(() -> Arrays.stream(this.provider.getToolCallbacks())
                .anyMatch(callback -> callback.getToolDefinition().name().equals(name)));
    }

    private String call(String tool) {
        this.model.thenCall(tool, "{}").thenSay("done");
        assertThat(this.client.prompt("x").call().content()).isEqualTo("done");
        return this.model.lastToolResponse();
    }

    @Test
    void eachKindOfResultReachesTheModel() {
        assertThat(call("weather")).isEqualTo("It is 12.5 degrees.\n{\"celsius\":12.5}");
        assertThat(call("fail")).isEqualTo("out of order");
        assertThat(call("logo")).isEqualTo("[image/png, 3 bytes]");
        List<Message> messages = this.model.lastPrompt().getInstructions();
        assertThat(((UserMessage) messages.get(messages.size() - 1))
                        .getMedia()
                        .get(0)
                        .getDataAsByteArray())
                .containsExactly(0, 1, 2);
    }

    @Test
    void progressReachesTheListenerOfThePrompt() {
        List<McpProgress> received = new CopyOnWriteArrayList<>();
        McpProgressListener listener = received::add;
        this.model.thenCall("count", "{}").thenSay("done");
        this.client
                .prompt("x")
                .toolContext(Map.of(McpToolContext.PROGRESS, listener))
                .call()
                .content();
        assertThat(this.model.lastToolResponse()).isEqualTo("counted");
        assertThat(received).isNotEmpty().allMatch(progress -> progress.message()
                .startsWith("step "));
    }

    @Test
    void anAddedToolIsOfferedByTheNextPrompt() {
        assertThat(call("grow")).isEqualTo("more");
        assertThat(this.model.lastTools()).doesNotContain("grown");
        awaitTool("grown");
        assertThat(call("grown")).isEqualTo("new");
        assertThat(this.model.lastTools()).contains("grown");
    }

    @Test
    void aServerThatEndsComesBack() {
        assertThat(call("exit")).endsWith("The tool may have been executed.");
        this.servers.awaitTools("java-sdk", true);
        assertThat(call("fail")).isEqualTo("out of order");
    }
}
