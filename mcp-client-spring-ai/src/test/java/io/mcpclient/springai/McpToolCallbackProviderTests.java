package io.mcpclient.springai;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.ToolCallback;

import io.mcpclient.McpClient;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Which tools a prompt offers to the model, and when. */
@Timeout(60)
class McpToolCallbackProviderTests {

    @RegisterExtension
    final ToolServers servers = new ToolServers();

    private final ScriptedChatModel model = new ScriptedChatModel();

    /** The ways to give a provider to a chat client. */
    enum Configured {
        DEFAULT_TOOL_CALLBACKS((model, provider) ->
                ChatClient.builder(model).defaultToolCallbacks(provider).build().prompt("x")),
        DEFAULT_TOOLS((model, provider) ->
                ChatClient.builder(model).defaultTools(provider).build().prompt("x")),
        MUTATED((model, provider) -> ChatClient.builder(model)
                .defaultToolCallbacks(provider)
                .build()
                .mutate()
                .build()
                .prompt("x")),
        TOOL_CALLBACKS((model, provider) -> ChatClient.create(model).prompt("x").toolCallbacks(provider)),
        TOOLS((model, provider) -> ChatClient.create(model).prompt("x").tools(provider));

        private final BiFunction<ScriptedChatModel, McpToolCallbackProvider, ChatClient.ChatClientRequestSpec> request;

        Configured(BiFunction<ScriptedChatModel, McpToolCallbackProvider, ChatClient.ChatClientRequestSpec> request) {
            this.request = request;
        }
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private McpToolCallbackProvider provider() {
        return McpToolCallbackProvider.of(this.servers.registry());
    }

    private static List<String> names(McpToolCallbackProvider provider) {
        return Arrays.stream(provider.getToolCallbacks())
                .map(callback -> callback.getToolDefinition().name())
                .toList();
    }

    private void prompt(ChatClient client) {
        this.model.thenSay("hello");
        client.prompt("x").call().content();
    }

    // a chat client that was built once sees each change of the list
    @Test
    void whenAServerChangesItsToolsThenTheNextPromptOffersThem() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            server.capabilities("{\"tools\":{\"listChanged\":true}}");
            server.tools(tool("one"));
            this.servers.connect("weather", server.url());
            ChatClient client = ChatClient.builder(this.model)
                    .defaultToolCallbacks(provider())
                    .build();
            prompt(client);
            assertThat(this.model.lastTools()).containsExactly("one");

