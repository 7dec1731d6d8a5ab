package io.mcpclient.springai;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;

/** A chat model that answers by script, one entry for each request, and records its prompts. */
final class ScriptedChatModel implements ChatModel {

    private final Queue<Function<Prompt, AssistantMessage>> script = new ArrayDeque<>();

    private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

    /** Calls a tool. */
    ScriptedChatModel thenCall(String tool, String arguments) {
        return then(prompt -> AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("call-1", "function", tool, arguments)))
                .build());
    }

    ScriptedChatModel thenSay(String text) {
        return then(prompt -> new AssistantMessage(text));
    }

    ScriptedChatModel then(Function<Prompt, AssistantMessage> answer) {
        synchronized (this.script) {
            this.script.add(answer);
        }
        return this;
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        this.prompts.add(prompt);
        Function<Prompt, AssistantMessage> answer;
        synchronized (this.script) {
            answer = this.script.remove();
        }
        return new ChatResponse(List.of(new Generation(answer.apply(prompt))));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.defer(() -> Flux.just(call(prompt)));
    }

    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().model("scripted").build();
    }

    List<Prompt> prompts() {
        return List.copyOf(this.prompts);
    }

    Prompt lastPrompt() {
        return this.prompts.get(this.prompts.size() - 1);
    }

    /** Returns the names of the tools that the model was offered with the last prompt. */
    List<String> lastTools() {
        return ((ToolCallingChatOptions) lastPrompt().getOptions())
                .getToolCallbacks().stream()
                        .map(callback -> callback.getToolDefinition().name())
                        .toList();
    }

    /** Returns the text that the model received as the result of the last tool call. */
    String lastToolResponse() {
        List<Message> messages = lastPrompt().getInstructions();
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i) instanceof ToolResponseMessage response) {
                return response.getResponses().get(0).responseData();
            }
        }
        throw new AssertionError("no tool response in " + messages);
    }
}
