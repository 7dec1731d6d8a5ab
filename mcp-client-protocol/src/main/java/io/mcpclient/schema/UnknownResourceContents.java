package io.mcpclient.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

import io.mcpclient.internal.schema.Require;

/**
 * Resource contents with neither text nor binary data, with all members kept.
 *
 * @param uri URI of the resource
 * @param mimeType MIME type, or {@code null} if unknown
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra all other members, as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/resources">MCP: Resources</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonDeserialize(using = ValueDeserializer.None.class)
public record UnknownResourceContents(
        String uri,
        @Nullable String mimeType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements ResourceContents {
    public UnknownResourceContents {
        Require.member(uri, "resource contents", "uri");
        extra = Require.members(extra);
    }
}
