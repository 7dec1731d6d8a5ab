package io.mcpclient.internal.era.modern;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.schema.SubscriptionFilter;

/**
 * Filter of one subscription, and the notifications that it covers.
 *
 * @param toolsChanged changes of the list of tools
 * @param promptsChanged changes of the list of prompts
 * @param resourcesChanged changes of the list of resources
 * @param resources URIs of resources to watch, in order
 * @see "MCP 2026-07-28, basic/patterns/subscriptions, Notification Filter (SUB-01, SUB-05, SUB-07, SUB-17)"
 */
record ListenFilter(boolean toolsChanged, boolean promptsChanged, boolean resourcesChanged, List<String> resources) {

    ListenFilter {
        resources = List.copyOf(resources);
    }

    /** Whether the filter requests nothing. */
    boolean isEmpty() {
        return !this.toolsChanged && !this.promptsChanged && !this.resourcesChanged && this.resources.isEmpty();
    }

    /** Whether the filter covers a notification. */
    boolean asksFor(String method, Map<?, ?> params) {
        return switch (method) {
            case McpMethods.NOTIFICATIONS_TOOLS_LIST_CHANGED -> this.toolsChanged;
            case McpMethods.NOTIFICATIONS_PROMPTS_LIST_CHANGED -> this.promptsChanged;
            case McpMethods.NOTIFICATIONS_RESOURCES_LIST_CHANGED -> this.resourcesChanged;
            case McpMethods.NOTIFICATIONS_RESOURCES_UPDATED -> covers(this.resources, params.get("uri"));
            default -> false;
        };
    }

    /** Converts the filter to its wire format; changes that are not requested are omitted. */
    SubscriptionFilter toWire() {
        return new SubscriptionFilter(
                trueOrAbsent(this.toolsChanged),
                trueOrAbsent(this.promptsChanged),
                trueOrAbsent(this.resourcesChanged),
                this.resources,
                List.of(),
                Map.of());
    }

    private static @Nullable Boolean trueOrAbsent(boolean wanted) {
        return wanted ? Boolean.TRUE : null;
    }

    /** The URIs that the server has agreed to watch. */
    List<String> watchedIn(SubscriptionFilter agreed) {
        return this.resources.stream()
                .filter(uri -> covers(agreed.resourceSubscriptions(), uri))
                .toList();
    }

    /** Requested changes that the server did not agree to, for a log. */
    List<String> missingIn(SubscriptionFilter agreed) {
        List<String> missing = new ArrayList<>();
        note(missing, "toolsListChanged", this.toolsChanged, agreed.toolsListChanged());
        note(missing, "promptsListChanged", this.promptsChanged, agreed.promptsListChanged());
        note(missing, "resourcesListChanged", this.resourcesChanged, agreed.resourcesListChanged());
        int unwatched = this.resources.size() - watchedIn(agreed).size();
        if (unwatched > 0) {
            missing.add(unwatched + " of resourceSubscriptions");
        }
        return missing;
    }

    private static void note(List<String> missing, String name, boolean asked, @Nullable Boolean agreed) {
        if (asked && !Boolean.TRUE.equals(agreed)) {
            missing.add(name);
        }
    }

    /** Whether a URI is a watched one, or below a watched one. */
    static boolean covers(Collection<String> watched, @Nullable Object uri) {
        return uri instanceof String text && watched.stream().anyMatch(one -> covers(one, text));
    }

    /** A URI is below another only at a segment boundary: a common prefix alone is not enough. */
    private static boolean covers(String watched, String uri) {
        String above = withoutSlash(watched);
        String below = withoutSlash(uri);
        return below.startsWith(above)
                && (below.length() == above.length() || "/?#".indexOf(below.charAt(above.length())) >= 0);
    }

    private static String withoutSlash(String uri) {
        int end = uri.length();
        while (end > 0 && uri.charAt(end - 1) == '/') {
            end--;
        }
        return uri.substring(0, end);
    }
}