            server.tools(tool("one"), tool("two"));
            server.awaitStreams(1, ToolServers.LIMIT);
            server.notify("notifications/tools/list_changed", "{}");
            this.servers.awaitTool("two");
            prompt(client);
            assertThat(this.model.lastTools()).containsExactly("one", "two");
        }
    }

    @ParameterizedTest
    @EnumSource(Configured.class)
    void whenAProviderIsConfiguredThenItIsAskedAtEachPrompt(Configured configured) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("GET").optionally().reply(Reply.status(405));
            McpToolCallbackProvider provider = provider();
            ChatClient.ChatClientRequestSpec request = configured.request.apply(this.model, provider);
            this.servers.connect("weather", server.url());

            this.model.thenSay("hello");
            request.call().content();
            assertThat(this.model.lastTools()).containsExactly("echo");
        }
    }

    // as the page says
    @Test
    void whenAnArrayIsConfiguredThenItDoesNotFollowChanges() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.servers.connect("weather", server.url());
            ChatClient client = ChatClient.builder(this.model)
                    .defaultToolCallbacks(provider().getToolCallbacks())
                    .build();
            server.tools(tool("other"));
            this.servers.registry().refresh();
            this.servers.awaitTool("other");
            prompt(client);
            assertThat(this.model.lastTools()).containsExactly("echo");
            assertThat(names(provider())).containsExactly("other");
        }
    }

    @Test
    void whenAServerStopsAndReturnsThenPromptsFollow() {
        int port;
        ChatClient client =
                ChatClient.builder(this.model).defaultToolCallbacks(provider()).build();
        try (ScriptedLegacyServer healthy = ScriptedHttpServer.legacy()) {
            this.servers.connect("healthy", healthy.url());
            McpClient mcp;
            try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
                server.tools(tool("forecast"));
                port = server.port();
                mcp = this.servers.connect("weather", server.url());
                prompt(client);
                assertThat(this.model.lastTools()).containsExactly("echo", "forecast");
                server.withoutVerification();
            }
            this.model.thenCall("forecast", "{}").thenSay("sorry");
            client.prompt("x").call().content();
            assertThat(this.model.lastToolResponse()).startsWith("The server of the tool");

            this.servers.awaitLoss(mcp);
            prompt(client);
            assertThat(this.model.lastTools()).containsExactly("echo", "forecast");

            try (ScriptedLegacyServer again =
                    ScriptedHttpServer.legacy(port, server -> server.tools(tool("forecast")))) {
                again.withoutVerification();
                this.servers.awaitTools("weather", true);
                this.model.thenCall("forecast", "{\"city\":\"Oslo\"}").thenSay("fine");
                assertThat(client.prompt("x").call().content()).isEqualTo("fine");
                assertThat(this.model.lastToolResponse()).isEqualTo("{\"city\":\"Oslo\"}");
            }
        }
    }

    @Test
    void whenToolsOfUnavailableServersAreIncludedThenTheyAreOffered() {
        McpToolRegistry registry = this.servers.registry(
                McpToolExposure.all().models(McpModelSettings.defaults().withKeepUnavailable(Duration.ZERO)));
        McpToolCallbackProvider provider = McpToolCallbackProvider.of(registry);
        McpClient mcp;
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            mcp = this.servers.connect("weather", server.url());
            server.withoutVerification();
        }
        this.servers.awaitLoss(mcp);
        await().atMost(ToolServers.LIMIT)
                .untilAsserted(() -> assertThat(names(provider)).isEmpty());
        assertThat(names(provider.withUnavailable())).containsExactly("echo");
    }

    // an application starts whether or not its servers do
    @Test
    void whenThereIsNoServerThenThereAreNoTools() {
        try (RefusedPort refused = new RefusedPort()) {
            this.servers
                    .add(McpClient.builder("weather").url(refused.url()).build())
                    .session()
                    .start();
            assertThat(provider().getToolCallbacks()).isEmpty();
            prompt(ChatClient.builder(this.model)
                    .defaultToolCallbacks(provider())
                    .build());
            assertThat(this.model.prompts()).hasSize(1);
        }
    }

    @Test
    void whenNarrowedThenOnlyThoseToolsAreOffered() {
        try (ScriptedLegacyServer weather = ScriptedHttpServer.legacy();
                ScriptedLegacyServer orders = ScriptedHttpServer.legacy()) {
            weather.tools(tool("forecast"), tool("history"));
            orders.tools(tool("list"), tool("cancel"));
            this.servers.connect("weather", weather.url());
            this.servers.connect("orders", orders.url());

            assertThat(names(provider())).containsExactly("list", "cancel", "forecast", "history");
            assertThat(names(provider().forServers("weather"))).containsExactly("forecast", "history");
            assertThat(names(provider().forServers("nobody"))).isEmpty();
            assertThat(names(provider()
                            .forServers("weather", "orders")
                            .filter(tool -> !tool.tool().name().equals("cancel"))
                            .filter(tool -> !tool.name().startsWith("h"))))
                    .containsExactly("list", "forecast");
        }
    }

    // two servers with a tool of the same name, which Spring AI would reject
    @Test
    void whenServersShareANameThenBothToolsCanBeCalled() {
        try (ScriptedLegacyServer one = ScriptedHttpServer.legacy();
                ScriptedLegacyServer two = ScriptedHttpServer.legacy()) {
            this.servers.connect("one", one.url());
            this.servers.connect("two", two.url());
            List<String> names = names(provider());
            assertThat(names).hasSize(2).doesNotHaveDuplicates().allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"));
            for (ToolCallback callback : provider().getToolCallbacks()) {
                assertThat(callback.call("{\"a\":1}")).isEqualTo("{\"a\":1}");
            }
            assertThat(one.requests("tools/call")).hasSize(1);
            assertThat(two.requests("tools/call")).hasSize(1);
        }
    }

    @Test
    void whenAKeyOfTheToolContextCannotBeSentThenItIsRejected() {
        for (String key :
                List.of(McpToolContext.PRINCIPAL, "progressToken", "not a key", "io.modelcontextprotocol/x")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> provider().withToolContextKeys(key))
                    .withMessageContaining("\"" + key + "\"");
        }
    }
}
