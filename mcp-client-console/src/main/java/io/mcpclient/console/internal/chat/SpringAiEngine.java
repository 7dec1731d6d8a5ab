package io.mcpclient.console.internal.chat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.model.McpModelResult;
import io.mcpclient.springai.McpToolCallback;
import io.mcpclient.springai.McpToolCallbackProvider;
import io.mcpclient.springai.McpToolCallingManager;

/**
 * Models of Spring AI. With one model, the application's {@code ChatClient.Builder} is used, if there is one: its advisors and
 * customizers apply. Thread-safe.
 */
public final class SpringAiEngine implements ChatEngine {

    private static final String FRAMEWORK = "Spring AI";

    private final ModelBeans<ChatModel> models;

    private final ObjectProvider<ChatClient.Builder> builders;

    private final ObjectProvider<McpToolCallbackProvider> tools;

    /**
     * Creates the engine.
     * @param beans beans of the application
     */
    public SpringAiEngine(ListableBeanFactory beans) {
        this.models = new ModelBeans<>(beans, ChatModel.class, FRAMEWORK, SpringAiEngine::name);
        this.builders = beans.getBeanProvider(ChatClient.Builder.class);
        this.tools = beans.getBeanProvider(McpToolCallbackProvider.class);
    }

    private static @Nullable String name(ChatModel model) {
        return (model.getOptions() != null) ? model.getOptions().getModel() : null;
    }

    @Override
    public List<Model> models() {
        List<Model> found = this.models.models();
        return (found.isEmpty() && this.builders.getIfUnique() != null)
                ? List.of(new Model(ModelBeans.ONLY, "The application's chat client", FRAMEWORK))
                : found;
    }

    @Override
    public Flux<Part> respond(Request request) {
        Flux<ChatClientResponse> streamed =
                Flux.defer(() -> prompt(request).stream().chatClientResponse());
        return streamed.onErrorResume(
                        UnsupportedOperationException.class,
                        ex -> Mono.fromCallable(() -> prompt(request).call().chatClientResponse()))
                .mapNotNull(ChatClientResponse::chatResponse)
                .map(SpringAiEngine::part);
    }

    private ChatClient.ChatClientRequestSpec prompt(Request request) {
        ChatTools offered = request.tools();
        McpToolCallbackProvider provider = this.tools
                .getIfUnique(() -> McpToolCallbackProvider.of(offered.registry()))
                .forQuery(request.message());
        provider = (offered.principal() != null) ? provider.forPrincipal(offered.principal()) : provider;
        provider = offered.servers().isEmpty()
                ? provider
                : provider.forServers(offered.servers().toArray(String[]::new));
        List<ToolCallback> callbacks = Arrays.stream(provider.getToolCallbacks())
                .<ToolCallback>map(callback -> new Reported((McpToolCallback) callback, offered))
                .toList();
        return client(request)
                .prompt()
                .messages(messages(request))
                .toolCallbacks(callbacks)
                .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, request.conversation()));
    }

    private ChatClient client(Request request) {
        ChatClient.Builder builder = request.model().equals(ModelBeans.ONLY) ? this.builders.getIfUnique() : null;
        if (builder != null) {
            return builder.clone().build();
        }
        ChatModel model = this.models.get(request.model());
        ToolCallingManager manager = McpToolCallingManager.of(
                ToolCallingManager.builder().build(), request.tools().registry());
        return ChatClient.builder(
                        model,
                        ObservationRegistry.NOOP,
                        null,
                        null,
                        ToolCallingAdvisor.builder().toolCallingManager(manager))
                .build();
    }

    private static List<Message> messages(Request request) {
        List<Message> messages = new ArrayList<>();
        request.history().forEach(exchange -> {
            messages.add(new UserMessage(exchange.message()));
            messages.add(new AssistantMessage(exchange.answer()));
        });
        messages.add(new UserMessage(request.message()));
        return messages;
    }

    private static Part part(ChatResponse response) {
        String text = (response.getResult() != null)
                ? response.getResult().getOutput().getText()
                : null;
        return new Part(
                Objects.requireNonNullElse(text, ""),
                tokens(response.getMetadata().getUsage()));
    }

    private static @Nullable Tokens tokens(@Nullable Usage usage) {
        return (usage != null && usage.getTotalTokens() != null && usage.getTotalTokens() > 0)
                ? new Tokens(usage.getPromptTokens(), usage.getCompletionTokens())
                : null;
    }

    /** A tool whose calls are steps of a conversation. */
    private record Reported(McpToolCallback callback, ChatTools tools) implements ToolCallback {

        @Override
        public ToolDefinition getToolDefinition() {
            return this.callback.getToolDefinition();
        }

        @Override
        public ToolMetadata getToolMetadata() {
            return this.callback.getToolMetadata();
        }

        @Override
        public String call(String toolInput) {
            McpModelResult result = this.tools.call(this.callback.tool(), toolInput);
            if (this.tools.isCancelled()) { // any result would be sent to the model
                throw new CancellationException("the user has stopped the model");
            }
            return result.text();
        }
    }
}
