package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Content of an unknown type, with all members kept.
 *
 * @param type discriminator on the wire; empty if the sender omitted it
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra all other members, as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
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
