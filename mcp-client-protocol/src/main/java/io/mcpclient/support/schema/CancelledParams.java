package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code notifications/cancelled}.
 *
 * @param requestId id of the request, a string or a number; optional in 2025-11-25
 * @param reason reason for the cancellation, for display or logs
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/cancellation">
 *     MCP: Cancellation</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CancelledParams(
        @Nullable Object requestId,
        @Nullable String reason,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public CancelledParams {
        extra = Require.members(extra);
    }

    /** Creates params that cancel a request. */
    public static CancelledParams of(Object requestId, @Nullable String reason) {
        return new CancelledParams(Require.member(requestId, "cancelled params", "requestId"), reason, null, Map.of());
    }
}
