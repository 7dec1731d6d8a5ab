package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Message of a sampling request.
 *
 * @param role role of the speaker
 * @param content content of the message; a single block on the wire is represented as a list of one, and vice versa
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/client/sampling">MCP: Sampling, Messages</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SamplingMessage(
        Role role,

        @JsonFormat(
                with = {
                    JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY,
                    JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED
                })
        List<SamplingContent> content,

        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public SamplingMessage {
        Require.member(role, "sampling message", "role");
        content = Require.list(content);
        extra = Require.members(extra);
    }
}
