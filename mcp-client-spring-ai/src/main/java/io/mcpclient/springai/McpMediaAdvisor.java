package io.mcpclient.springai;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.client.advisor.api.BaseAdvisor;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.content.Media;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Advisor that passes images and audio in the results of MCP tools to the model as {@link Media}. A tool response of Spring
 * AI is text, so a model otherwise reads them as Base64, which takes many tokens and which it cannot see or hear.
 *
 * <pre>{@code
 * ChatClient client = ChatClient.builder(model)
 *         .defaultToolCallbacks(provider)
 *         .defaultAdvisors(new McpMediaAdvisor())
 *         .build();
 * }</pre>
 *
 * In the request to the model, the data in a tool response is replaced by the name of the media, and a user message with the
 * media follows the response. The model must accept media of these types. Stateless and thread-safe.
 */
public final class McpMediaAdvisor implements BaseAdvisor {

    /** Order within the loop of tool calls, so that each request to the model is changed. */
    public static final int DEFAULT_ORDER = ToolCallingAdvisor.DEFAULT_ORDER + 50;

    private static final String DATA = "data";

    private static final String MEDIA = "media";

    private static final String MIME_TYPE = "mimeType";

    private static final Set<String> TYPES = Set.of("image", "audio");

    /** Creates the advisor. */
    public McpMediaAdvisor() {}

    /**
     * Returns the position of the advisor.
     * @return {@link #DEFAULT_ORDER}
     */
    @Override
    public int getOrder() {
        return DEFAULT_ORDER;
    }

    /**
     * Replaces data in the responses of MCP tools by media.
     * @param request the request
     * @param chain the advisors
     * @return the request for the model, the same if there is nothing to replace
     */
    @Override
    public ChatClientRequest before(ChatClientRequest request, AdvisorChain chain) {
        Prompt prompt = request.prompt();
        Set<String> tools = mcpTools(prompt);
        List<Message> messages = prompt.getInstructions();
        if (tools.isEmpty() || messages.stream().noneMatch(ToolResponseMessage.class::isInstance)) {
            return request;
        }
        Rewriting rewriting = new Rewriting(tools);
        messages.forEach(rewriting::add);
        return request.mutate()
                .prompt(new Prompt(rewriting.messages, prompt.getOptions()))
                .build();
    }

    /**
     * Returns the response as it is.
     * @param response the response
     * @param chain the advisors
     * @return the same response
     */
    @Override
    public ChatClientResponse after(ChatClientResponse response, AdvisorChain chain) {
        return response;
    }

    private static Set<String> mcpTools(Prompt prompt) {
        List<ToolCallback> callbacks =
                (prompt.getOptions() instanceof ToolCallingChatOptions options) ? options.getToolCallbacks() : null;
        return (callbacks != null)
                ? callbacks.stream()
                        .filter(McpToolCallback.class::isInstance)
                        .map(callback -> callback.getToolDefinition().name())
                        .collect(Collectors.toSet())
                : Set.of();
    }

    /** The messages of one request. */
    private static final class Rewriting {

        private final Set<String> tools;

        private final List<Message> messages = new ArrayList<>();

        private int count;

        Rewriting(Set<String> tools) {
            this.tools = tools;
        }

        void add(Message message) {
            if (!(message instanceof ToolResponseMessage responses)) {
                this.messages.add(message);
                return;
            }
            List<Media> media = new ArrayList<>();
            List<ToolResponse> rewritten = responses.getResponses().stream()
                    .map(response -> rewrite(response, media))
                    .toList();
            if (media.isEmpty()) {
                this.messages.add(message);
                return;
            }
            this.messages.add(ToolResponseMessage.builder()
                    .responses(rewritten)
                    .metadata(responses.getMetadata())
                    .build());
            String names = media.stream().map(Media::getName).collect(Collectors.joining(", "));
            this.messages.add(UserMessage.builder()
                    .text("Media in the results of the tools, in this order: " + names)
                    .media(media)
                    .build());
        }

        private ToolResponse rewrite(ToolResponse response, List<Media> media) {
            if (!this.tools.contains(response.name())) {
                return response;
            }
            JsonNode result;
            try {
                result = Json.read(response.responseData());
            } catch (JacksonException notJson) {
                return response;
            }
            JsonNode blocks = result.isObject() ? result.path(ToolResultText.CONTENT) : result;
            int before = media.size();
            if (blocks instanceof ArrayNode array) {
                array.forEach(block -> replace(block, media));
            }
            return (media.size() > before)
                    ? new ToolResponse(response.id(), response.name(), result.toString())
                    : response;
        }

        private void replace(JsonNode node, List<Media> media) {
            if (!(node instanceof ObjectNode block)
                    || !TYPES.contains(block.path("type").asString(""))
                    || !block.path(DATA).isString()) {
                return;
            }
            byte[] bytes;
            try {
                bytes = Base64.getDecoder().decode(block.path(DATA).asString());
            } catch (IllegalArgumentException notBase64) {
                return;
            }
            this.count++;
            String name = "media-" + this.count;
            media.add(ContentMedia.of(bytes, block.path(MIME_TYPE).asString(null), name));
            block.remove(DATA);
            block.put(MEDIA, name);
        }
    }
}
