package io.mcpclient.langchain4j;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;

/** A model that answers as the test says and records what it was asked. */
final class ScriptedModel implements ChatModel {

    private final Deque<Function<ChatRequest, ChatResponse>> replies = new ArrayDeque<>();

    private final List<ChatRequest> requests = new CopyOnWriteArrayList<>();

    ScriptedModel reply(Function<ChatRequest, ChatResponse> reply) {
        this.replies.add(reply);
        return this;
    }

    ScriptedModel says(String text) {
        return reply(request ->
                ChatResponse.builder().aiMessage(AiMessage.from(text)).build());
    }

    ScriptedModel calls(String tool, String arguments) {
        return reply(request -> ChatResponse.builder()
                .aiMessage(AiMessage.from(ToolExecutionRequest.builder()
                        .id("call-" + this.requests.size())
                        .name(tool)
                        .arguments(arguments)
                        .build()))
                .build());
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        this.requests.add(request);
        return this.replies.remove().apply(request);
    }

    List<ChatRequest> requests() {
        return this.requests;
    }

    List<String> offered(int request) {
        return this.requests.get(request).toolSpecifications().stream()
                .map(ToolSpecification::name)
                .toList();
    }

    /** The result that the last request brought. */
    ToolExecutionResultMessage lastResult() {
        return this.requests.get(this.requests.size() - 1).messages().stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(ToolExecutionResultMessage.class::cast)
                .reduce((first, second) -> second)
                .orElseThrow();
    }
}
