package io.mcpclient.langchain4j;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ModelHint;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolChoiceMode;

/**
 * Handles sampling requests of servers with a {@link ChatModel}: messages with text, images and audio, the system prompt,
 * temperature, token limit, stop sequences, and tools. Tool calls of the model are returned to the server, which executes
 * them. {@code includeContext} and {@code metadata} have no effect; no context of the application is added.
 *
 * <p>The client's sampling budget and the {@link io.mcpclient.handler.McpSamplingApproval} of the application apply before this
 * handler. A request that LangChain4j cannot express is refused with an error for the server. Immutable and thread-safe if
 * the model is; blocks while the model works.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
 */
public final class McpChatModelSamplingHandler implements McpSamplingHandler {

    private final ChatModel model;

    private final Map<String, String> models;

    private final boolean tools;

    private McpChatModelSamplingHandler(ChatModel model, Map<String, String> models, boolean tools) {
        this.model = model;
        this.models = models;
        this.tools = tools;
    }

    /**
     * Creates a handler that uses the model as configured and supports tools.
     * @param model the model
     * @return the handler
     */
    public static McpChatModelSamplingHandler of(ChatModel model) {
        if (model == null) {
            throw new IllegalArgumentException("the argument \"model\" is null: pass a chat model");
        }
        return new McpChatModelSamplingHandler(model, Map.of(), true);
    }

    /**
     * Returns a handler that lets hints of servers select among models of the same provider. The first hint that contains
     * one of the names, regardless of case, decides; without a match, the model as configured is used. A server cannot
     * select a model that is not listed.
     * @param names model names by the text that a hint contains, such as {@code sonnet}
     * @return the handler
     */
    public McpChatModelSamplingHandler withModels(Map<String, String> names) {
        Map<String, String> lower = new LinkedHashMap<>();
        names.forEach((hint, name) -> lower.put(hint.toLowerCase(Locale.ROOT), name));
        return new McpChatModelSamplingHandler(this.model, lower, this.tools);
    }

    /**
     * Returns a handler that does or does not declare support for tools in sampling requests.
     * @param supported whether the model supports tools
     * @return the handler
     */
    public McpChatModelSamplingHandler withTools(boolean supported) {
        return new McpChatModelSamplingHandler(this.model, this.models, supported);
    }

    @Override
    public boolean supportsTools() {
        return this.tools;
    }

    @Override
    public CreateMessageResult createMessage(CreateMessageParams params, McpRequestContext context) {
        ChatRequest request = request(params);
        ChatResponse response = this.model.chat(request);
        return SamplingMessages.result(response, usedModel(request, response), params.tools());
    }

    private ChatRequest request(CreateMessageParams params) {
        ChatRequest.Builder request = ChatRequest.builder()
                .messages(SamplingMessages.of(params))
                .maxOutputTokens((int) Math.min(params.maxTokens(), Integer.MAX_VALUE));
        if (params.temperature() != null) {
            request.temperature(params.temperature());
        }
        if (!params.stopSequences().isEmpty()) {
            request.stopSequences(params.stopSequences());
        }
        hinted(params).ifPresent(request::modelName);
        addTools(params, request);
        return request.build();
    }

    private static void addTools(CreateMessageParams params, ChatRequest.Builder request) {
        if (params.tools().isEmpty()) {
            return;
        }
        List<Tool> offered = params.tools();
        request.toolSpecifications(
                offered.stream().map(tool -> ToolSpecificationMapper.of(tool)).toList());
        if (params.toolChoice() != null) {
            request.toolChoice(choice(params.toolChoice().effectiveMode()));
        }
    }

    private static ToolChoice choice(ToolChoiceMode mode) {
        if (mode.equals(ToolChoiceMode.REQUIRED)) {
            return ToolChoice.REQUIRED;
        }
        return mode.equals(ToolChoiceMode.NONE) ? ToolChoice.NONE : ToolChoice.AUTO;
    }

    private Optional<String> hinted(CreateMessageParams params) {
        if (params.modelPreferences() == null) {
            return Optional.empty();
        }
        return params.modelPreferences().hints().stream()
                .map(ModelHint::name)
                .flatMap(hint -> Optional.ofNullable(named(hint)).stream())
                .findFirst();
    }

    private @Nullable String named(@Nullable String hint) {
        if (hint == null) {
            return null;
        }
        String lower = hint.toLowerCase(Locale.ROOT);
        return this.models.entrySet().stream()
                .filter(entry -> lower.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** The protocol requires a name, which not all models report. */
    private String usedModel(ChatRequest request, ChatResponse response) {
        if (response.modelName() != null) {
            return response.modelName();
        }
        if (request.modelName() != null) {
            return request.modelName();
        }
        String configured = this.model.defaultRequestParameters().modelName();
        return (configured != null) ? configured : "unknown";
    }
}
