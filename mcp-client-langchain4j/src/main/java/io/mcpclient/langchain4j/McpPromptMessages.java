package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;

import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.Role;

/** Converts prompts of servers to messages of LangChain4j. */
public final class McpPromptMessages {

    private McpPromptMessages() {}

    /**
     * Converts a prompt. Consecutive messages of one role stay separate. Messages of users contain text, images, audio and
     * embedded resources; messages of the assistant contain text and images, because {@link AiMessage} has no more, and
     * other content as its media type in brackets.
     * @param prompt result of {@code prompts/get}
     * @return the messages in their order
     */
    public static List<ChatMessage> of(GetPromptResult prompt) {
        return prompt.messages().stream().map(McpPromptMessages::message).collect(Collectors.toList());
    }

    private static ChatMessage message(PromptMessage message) {
        Content content = ContentMapper.of(message.content());
        return message.role().equals(Role.ASSISTANT) ? assistant(List.of(content)) : UserMessage.from(content);
    }

    static AiMessage assistant(List<Content> contents) {
        List<String> texts = new ArrayList<>();
        List<Image> images = new ArrayList<>();
        contents.forEach(content -> {
            if (content instanceof ImageContent image) {
                images.add(image.image());
            } else {
                texts.add(content instanceof TextContent text ? text.text() : "[" + content.type() + "]");
            }
        });
        AiMessage.Builder builder = AiMessage.builder().text(String.join("\n", texts));
        if (!images.isEmpty()) {
            builder.attributes(Map.of(AiMessage.GENERATED_IMAGES_KEY, images));
        }
        return builder.build();
    }
}
