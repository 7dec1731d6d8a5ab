package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Content of a kind this client does not know, with all members kept.
 *
 * @param type discriminator on the wire; empty if the sender left it out
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra all other members, as they came
 * @see "MCP 2026-07-28, server/tools, tool result (TOOL-19)"
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UnknownContent(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String type,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ContentBlock, SamplingContent {
    public UnknownContent {
        type = type == null ? "" : type;
        extra = Require.members(extra);
    }
}
