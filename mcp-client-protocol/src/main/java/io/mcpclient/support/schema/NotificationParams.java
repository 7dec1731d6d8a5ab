package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of a notification with {@code _meta} only, such as the list-changed notifications.
 *
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Meta</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NotificationParams(
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public NotificationParams {
        extra = Require.members(extra);
    }

    /** Params without members. */
    public static NotificationParams empty() {
        return new NotificationParams(null, Map.of());
    }
}
