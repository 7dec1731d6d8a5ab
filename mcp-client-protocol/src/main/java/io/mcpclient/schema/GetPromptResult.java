package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Result of {@code prompts/get}: the messages of a prompt.
 *
 * @param description description of the prompt
 * @param messages the messages; one for each block, if a server writes several blocks or a text as the content of a message
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/prompts">MCP: Prompts</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GetPromptResult(
        @Nullable String description,
        List<PromptMessage> messages,
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements McpResult {
    public GetPromptResult {
        messages = Require.list(messages);
        extra = Require.members(extra);
    }

    /** Creates a result from messages, without a description. */
    public static GetPromptResult of(PromptMessage... messages) {
        return new GetPromptResult(null, List.of(messages), null, null, Map.of());
    }
}
