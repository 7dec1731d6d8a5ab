package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.RequestState;

/**
 * Puts input responses and state into the params of a repeated request, whatever their type.
 *
 * @see "MCP 2026-07-28, basic/patterns/mrtr, Client Requirements (MRTR-03, MRTR-05, MRTR-06, MRTR-09, MRTR-10)"
 */
final class InputParams {

    private static final String RESPONSES = "inputResponses";

    private static final String STATE = "requestState";

    private InputParams() {}

    /**
     * Copies params for the next round. Input of earlier rounds is dropped; everything else is unchanged.
     * @param params params of the first request: a record of the vocabulary, plain JSON or a bean, or {@code null}
     * @param responses a response for each input request, or {@code null} if there was none
     * @param state the state to send back, or {@code null} if there was none
     * @param codec reads beans
     * @return the copy
     * @throws IllegalArgumentException if a bean cannot be converted to a JSON object
     */
    static Object with(
            @Nullable Object params,
            @Nullable Map<String, InputResponse> responses,
            @Nullable RequestState state,
            JsonCodec codec) {
        if (params instanceof CallToolParams call) {
            return call.withInput(responses, state);
        }
        if (params instanceof GetPromptParams prompt) {
            return prompt.withInput(responses, state);
        }
        if (params instanceof ReadResourceParams resource) {
            return resource.withInput(responses, state);
        }
        Map<Object, Object> copy = new LinkedHashMap<>(plain(params, codec));
        copy.remove(RESPONSES);
        copy.remove(STATE);
        if (responses != null) {
            copy.put(RESPONSES, responses);
        }
        if (state != null) {
            copy.put(STATE, state);
        }
        return copy;
    }

    private static Map<?, ?> plain(@Nullable Object params, JsonCodec codec) {
        Map<?, ?> plain = (params instanceof Map<?, ?> map) ? map : codec.convert(params, Map.class);
        return (plain != null) ? plain : Map.of();
    }

    /** Returns whether a caller has put input responses or a state into params. Unknown for beans. */
    static boolean arePresent(@Nullable Object params) {
        if (params instanceof CallToolParams call) {
            return call.inputResponses() != null || call.requestState() != null;
        }
        if (params instanceof GetPromptParams prompt) {
            return prompt.inputResponses() != null || prompt.requestState() != null;
        }
        if (params instanceof ReadResourceParams resource) {
            return resource.inputResponses() != null || resource.requestState() != null;
        }
        return params instanceof Map<?, ?> plain && (plain.containsKey(RESPONSES) || plain.containsKey(STATE));
    }
}
