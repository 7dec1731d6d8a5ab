package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code prompts/get}.
 *
 * @param name name of the prompt
 * @param arguments arguments, or {@code null} to omit the member, which some servers refuse
 * @param inputResponses responses to the input requests of the previous result; only in a retry of 2026-07-28
 * @param requestState state from the previous result; only in a retry of 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts">MCP: Prompts</a>
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

    /**
     * Creates params for a prompt with arguments.
     *
     * <p>Without arguments, an empty object is sent: servers that validate the member refuse a request without it, although the
     * specification makes it optional. The constructor can omit it.
     *
     * @param name name of the prompt
     * @param arguments arguments, or {@code null} for none
     */
    public static GetPromptParams of(String name, @Nullable Map<String, String> arguments) {
        return new GetPromptParams(
                Require.text(name, "get prompt params", "name"),
                (arguments != null) ? arguments : Map.of(),
                null,
                null,
                null);
    }

    /**
     * Returns this request as a retry after an input-required result; responses and state of earlier rounds are dropped.
     *
     * @param inputResponses a response for each input request, or {@code null} if there were none
     * @param requestState the state to send back, or {@code null} if the result contained none
     */
    public GetPromptParams withInput(
            @Nullable Map<String, InputResponse> inputResponses, @Nullable RequestState requestState) {
        return new GetPromptParams(this.name, this.arguments, inputResponses, requestState, this.meta);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public GetPromptParams withMeta(Map<String, Object> meta) {
        return new GetPromptParams(this.name, this.arguments, this.inputResponses, this.requestState, meta);
    }
}
