package io.mcpclient.springai;

import java.util.List;

import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;

import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.GetPromptResult;
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
     * Converts a prompt, message by message. Images, audio, video and PDF become {@link Media} with the media type of their signature;
     * embedded text becomes text, also in UTF-8 as binary data, and a link its JSON. What models refuse, such as an image of a type other
     * than PNG, JPEG, GIF and WebP, an archive, or data that are not Base64, becomes a note such as {@code [image/bmp, 4 KB]}.
     * @param prompt the prompt as received; untrusted
     * @return a {@link UserMessage} or {@link AssistantMessage} for each message; other roles become user messages
     */
    public static List<Message> messages(GetPromptResult prompt) {
        return prompt.messages().stream().map(McpPrompts::message).toList();
    }

    private static Message message(PromptMessage message) {
        String text = text(message.content());
        List<Media> media = ContentMedia.of(message.content());
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
        McpModelResult result = McpModelFormats.block(content);
        return result.media().isEmpty() ? result.text() : "";
    }
}
