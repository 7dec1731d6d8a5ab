package io.mcpclient.springai;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.content.Media;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.util.StringUtils;

import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.SamplingContent;
import io.mcpclient.schema.SamplingMessage;
import io.mcpclient.schema.StopReason;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolResultContent;
import io.mcpclient.schema.ToolUseContent;
import io.mcpclient.text.VisibleText;

/**
 * Messages of sampling requests in both forms.
 *
 * <pre>
 *  sampling                       Spring AI
 *  systemPrompt                   SystemMessage
 *  user: text, image, audio       UserMessage with media
 *  user: tool_result              ToolResponseMessage
 *  assistant: text, image, audio  AssistantMessage with media
 *  assistant: tool_use            AssistantMessage with tool calls
 * </pre>
 */
final class SamplingMessages {

    private static final String UNKNOWN_MODEL = "unknown";

    private SamplingMessages() {}

    static List<Message> messages(CreateMessageParams params) {
        List<Message> messages = new ArrayList<>();
        String systemPrompt = params.systemPrompt();
        if (systemPrompt != null && !systemPrompt.isBlank()) {
            messages.add(new SystemMessage(systemPrompt));
        }
        ToolNames names = new ToolNames(params.messages());
        params.messages().forEach(message -> add(message, names, messages));
        return messages;
    }

    private static void add(SamplingMessage message, ToolNames names, List<Message> messages) {
        List<SamplingContent> content = message.content();
        List<ToolResponseMessage.ToolResponse> responses = of(content, ToolResultContent.class).stream()
                .map(result -> new ToolResponseMessage.ToolResponse(
                        result.toolUseId(), names.of(result.toolUseId()), text(result)))
                .toList();
        if (!responses.isEmpty()) {
            messages.add(ToolResponseMessage.builder().responses(responses).build());
            if (responses.size() == content.size()) {
                return;
            }
        }
        String text = content.stream()
                .map(SamplingMessages::text)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("\n"));
        if (Role.ASSISTANT.equals(message.role())) {
            messages.add(AssistantMessage.builder()
                    .content(text)
                    .media(media(content))
                    .toolCalls(of(content, ToolUseContent.class).stream()
                            .map(use -> new AssistantMessage.ToolCall(
                                    use.id(), "function", use.name(), Json.write(use.input())))
                            .toList())
                    .build());
        } else {
            messages.add(UserMessage.builder().text(text).media(media(content)).build());
        }
    }

    private static @Nullable String text(SamplingContent block) {
        if (block instanceof TextContent text) {
            return VisibleText.wellFormed(text.text());
        }
        if (isMedia(block)) {
            McpModelResult result = McpModelFormats.block((ContentBlock) block);
            return result.media().isEmpty() ? result.text() : null;
        }
        return null;
    }

    private static String text(ToolResultContent result) {
        return McpModelFormats.result(CallToolResult.of(result), McpResultRules.undecided())
                .text();
    }

    private static List<Media> media(List<SamplingContent> content) {
        return content.stream()
                .filter(SamplingMessages::isMedia)
                .flatMap(block -> ContentMedia.of((ContentBlock) block).stream())
                .toList();
    }

    private static boolean isMedia(SamplingContent block) {
        return block instanceof ImageContent || block instanceof AudioContent;
    }

    private static <T> List<T> of(List<SamplingContent> content, Class<T> type) {
        return content.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** A tool result has the id of the tool call only; Spring AI wants its name too. */
    private static final class ToolNames {

        private final List<ToolUseContent> calls;

        ToolNames(List<SamplingMessage> messages) {
            this.calls = messages.stream()
                    .flatMap(message -> SamplingMessages.of(message.content(), ToolUseContent.class).stream())
                    .toList();
        }

        String of(String id) {
            return this.calls.stream()
                    .filter(call -> call.id().equals(id))
                    .map(ToolUseContent::name)
                    .findFirst()
                    .orElse(id);
        }
    }

    /** Returns the tools of a request, which the server executes. */
    static List<ToolCallback> tools(CreateMessageParams params) {
        return params.tools().stream()
                .map(tool -> (ToolCallback) new ServerTool(definition(tool)))
                .toList();
    }

    private static ToolDefinition definition(Tool tool) {
        String description = tool.description();
        return ToolDefinition.builder()
                .name(tool.name())
                .description(StringUtils.hasText(description) ? description : tool.displayName())
                .inputSchema(McpModelFormats.inputSchema(tool, McpSchemaForm.PORTABLE)
                        .text())
                .build();
    }

    private record ServerTool(ToolDefinition definition) implements ToolCallback {

        @Override
        public ToolDefinition getToolDefinition() {
            return this.definition;
        }

        @Override
        public String call(String toolInput) {
            throw new IllegalStateException(
                    "the tool \"" + this.definition.name() + "\" is executed by the server that requested sampling");
        }
    }

    /**
     * Returns the result of a request.
     * @param tools the tools of the request
     */
    static CreateMessageResult result(ChatResponse response, @Nullable ChatOptions options, List<Tool> tools) {
        Generation generation = response.getResult();
        if (generation == null) {
            throw new IllegalStateException("the chat model returned no message");
        }
        AssistantMessage message = generation.getOutput();
        CreateMessageResult result = CreateMessageResult.of(
                model(response, options), content(message, tools).toArray(SamplingContent[]::new));
        StopReason reason = message.hasToolCalls()
                ? StopReason.TOOL_USE
                : stopReason(generation.getMetadata().getFinishReason());
        return (reason != null) ? result.withStopReason(reason) : result;
    }

    private static List<SamplingContent> content(AssistantMessage message, List<Tool> tools) {
        List<SamplingContent> content = new ArrayList<>();
        String text = message.getText();
        if (text != null && !text.isEmpty()) {
            content.add(TextContent.of(text));
        }
        message.getMedia().forEach(media -> content.add(content(media)));
        message.getToolCalls()
                .forEach(call -> content.add(ToolUseContent.of(
                        call.id(),
                        call.name(),
                        McpModelFormats.arguments(call.arguments(), call.name(), tools, McpSchemaForm.PORTABLE))));
        return content.isEmpty() ? List.of(TextContent.of("")) : content;
    }

    private static SamplingContent content(Media media) {
        String type = media.getMimeType().toString();
        if (!(media.getData() instanceof byte[] bytes)) {
            return TextContent.of(String.valueOf(media.getData())); // an address
        }
        return media.getMimeType().getType().equals("audio")
                ? AudioContent.of(bytes, type)
                : ImageContent.of(bytes, type);
    }

    private static String model(ChatResponse response, @Nullable ChatOptions options) {
        String model = response.getMetadata().getModel();
        if (!StringUtils.hasText(model) && options != null) {
            model = options.getModel();
        }
        return StringUtils.hasText(model) ? model : UNKNOWN_MODEL;
    }

    /** Each provider has its own words for the same reasons. */
    static @Nullable StopReason stopReason(@Nullable String finishReason) {
        if (finishReason == null || finishReason.isBlank()) {
            return null;
        }
        return switch (finishReason.toLowerCase(Locale.ROOT).replace("_", "")) {
            case "stop", "endturn" -> StopReason.END_TURN;
            case "length", "maxtokens" -> StopReason.MAX_TOKENS;
            case "stopsequence" -> StopReason.STOP_SEQUENCE;
            case "toolcalls", "tooluse" -> StopReason.TOOL_USE;
            default -> new StopReason(finishReason);
        };
    }
}
