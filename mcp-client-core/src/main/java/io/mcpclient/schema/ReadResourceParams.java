package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Params of {@code resources/read}.
 *
 * @param uri resource to read
 * @param inputResponses answers to what the last answer asked for; only in a retry of 2026-07-28
 * @param requestState state of the last answer; only in a retry of 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @see "MCP 2026-07-28, server/resources (RES-01, RES-04)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReadResourceParams(
        String uri,
        @Nullable Map<String, InputResponse> inputResponses,
        @Nullable RequestState requestState,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta)
        implements McpRequestParams {
    public ReadResourceParams {
        Require.member(uri, "read resource params", "uri");
    }

    /** Reads this resource. */
    public static ReadResourceParams of(String uri) {
        return new ReadResourceParams(Require.text(uri, "read resource params", "uri"), null, null, null);
    }

    /**
     * The same request, as the retry that an unfinished answer asks for; what earlier rounds brought is dropped.
     *
     * @param inputResponses an answer for each entry, or {@code null} if none was asked for
     * @param requestState the state to send back, or {@code null} if the answer held none
     */
    public ReadResourceParams withInput(
            @Nullable Map<String, InputResponse> inputResponses, @Nullable RequestState requestState) {
        return new ReadResourceParams(uri, inputResponses, requestState, meta);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public ReadResourceParams withMeta(Map<String, Object> meta) {
        return new ReadResourceParams(uri, inputResponses, requestState, meta);
    }
}
