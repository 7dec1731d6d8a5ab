package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code resources/read}.
 *
 * @param uri URI of the resource
 * @param inputResponses responses to the input requests of the previous result; only in a retry of 2026-07-28
 * @param requestState state from the previous result; only in a retry of 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
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

    /** Creates params for this resource. */
    public static ReadResourceParams of(String uri) {
        return new ReadResourceParams(Require.text(uri, "read resource params", "uri"), null, null, null);
    }

    /**
     * Returns this request as a retry after an input-required result; responses and state of earlier rounds are dropped.
     *
     * @param inputResponses a response for each input request, or {@code null} if there were none
     * @param requestState the state to send back, or {@code null} if the result contained none
     */
    public ReadResourceParams withInput(
            @Nullable Map<String, InputResponse> inputResponses, @Nullable RequestState requestState) {
        return new ReadResourceParams(this.uri, inputResponses, requestState, this.meta);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public ReadResourceParams withMeta(Map<String, Object> meta) {
        return new ReadResourceParams(this.uri, this.inputResponses, this.requestState, meta);
    }
}
