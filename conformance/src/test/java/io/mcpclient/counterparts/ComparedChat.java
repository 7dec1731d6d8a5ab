package io.mcpclient.counterparts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolProvider;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.ToolCallbackProvider;
import tools.jackson.databind.JsonNode;

import io.mcpclient.langchain4j.McpRegistryToolProvider;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.springai.McpToolCallbackProvider;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.FakeModelRequest;
import io.mcpclient.testkit.FakeModelTurn;

/** A chat with the same servers and the same model through one framework and one client. */
final class ComparedChat implements AutoCloseable {

    /** No text of the compared results has a word of this length. */
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{120,}");

    interface Assistant {

        String chat(String prompt);
    }

    /**
     * Addresses of the servers.
     * @param command the command of one over standard streams
     * @param urls those of the others
     */
    record Servers(List<String> command, List<String> urls) {}

    /**
     * What a model was sent for one result.
     * @param text what it reads of the tool, empty if there is nothing
     * @param failure the exception that ended the prompt, empty if there was none
     * @param hasBase64 whether a request contains Base64 data as text
     * @param definitions number of characters of the tools' definitions
     */
    record Outcome(String text, String failure, boolean hasBase64, int definitions) {}

    private final String name;
    private final FakeModel model = new FakeModel();
    private final Function<String, String> chat;
    private final List<AutoCloseable> open = new ArrayList<>();

    private ComparedChat(String name, Function<ComparedChat, Function<String, String>> chat) {
        this.name = name;
        this.chat = chat.apply(this);
    }

    String name() {
        return this.name;
    }

    // frameworks

    static ComparedChat oursWithSpringAi(McpToolRegistry registry) {
        return new ComparedChat("this client, Spring AI", chat -> chat.springAi(McpToolCallbackProvider.of(registry)));
    }

    static ComparedChat oursWithLangChain4j(McpToolRegistry registry) {
        return new ComparedChat(
                "this client, LangChain4j", chat -> chat.langChain4j(McpRegistryToolProvider.of(registry)));
    }

    static ComparedChat springAi(Servers servers) {
        return new ComparedChat("Spring AI " + version(SyncMcpToolCallbackProvider.class), chat -> {
            List<McpSyncClient> clients = new ArrayList<>();
            clients.add(chat.javaSdk(new StdioClientTransport(
                    ServerParameters.builder(servers.command().get(0))
                            .args(servers.command().subList(1, servers.command().size()))
                            .build(),
                    McpJsonDefaults.getMapper())));
            for (String url : servers.urls()) {
                clients.add(chat.javaSdk(HttpClientStreamableHttpTransport.builder(url.replace("/mcp", ""))
                        .build()));
            }
            return chat.springAi(
                    SyncMcpToolCallbackProvider.builder().mcpClients(clients).build());
        });
    }

    private McpSyncClient javaSdk(McpClientTransport transport) {
        McpSyncClient client =
                io.modelcontextprotocol.client.McpClient.sync(transport).build();
        this.open.add(client);
        client.initialize();
        return client;
    }

    static ComparedChat langChain4j(Servers servers) {
        return new ComparedChat("langchain4j-mcp " + version(McpToolProvider.class), chat -> {
            List<McpTransport> transports = new ArrayList<>();
            transports.add(StdioMcpTransport.builder()
                    .command(servers.command())
                    .environment(Map.of())
                    .build());
            servers.urls()
                    .forEach(url -> transports.add(
                            StreamableHttpMcpTransport.builder().url(url).build()));
            List<dev.langchain4j.mcp.client.McpClient> clients = new ArrayList<>();
            for (McpTransport transport : transports) {
                DefaultMcpClient client = DefaultMcpClient.builder()
                        .key("client-" + clients.size())
                        .transport(transport)
                        .build();
                chat.open.add(client);
                clients.add(client);
            }
            return chat.langChain4j(
                    McpToolProvider.builder().mcpClients(clients).build());
        });
    }

    private Function<String, String> springAi(ToolCallbackProvider tools) {
        ChatClient client = ChatClient.builder(OpenAiChatModel.builder()
                        .options(OpenAiChatOptions.builder()
                                .baseUrl(this.model.openAiUrl())
                                .apiKey("fake")
                                .model("fake")
                                .build())
                        .build())
                .defaultToolCallbacks(tools)
                .build();
        return prompt -> client.prompt(prompt).call().content();
    }

    private Function<String, String> langChain4j(ToolProvider tools) {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(dev.langchain4j.model.openai.OpenAiChatModel.builder()
                        .baseUrl(this.model.openAiUrl())
                        .apiKey("fake")
                        .modelName("fake")
                        .build())
                .toolProvider(tools)
                .build();
        return assistant::chat;
    }

    /** The version in the name of the jar. */
    private static String version(Class<?> type) {
        return type.getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()
                .replaceAll(".*?-(\\d[^/]*)\\.jar", "$1");
    }

    // prompts

    /** Lets the model call the tool once. */
    Outcome run(ComparedResult result, String directory) {
        int before = this.model.requests().size();
        this.model.afterwards(request -> request.lastToolTexts().isEmpty()
                ? FakeModelTurn.call(
                        offered(request, result.tool()), result.arguments().replace("$dir", directory))
                : FakeModelTurn.say("done"));
        String failure = "";
        try {
            this.chat.apply(result.title());
        } catch (RuntimeException ex) {
            failure = ex.getClass().getSimpleName();
        }
        List<FakeModelRequest> requests =
                this.model.requests().stream().skip(before).toList();
        FakeModelRequest last = requests.get(requests.size() - 1);
        return new Outcome(
                String.join("\n", last.lastToolTexts()),
                failure,
                requests.stream()
                        .anyMatch(request -> BASE64.matcher(request.body()).find()),
                requests.get(0).tools().stream()
                        .map(JsonNode::toString)
                        .mapToInt(String::length)
                        .sum());
    }

    /** The name under which a client offers a tool: Spring AI's replaces characters. */
    private static String offered(FakeModelRequest request, String tool) {
        return request.toolNames().stream()
                .filter(name -> name.replace('-', '_').equals(tool.replace('-', '_')))
                .findFirst()
                .orElseThrow(() -> new AssertionError(tool + " is not offered, but " + request.toolNames()));
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
        this.model.close();
    }
}
