package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code elicitation/create} in URL mode: the user visits a URL. Show the full URL, obtain consent, never fetch
 * it, and open it in the system browser.
 *
 * @param mode always {@code url}
 * @param message message to present to the user; untrusted text
 * @param url the URL; untrusted
 * @param elicitationId opaque id, only in 2025-11-25
 * @param task requests execution as a task, only in 2025-11-25
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation">
 *     MCP: Elicitation, Safe URL Handling</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ElicitURLParams(
        String mode,
        String message,
        String url,
        @Nullable String elicitationId,
        @Nullable TaskMetadata task,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ElicitParams {
    public ElicitURLParams {
        if (!"url".equals(mode)) {
            throw new IllegalArgumentException("elicit url params have an unexpected \"mode\": " + mode);
        }
        Require.member(message, "elicit url params", "message");
        Require.member(url, "elicit url params", "url");
        extra = Require.members(extra);
    }
}
