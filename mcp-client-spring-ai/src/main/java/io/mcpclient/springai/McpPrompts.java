package io.mcpclient.springai;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;

import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.text.VisibleText;

/**
 * Prompts of MCP servers as messages of Spring AI.
 *
 * <pre>{@code
 * GetPromptResult prompt = mcpClient.getPrompt("review", Map.of("language", "java"));
 * chatClient.prompt().messages(McpPrompts.messages(prompt)).call();
 * }</pre>
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/prompts">MCP: Prompts</a>
 */
public final class McpPrompts {

    private McpPrompts() {}

    /**
     * Converts a prompt, message by message. Images, audio and binary embedded resources become {@link Media}, embedded
     * text becomes text, and any other content, such as a link, its JSON as text. The media type of an image is that of its signature;
     * an image of a type other than PNG, JPEG, GIF and WebP, which models refuse, or without valid data becomes a note such as
     * {@code [image/bmp, 4 KB]}.
     * @param prompt the prompt as received; untrusted
     * @return a {@link UserMessage} or {@link AssistantMessage} for each message; other roles become user messages
     * @throws IllegalArgumentException if other binary content is not valid Base64
     */
    public static List<Message> messages(GetPromptResult prompt) {
        return prompt.messages().stream().map(McpPrompts::message).toList();
    }

    private static Message message(PromptMessage message) {
        String text = text(message.content());
        List<Media> media = media(message.content());
        return Role.ASSISTANT.equals(message.role())
                ? AssistantMessage.builder().content(text).media(media).build()
                : UserMessage.builder().text(text).media(media).build();
    }

    private static String text(ContentBlock content) {
        if (content instanceof TextContent text) {
            return VisibleText.wellFormed(text.text());
        }
        if (content instanceof EmbeddedResource embedded && embedded.resource() instanceof TextResourceContents text) {
            return VisibleText.wellFormed(text.text());
        }
        return media(content).isEmpty() ? McpModelFormats.block(content).text() : "";
    }

    private static List<Media> media(ContentBlock content) {
        if (content instanceof ImageContent image) {
            return ContentMedia.ofImage(image);
        }
        if (content instanceof AudioContent audio) {
            return List.of(ContentMedia.of(audio.bytes(), audio.mimeType()));
        }
        if (content instanceof EmbeddedResource embedded && embedded.resource() instanceof BlobResourceContents blob) {
            return isImage(blob.mimeType())
                    ? ContentMedia.ofImage(content)
                    : List.of(ContentMedia.of(blob.bytes(), blob.mimeType()));
        }
        return List.of();
    }

    private static boolean isImage(@Nullable String mimeType) {
        return mimeType != null && mimeType.strip().toLowerCase(Locale.ROOT).startsWith("image/");
    }
}
