package io.mcpclient.sample.embedded;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;

/** The prompts of the server {@code desk}, and suggestions for their arguments. */
final class DeskPrompts {

    private static final List<String> TONES = List.of("brief", "formal", "friendly", "funny");

    private DeskPrompts() {}

    static List<SyncPromptSpecification> prompts() {
        Prompt letter = Prompt.builder("letter")
                .title("Letter")
                .description("Asks for a letter")
                .arguments(List.of(
                        argument("recipient", "Who gets it", true),
                        argument("subject", "What it is about", true),
                        argument("tone", "How it shall sound", false)))
                .build();
        Prompt proofread = Prompt.builder("proofread")
                .title("Proofread")
                .description("Asks to correct a text")
                .arguments(List.of(argument("text", "The text", true)))
                .build();
        return List.of(
                new SyncPromptSpecification(letter, (exchange, request) -> letter(request.arguments())),
                new SyncPromptSpecification(
                        proofread,
                        (exchange, request) -> user(
                                "Asks to correct a text",
                                "Correct spelling and grammar, and change nothing else:\n\n"
                                        + value(request.arguments(), "text", ""))));
    }

    static List<SyncCompletionSpecification> completions() {
        return List.of(new SyncCompletionSpecification(
                PromptReference.builder("letter").build(), (exchange, request) -> complete(request)));
    }

    private static PromptArgument argument(String name, String description, boolean required) {
        return PromptArgument.builder(name)
                .description(description)
                .required(required)
                .build();
    }

    private static GetPromptResult letter(Map<String, Object> arguments) {
        return user(
                "Asks for a letter",
                "Write a " + value(arguments, "tone", "friendly") + " letter to " + value(arguments, "recipient", "")
                        + " about " + value(arguments, "subject", "") + ".");
    }

    private static String value(Map<String, Object> arguments, String name, String otherwise) {
        Object value = (arguments != null) ? arguments.get(name) : null;
        return (value instanceof String text && !text.isBlank()) ? text : otherwise;
    }

    private static GetPromptResult user(String description, String text) {
        PromptMessage message = PromptMessage.builder(
                        Role.USER, TextContent.builder(text).build())
                .build();
        return GetPromptResult.builder(List.of(message))
                .description(description)
                .build();
    }

    private static CompleteResult complete(CompleteRequest request) {
        String begun = request.argument().value().toLowerCase(Locale.ROOT);
        List<String> tones = request.argument().name().equals("tone")
                ? TONES.stream().filter(tone -> tone.startsWith(begun)).toList()
                : List.of();
        return new CompleteResult(new CompleteCompletion(tones, tones.size(), false));
    }
}
