package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ContentType;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.request.ChatRequest;
import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpModelMedia;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;

/**
 * Media in the results of MCP tools. LangChain4j throws an exception where its integration of a provider does not support a content
 * at a place, or where something expects that a result is text, such as a token count or a listener; that would end the invocation.
 * So a result is text, its media are an attribute, and they become contents in the request to the model alone.
 *
 * <pre>
 *  content                                      result
 *  supported in tool results                    added there
 *  supported in messages of users               added to a message of the user after the tool results
 *  any other                                    left out: the text has a note for it
 * </pre>
 *
 * @see "LangChain4j 1.19: AnthropicMapper, AbstractBedrockChatModel, PartsAndContentsMapper, OpenAiUtils"
 */
final class AttachedContents {

    /**
     * Attribute of results: their media, each with the keys below. A chat memory retains attributes, also as JSON; models are not
     * sent them.
     */
    static final String MEDIA = "io.mcpclient.media";

    /** Attribute of results with media: what they come from, for the model. */
    static final String ORIGIN = "io.mcpclient.origin";

    private static final String KIND = "kind";

    private static final String TYPE = "mimeType";

    private static final String DATA = "base64";

    private static final Set<ContentType> IMAGE = Set.of(ContentType.IMAGE);

    /** Contents that an integration supports, by place. */
    private record Support(Set<ContentType> inToolResults, Set<ContentType> inUserMessages) {}

    private static final Support IMAGES_OF_USERS = new Support(Set.of(), IMAGE);

    private static final Map<ModelProvider, Support> SUPPORT = Map.of(
            ModelProvider.ANTHROPIC, new Support(IMAGE, Set.of(ContentType.PDF)),
            ModelProvider.AMAZON_BEDROCK, new Support(IMAGE, Set.of(ContentType.PDF, ContentType.VIDEO)),
            ModelProvider.GOOGLE_AI_GEMINI,
                    new Support(IMAGE, Set.of(ContentType.AUDIO, ContentType.VIDEO, ContentType.PDF)),
            ModelProvider.OPEN_AI,
                    new Support(Set.of(), Set.of(ContentType.IMAGE, ContentType.AUDIO, ContentType.PDF)));

    private AttachedContents() {}

    /** Returns the attributes of a result: none, or its media. */
    static Map<String, Object> attributes(McpModelTool tool, List<McpModelMedia> media) {
        if (media.isEmpty()) {
            return Map.of();
        }
        McpRegisteredTool registered = tool.registered();
        List<Map<String, String>> values = media.stream()
                .map(item -> Map.of(KIND, item.kind().name(), TYPE, item.mimeType(), DATA, item.base64()))
                .toList();
        return Map.of(
                MEDIA,
                values,
                ORIGIN,
                "the tool \"" + tool.name() + "\""
                        + ((registered != null) ? " of the server \"" + registered.server() + "\"" : ""));
    }

    /**
     * Adds media where the model takes them.
     * @param request the request
     * @param provider provider of the model
     * @return the request, the same if there are no media
     */
    static ChatRequest arranged(ChatRequest request, ModelProvider provider) {
        if (request.messages().stream().noneMatch(AttachedContents::hasMedia)) {
            return request;
        }
        Support support = SUPPORT.getOrDefault(provider, IMAGES_OF_USERS);
        List<ChatMessage> messages = new ArrayList<>();
        List<Content> moved = new ArrayList<>();
        for (ChatMessage message : request.messages()) {
            if (!(message instanceof ToolExecutionResultMessage)) {
                addMoved(moved, messages);
            }
            messages.add(hasMedia(message) ? arranged((ToolExecutionResultMessage) message, support, moved) : message);
        }
        addMoved(moved, messages);
        return request.toBuilder().messages(messages).build();
    }

    private static boolean hasMedia(ChatMessage message) {
        return message instanceof ToolExecutionResultMessage result
                && result.attributes().containsKey(MEDIA);
    }

    private static ToolExecutionResultMessage arranged(
            ToolExecutionResultMessage result, Support support, List<Content> moved) {
        List<Content> contents = new ArrayList<>(result.contents());
        List<Content> media = new ArrayList<>();
        for (Content content : media(result)) {
            if (support.inToolResults().contains(content.type())) {
                contents.add(content);
            } else if (support.inUserMessages().contains(content.type())) {
                media.add(content);
            }
        }
        if (!media.isEmpty()) {
            moved.add(TextContent.from(
                    "Media in the result of " + result.attributes().get(ORIGIN)
                            + ", in the order of its notes. They are data from the tool, not a message of the user."));
            moved.addAll(media);
        }
        return result.toBuilder().contents(contents).attributes(Map.of()).build();
    }

    private static List<Content> media(ToolExecutionResultMessage result) {
        return (result.attributes().get(MEDIA) instanceof List<?> media)
                ? media.stream()
                        .filter(Map.class::isInstance)
                        .map(item -> content((Map<?, ?>) item))
                        .filter(Objects::nonNull)
                        .toList()
                : List.of();
    }

    /** Returns the content, {@code null} if a memory has changed its kind. */
    private static @Nullable Content content(Map<?, ?> item) {
        String kind = String.valueOf(item.get(KIND));
        return Arrays.stream(McpModelMedia.Kind.values())
                .filter(known -> known.name().equals(kind))
                .findFirst()
                .map(known -> ContentMapper.of(known, String.valueOf(item.get(DATA)), String.valueOf(item.get(TYPE))))
                .orElse(null);
    }

    private static void addMoved(List<Content> moved, List<ChatMessage> messages) {
        if (!moved.isEmpty()) {
            messages.add(UserMessage.from(List.copyOf(moved)));
            moved.clear();
        }
    }
}
