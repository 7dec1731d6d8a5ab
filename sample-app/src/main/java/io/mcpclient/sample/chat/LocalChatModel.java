package io.mcpclient.sample.chat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import reactor.core.publisher.Flux;

/**
 * A chat model made of rules, so that the sample needs no key and no network. It is not a language model: it calls the tool
 * whose name and description have most words in common with the message, takes the arguments from the message, and repeats
 * the result. Stateless and thread-safe.
 */
final class LocalChatModel implements ChatModel {

    static final String NAME = "local rules, not a language model";

    private static final int NAME_POINTS = 3;

    /** Words that say nothing about the wanted tool. */
    private static final Set<String> IGNORED = Set.of(
            "a", "an", "and", "at", "for", "from", "how", "i", "in", "is", "it", "me", "my", "of", "on", "some", "the",
            "to", "what", "with", "you", "please", "can", "all", "this", "that", "its", "be", "there");

    /** Words for which a tool may have another one. */
    private static final Map<String, String> SYNONYMS = Map.of(
            "plus",
            "add",
            "sum",
            "add",
            "remember",
            "add",
            "remove",
            "delete",
            "clock",
            "time",
            "find",
            "search",
            "paint",
            "draw",
            "die",
            "dice",
            "show",
            "list");

    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().model(NAME).build();
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
        return Flux.defer(() -> Flux.just(call(prompt)));
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        List<Message> messages = prompt.getInstructions();
        Message last = messages.get(messages.size() - 1);
        return new ChatResponse(List.of(new Generation(
                (last instanceof ToolResponseMessage results)
                        ? repeated(results)
                        : begun(prompt, lastOfUser(messages)))));
    }

    private static String lastOfUser(List<Message> messages) {
        return messages.stream()
                .filter(UserMessage.class::isInstance)
                .map(Message::getText)
                .reduce("", (earlier, later) -> later);
    }

    private static AssistantMessage begun(Prompt prompt, String text) {
        List<ToolDefinition> tools = tools(prompt);
        ToolDefinition tool = tools.stream()
                .filter(one -> points(one, text) >= NAME_POINTS)
                .max(Comparator.comparingInt(one -> points(one, text)))
                .orElse(null);
        if (tool == null) {
            return new AssistantMessage(
                    "I am no language model: I look for a tool whose name has a word of your message."
                            + " There are "
                            + tools.stream().map(ToolDefinition::name).collect(Collectors.joining(", ")) + ".");
        }
        MessageArguments arguments = MessageArguments.of(tool, text);
        if (!arguments.missing().isEmpty()) {
            return new AssistantMessage("For " + tool.name() + " I need " + String.join(" and ", arguments.missing())
                    + ". Numbers, words in \"quotes\" and the values of choices are found in your message.");
        }
        return AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall(
                        UUID.randomUUID().toString(), "function", tool.name(), arguments.json())))
                .build();
    }

    private static List<ToolDefinition> tools(Prompt prompt) {
        List<ToolCallback> offered =
                (prompt.getOptions() instanceof ToolCallingChatOptions options) ? options.getToolCallbacks() : null;
        return (offered != null)
                ? offered.stream().map(ToolCallback::getToolDefinition).toList()
                : List.of();
    }

    /** Each word of the name counts three points, each word of the description one. */
    private static int points(ToolDefinition tool, String text) {
        Set<String> wanted = words(text);
        Set<String> name = words(tool.name());
        Set<String> described = words(tool.description());
        return wanted.stream()
                .mapToInt(word -> name.contains(word) ? NAME_POINTS : described.contains(word) ? 1 : 0)
                .sum();
    }

    /** Returns the words of a text in lower case and in the singular, with those of the same meaning replaced. */
    static Set<String> words(String text) {
        return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
                .filter(word -> !word.isEmpty() && !IGNORED.contains(word))
                .map(word -> (word.length() > 3 && word.endsWith("s")) ? word.substring(0, word.length() - 1) : word)
                .map(word -> SYNONYMS.getOrDefault(word, word))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static AssistantMessage repeated(ToolResponseMessage results) {
        return new AssistantMessage(
                results.getResponses().stream().map(LocalChatModel::repeated).collect(Collectors.joining("\n")));
    }

    private static String repeated(ToolResponseMessage.ToolResponse response) {
        return response.name() + " says: " + response.responseData();
    }
}
