package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.SamplingContent;
import io.mcpclient.schema.SamplingMessage;
import io.mcpclient.schema.StopReason;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolResultContent;
import io.mcpclient.schema.ToolUseContent;
import io.mcpclient.schema.UnknownContent;

/** Converts messages of sampling requests to those of LangChain4j, and a response back. Used for one request. */
final class SamplingMessages {

    private final List<ChatMessage> messages = new ArrayList<>();

    /** Names of called tools, which results do not repeat. */
    private final Map<String, String> tools = new HashMap<>();

    private SamplingMessages() {}

    static List<ChatMessage> of(CreateMessageParams params) {
        SamplingMessages converted = new SamplingMessages();
        if (params.systemPrompt() != null && !params.systemPrompt().isBlank()) {
            converted.messages.add(SystemMessage.from(params.systemPrompt()));
        }
        params.messages().forEach(converted::add);
        if (converted.messages.isEmpty()) {
            throw refused("The request has no messages");
        }
        return converted.messages;
    }

    private void add(SamplingMessage message) {
        if (message.role().equals(Role.ASSISTANT)) {
            addAssistant(message.content());
        } else {
            addUser(message.content());
        }
    }

    /** Results of tools are messages of their own, which follow the calls. */
    private void addUser(List<SamplingContent> blocks) {
        List<Content> contents = new ArrayList<>();
        for (SamplingContent block : blocks) {
            if (block instanceof ToolResultContent result) {
                this.messages.add(result(result));
            } else {
                contents.add(content(block));
            }
        }
        if (!contents.isEmpty()) {
            this.messages.add(UserMessage.from(contents));
        }
    }

    private void addAssistant(List<SamplingContent> blocks) {
        List<Content> contents = new ArrayList<>();
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (SamplingContent block : blocks) {
            if (block instanceof ToolUseContent call) {
                this.tools.put(call.id(), call.name());
                calls.add(ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.name())
                        .arguments(Json.write(call.input()))
                        .build());
            } else if (block instanceof AudioContent) {
                throw refused("Audio in messages of the assistant is not supported");
            } else {
                contents.add(content(block));
            }
        }
        this.messages.add(assistant(contents, calls));
    }

    private static AiMessage assistant(List<Content> contents, List<ToolExecutionRequest> calls) {
        AiMessage message = McpPromptMessages.assistant(contents);
        if (calls.isEmpty()) {
            return message;
        }
        AiMessage.Builder builder = message.toBuilder().toolExecutionRequests(calls);
        return (contents.isEmpty() ? builder.text(null) : builder).build();
    }

    private ToolExecutionResultMessage result(ToolResultContent result) {
        return ToolExecutionResultMessage.builder()
                .id(result.toolUseId())
                .toolName(this.tools.getOrDefault(result.toolUseId(), ""))
                .text(McpModelFormats.result(CallToolResult.of(result), McpResultRules.undecided())
                        .text())
                .isError(result.isErrorResult())
                .build();
    }

    private static Content content(SamplingContent block) {
        if (block instanceof ContentBlock content && !(block instanceof UnknownContent)) {
            return ContentMapper.of(content);
        }
        throw refused("Content of this type is not supported at this place");
    }

    private static McpRequestRefusedException refused(String message) {
        return new McpRequestRefusedException(McpErrorCodes.INVALID_PARAMS, message);
    }

    /**
     * Returns the result of a request.
     * @param tools the tools of the request
     */
    static CreateMessageResult result(ChatResponse response, String model, List<Tool> tools) {
        AiMessage message = response.aiMessage();
        List<SamplingContent> contents = new ArrayList<>();
        if (message.text() != null && !message.text().isEmpty()) {
            contents.add(io.mcpclient.schema.TextContent.of(message.text()));
        }
        message.images().stream()
                .filter(image -> image.base64Data() != null)
                .forEach(image ->
                        contents.add(new ImageContent(image.base64Data(), image.mimeType(), null, null, Map.of())));
        message.toolExecutionRequests().forEach(call -> contents.add(use(call, tools)));
        if (contents.isEmpty()) {
            contents.add(io.mcpclient.schema.TextContent.of(""));
        }
        CreateMessageResult result = CreateMessageResult.of(model, contents.toArray(SamplingContent[]::new));
        StopReason reason = reason(response.finishReason());
        return (reason != null) ? result.withStopReason(reason) : result;
    }

    private static ToolUseContent use(ToolExecutionRequest call, List<Tool> tools) {
        // Some models number no calls, but servers refer to them.
        String id = (call.id() != null && !call.id().isBlank())
                ? call.id()
                : UUID.randomUUID().toString();
        return ToolUseContent.of(
                id,
                call.name(),
                McpModelFormats.arguments(call.arguments(), call.name(), tools, McpSchemaForm.PORTABLE));
    }

    private static @Nullable StopReason reason(@Nullable FinishReason reason) {
        if (reason == null) {
            return null;
        }
        return switch (reason) {
            case STOP -> StopReason.END_TURN;
            case LENGTH -> StopReason.MAX_TOKENS;
            case TOOL_EXECUTION -> StopReason.TOOL_USE;
            case CONTENT_FILTER, OTHER -> null;
        };
    }
}
