package io.mcpclient.springai;

import java.util.List;
import java.util.function.Supplier;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ModelHint;
import io.mcpclient.schema.ModelPreferences;
import io.mcpclient.schema.ToolChoiceMode;

/**
 * Handler that answers sampling requests of servers with a {@link ChatModel} of Spring AI. The budget of the client
 * ({@code sampling.max-requests-per-minute}, {@code sampling.max-tokens}) and an
 * {@link io.mcpclient.handler.McpSamplingApproval} apply before it. Neither advisors nor tools nor messages of the
 * application take part: the model sees the messages of the server only. Thread-safe if the model is.
 *
 * <p>Messages, system prompt, temperature, maximum number of tokens and stop sequences are passed on. The model is the
 * default of the chat model, unless a hint of the server is contained in the name of one of the permitted models. With
 * tools, the tool calls of the model are returned to the server; Spring AI has no option for {@code toolChoice}, so only
 * {@code none} has an effect.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/sampling">MCP: Sampling</a>
 */
public final class ChatModelSamplingHandler implements McpSamplingHandler {

    private final Supplier<ChatModel> model;

    private final List<String> models;

    private final boolean tools;

    private ChatModelSamplingHandler(Supplier<ChatModel> model, List<String> models, boolean tools) {
        this.model = model;
        this.models = models;
        this.tools = tools;
    }

    /**
     * Creates a handler without tools that uses the default model.
     * @param model the chat model, obtained for each request
     * @return the handler
     */
    public static ChatModelSamplingHandler of(Supplier<ChatModel> model) {
        return new ChatModelSamplingHandler(model, List.of(), false);
    }

    /**
     * Returns a handler that lets hints of servers select a model.
     * @param names permitted names of models; the first hint that one of them contains selects it
     * @return the changed handler
     */
    public ChatModelSamplingHandler withModels(List<String> names) {
        return new ChatModelSamplingHandler(this.model, List.copyOf(names), this.tools);
    }

    /**
     * Returns a handler that declares sampling with tools, or does not.
     * @param supported whether servers may send tools; requires a model whose options are {@link ToolCallingChatOptions}
     * @return the changed handler
     */
    public ChatModelSamplingHandler withTools(boolean supported) {
        return new ChatModelSamplingHandler(this.model, this.models, supported);
    }

    /**
     * Returns whether servers may send tools.
     * @return {@code false} by default
     */
    @Override
    public boolean supportsTools() {
        return this.tools;
    }

    /**
     * Calls the model and waits.
     * @param params parameters of the request; untrusted
     * @param context context of the request
     * @return the response of the model
     * @throws IllegalStateException if the request has tools and the model does not support them, or the model returned
     *     nothing
     */
    @Override
    public CreateMessageResult createMessage(CreateMessageParams params, McpRequestContext context) {
        ChatModel chatModel = this.model.get();
        Prompt prompt = new Prompt(SamplingMessages.messages(params), options(params, chatModel.getOptions()));
        ChatResponse response = chatModel.call(prompt);
        return SamplingMessages.result(response, prompt.getOptions(), params.tools());
    }

    private ChatOptions options(CreateMessageParams params, ChatOptions defaults) {
        ChatOptions.Builder<?> options = defaults.mutate();
        if (params.temperature() != null) {
            options.temperature(params.temperature());
        }
        options.maxTokens((int) Math.min(params.maxTokens(), Integer.MAX_VALUE));
        if (!params.stopSequences().isEmpty()) {
            options.stopSequences(params.stopSequences());
        }
        ModelPreferences preferences = params.modelPreferences();
        if (preferences != null) {
            selectModel(preferences.hints(), options);
        }
        offerTools(params, options);
        return options.build();
    }

    private void selectModel(List<ModelHint> hints, ChatOptions.Builder<?> options) {
        for (ModelHint hint : hints) {
            String text = hint.name();
            for (String name : this.models) {
                if (text != null && !text.isBlank() && name.contains(text)) {
                    options.model(name);
                    return;
                }
            }
        }
    }

    /** The defaults of a model may contain tools of the application, which are not for servers. */
    private static void offerTools(CreateMessageParams params, ChatOptions.Builder<?> options) {
        if (options instanceof ToolCallingChatOptions.Builder<?> builder) {
            builder.toolCallbacks(permitsTools(params) ? SamplingMessages.tools(params) : List.<ToolCallback>of());
        } else if (!params.tools().isEmpty()) {
            throw new IllegalStateException("the chat model does not support tools");
        }
    }

    private static boolean permitsTools(CreateMessageParams params) {
        return params.toolChoice() == null
                || !ToolChoiceMode.NONE.equals(params.toolChoice().effectiveMode());
    }
}
