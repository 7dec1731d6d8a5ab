package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code prompts/get}.
 *
 * @param name prompt to get
 * @param arguments arguments, or {@code null} to send none
 * @param inputResponses answers to what the last answer asked for; only in a retry of 2026-07-28
 * @param requestState state of the last answer; only in a retry of 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @see "MCP 2026-07-28, server/prompts (PRM-01 to PRM-03)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GetPromptParams(
        String name,
        @Nullable Map<String, String> arguments,
        @Nullable Map<String, InputResponse> inputResponses,
        @Nullable RequestState requestState,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta)
        implements McpRequestParams {
    public GetPromptParams {
        Require.member(name, "get prompt params", "name");
    }

    /** Gets a prompt with arguments. */
    public static GetPromptParams of(String name, @Nullable Map<String, String> arguments) {
        return new GetPromptParams(Require.text(name, "get prompt params", "name"), arguments, null, null, null);
    }

    /**
     * The same request, as the retry that an unfinished answer asks for; what earlier rounds brought is dropped.
     *
     * @param inputResponses an answer for each entry, or {@code null} if none was asked for
     * @param requestState the state to send back, or {@code null} if the answer held none
     */
    public GetPromptParams withInput(
            @Nullable Map<String, InputResponse> inputResponses, @Nullable RequestState requestState) {
        return new GetPromptParams(name, arguments, inputResponses, requestState, meta);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public GetPromptParams withMeta(Map<String, Object> meta) {
        return new GetPromptParams(name, arguments, inputResponses, requestState, meta);
    }
}
