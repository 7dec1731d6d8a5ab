package io.mcpclient.support.schema;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.schema.Require;

/**
 * Notification types requested by a client or acknowledged by a server.
 *
 * @param toolsListChanged changes of the tool list
 * @param promptsListChanged changes of the prompt list
 * @param resourcesListChanged changes of the resource list
 * @param resourceSubscriptions URIs of the subscribed resources
 * @param taskIds ids of subscribed tasks, with the tasks extension; this client polls tasks instead of subscribing to them
 * @param extra unmodelled members, kept as received
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/subscriptions">
 *     MCP: Subscriptions</a>
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SubscriptionFilter(
        @Nullable Boolean toolsListChanged,
        @Nullable Boolean promptsListChanged,
        @Nullable Boolean resourcesListChanged,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> resourceSubscriptions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> taskIds,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> extra) {
    public SubscriptionFilter {
        resourceSubscriptions = Require.list(resourceSubscriptions);
        taskIds = Require.list(taskIds);
        extra = Require.members(extra);
    }

    /** Empty filter, as a starting point. */
    public static SubscriptionFilter none() {
        return new SubscriptionFilter(null, null, null, List.of(), List.of(), Map.of());
    }

    /** Returns a copy with this {@code toolsListChanged}. */
    public SubscriptionFilter withToolsListChanged(Boolean toolsListChanged) {
        return new SubscriptionFilter(
                toolsListChanged,
                this.promptsListChanged,
                this.resourcesListChanged,
                this.resourceSubscriptions,
                this.taskIds,
                this.extra);
    }

    /** Returns a copy with this {@code promptsListChanged}. */
    public SubscriptionFilter withPromptsListChanged(Boolean promptsListChanged) {
        return new SubscriptionFilter(
                this.toolsListChanged,
                promptsListChanged,
                this.resourcesListChanged,
                this.resourceSubscriptions,
                this.taskIds,
                this.extra);
    }

    /** Returns a copy with this {@code resourcesListChanged}. */
    public SubscriptionFilter withResourcesListChanged(Boolean resourcesListChanged) {
        return new SubscriptionFilter(
                this.toolsListChanged,
                this.promptsListChanged,
                resourcesListChanged,
                this.resourceSubscriptions,
                this.taskIds,
                this.extra);
    }

    /** Returns a copy with this {@code resourceSubscriptions}. */
    public SubscriptionFilter withResourceSubscriptions(List<String> resourceSubscriptions) {
        return new SubscriptionFilter(
                this.toolsListChanged,
                this.promptsListChanged,
                this.resourcesListChanged,
                resourceSubscriptions,
                this.taskIds,
                this.extra);
    }
}
