package io.mcpclient.support.schema;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Params of {@code notifications/subscriptions/acknowledged}, the first message of a subscription.
 *
 * @param notifications notification types acknowledged by the server
 * @param meta the {@code _meta} object, or {@code null}
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/subscriptions">
 *     MCP: Subscriptions</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SubscriptionsAcknowledgedParams(
        SubscriptionFilter notifications,
        @JsonProperty("_meta") @Nullable Map<String, Object> meta,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public SubscriptionsAcknowledgedParams {
        Require.member(notifications, "subscriptions acknowledged params", "notifications");
        extra = Require.members(extra);
    }
}
