package io.mcpclient.langchain4j;

import java.util.List;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import org.jspecify.annotations.Nullable;

/**
 * Calls in which a model names no tool. They remain in the conversation, and some providers refuse a request that contains an empty
 * name: it becomes one that says what is wrong, in the request to the model alone.
 */
final class UnnamedCalls {

    private static final String NO_NAME = "missing_tool_name";

    private UnnamedCalls() {}

    /** Returns the name that a model called, never an empty one. */
    static String name(@Nullable String called) {
        return (called == null || called.isBlank()) ? NO_NAME : called;
    }

    private static boolean isMissing(@Nullable String name) {
        return name == null || name.isBlank();
    }

    /** Returns a request in which all calls and results have names, the same if they have them already. */
    static ChatRequest named(ChatRequest request) {
        return request.messages().stream().noneMatch(UnnamedCalls::isUnnamed)
                ? request
                : request.toBuilder()
                        .messages(request.messages().stream()
                                .map(UnnamedCalls::named)
                                .toList())
                        .build();
    }

    private static boolean isUnnamed(ChatMessage message) {
        return (message instanceof AiMessage calls
                        && calls.toolExecutionRequests().stream().anyMatch(call -> isMissing(call.name())))
                || (message instanceof ToolExecutionResultMessage result && isMissing(result.toolName()));
    }

    private static ChatMessage named(ChatMessage message) {
        if (!isUnnamed(message)) {
            return message;
        }
        if (message instanceof ToolExecutionResultMessage result) {
            return result.toBuilder().toolName(NO_NAME).build();
        }
        AiMessage calls = (AiMessage) message;
        List<ToolExecutionRequest> named = calls.toolExecutionRequests().stream()
                .map(call -> call.toBuilder().name(name(call.name())).build())
                .toList();
        return calls.toBuilder().toolExecutionRequests(named).build();
    }
}
