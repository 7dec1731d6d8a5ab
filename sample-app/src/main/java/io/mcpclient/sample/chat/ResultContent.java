package io.mcpclient.sample.chat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The parts of the text that the model reads as the result of a tool; {@link io.mcpclient.springai.McpToolCallback} describes
 * the text.
 *
 * @param content contents as in the protocol, empty if there is only a plain text or structured content
 * @param structured structured content, or {@code null}
 */
record ResultContent(
        List<Map<String, Object>> content, @Nullable Object structured) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final TypeReference<List<Map<String, Object>>> CONTENT = new TypeReference<>() {};

    private static final ResultContent NONE = new ResultContent(List.of(), null);

    /** Replaces data in what the model reads: the user sees it in the page. */
    private static final String SHOWN = "shown to the user";

    static ResultContent of(String result) {
        if (!result.startsWith("[") && !result.startsWith("{")) {
            return NONE;
        }
        try {
            JsonNode json = JSON.readTree(result);
            if (isContent(json)) {
                return new ResultContent(JSON.convertValue(json, CONTENT), null);
            }
            if (json.size() == 2 && json.has("structuredContent") && isContent(json.path("content"))) {
                return new ResultContent(
                        JSON.convertValue(json.path("content"), CONTENT),
                        JSON.convertValue(json.path("structuredContent"), Object.class));
            }
            return NONE;
        } catch (JacksonException ex) {
            return NONE;
        }
    }

    private static boolean isContent(JsonNode json) {
        return json.isArray()
                && !json.isEmpty()
                && json.valueStream().allMatch(one -> one.path("type").isString());
    }

    /** Returns the text for the model: Base64 takes many tokens, and a model of text cannot see it. */
    String forModel(String result) {
        if (this.content.stream().noneMatch(one -> one.containsKey("data"))) {
            return result;
        }
        return JSON.writeValueAsString(this.content.stream()
                .map(one -> {
                    Map<String, Object> copy = new HashMap<>(one);
                    copy.computeIfPresent("data", (name, data) -> SHOWN);
                    return copy;
                })
                .toList());
    }
}
