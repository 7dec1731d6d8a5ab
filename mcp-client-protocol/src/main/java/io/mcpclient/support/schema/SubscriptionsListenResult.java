package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpResult;
import io.mcpclient.schema.ResultType;

/**
 * Result of {@code subscriptions/listen}, sent only when the server ends the subscription.
 *
 * @param resultType kind of result; absent before 2026-07-28
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/subscriptions">
 *     MCP: Subscriptions</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SubscriptionsListenResult(
        @Nullable ResultType resultType,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra)
        implements McpResult {
    public SubscriptionsListenResult {
        extra = Require.members(extra);
    }
}
