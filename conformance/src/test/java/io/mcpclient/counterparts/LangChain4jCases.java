package io.mcpclient.counterparts;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.langchain4j.McpChatModelSamplingHandler;
import io.mcpclient.langchain4j.McpRegistryToolProvider;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.ElicitResult;

/** An AI service of LangChain4j, with a scripted model, that uses the tools of a server of others. */
@Timeout(60)
abstract class LangChain4jCases {

    private final Deque<AiMessage> replies = new ArrayDeque<>();

    private final List<ChatRequest> requests = new ArrayList<>();

    final List<McpProgress> reports = new CopyOnWriteArrayList<>();

    private McpClients clients;

    private McpToolRegistry registry;

    interface Assistant {

        String chat(String text);
    }

    /** Starts to build a client for the server. */
    abstract McpClientBuilder builder();

    @BeforeEach
    void connect() {
        ChatModel sampled = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("something"))
                        .modelName("scripted")
                        .build();
            }
        };
        McpClient client = builder()
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .sampling(McpChatModelSamplingHandler.of(sampled))
                .elicitation((params, context) -> ElicitResult.accept(Map.of("name", "Ada")))
                .build();
        this.clients = new McpClients(List.of(client));
        this.registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());
        client.session().connect();
        Awaitility.await().until(() -> this.registry.snapshot().tools().stream().anyMatch(tool -> tool.available()));
    }

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
    }

    /** Lets the model call one tool, and returns the result that the model reads. */
    ToolExecutionResultMessage call(String tool, String arguments) {
        this.replies.add(AiMessage.from(ToolExecutionRequest.builder()
                .id("1")
                .name(tool)
                .arguments(arguments)
                .build()));
        this.replies.add(AiMessage.from("done"));
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                LangChain4jCases.this.requests.add(request);
                return ChatResponse.builder()
                        .aiMessage(LangChain4jCases.this.replies.remove())
                        .build();
            }
        };
        AiServices.builder(Assistant.class)
                .chatModel(model)
                .toolProvider(McpRegistryToolProvider.builder(this.registry)
                        .progressListener(this.reports::add)
                        .build())
                .build()
                .chat("go");
        ChatRequest last = this.requests.get(this.requests.size() - 1);
        return (ToolExecutionResultMessage) last.messages().get(last.messages().size() - 1);
    }

    List<String> offered() {
        return this.requests.get(0).toolSpecifications().stream()
                .map(tool -> tool.name())
                .toList();
    }
}
