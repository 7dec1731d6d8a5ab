package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;
import io.mcpclient.schema.McpRequestParams;

/**
 * Params of {@code subscriptions/listen}.
 *
 * @param notifications requested notification types
 * @param meta the {@code _meta} object, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/subscriptions">
 *     MCP: Subscriptions</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SubscriptionsListenParams(
        SubscriptionFilter notifications,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta) implements McpRequestParams {
    public SubscriptionsListenParams {
        Require.member(notifications, "subscriptions listen params", "notifications");
    }

    /** Creates params that subscribe to the notifications in the filter. */
    public static SubscriptionsListenParams of(SubscriptionFilter notifications) {
        return new SubscriptionsListenParams(notifications, null);
    }

    /** Returns a copy with this {@code meta}. */
    @Override
    public SubscriptionsListenParams withMeta(Map<String, Object> meta) {
        return new SubscriptionsListenParams(this.notifications, meta);
    }
}
