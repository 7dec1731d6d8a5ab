package io.mcpclient.test;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.McpMetaKeys;

/**
 * Subscriptions of the stateless era, a limited number. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/patterns/subscriptions; ext-tasks, Task Status Notifications"
 */
final class Subscriptions {

    /** Lists whose changes are announced. */
    static final List<String> LISTS = List.of("tools", "resources", "prompts");

    private static final int MAX_SUBSCRIPTIONS = 1_000;

    private static final int MAX_NAMES = 100;

    private static final String RESOURCES = "resourceSubscriptions";

    private static final String TASKS = "taskIds";

    private final ServerScript script;

    private final List<Subscription> open = new CopyOnWriteArrayList<>();

    private boolean refusing;

    Subscriptions(ServerScript script) {
        this.script = script;
    }

    private record Subscription(Received request, Map<String, Object> filter) {

        boolean has(String member, @Nullable String name) {
            return (name == null)
                    ? Boolean.TRUE.equals(this.filter.get(member))
                    : this.filter.get(member) instanceof Collection<?> names && names.contains(name);
        }

        Map<String, Object> id() {
            return Map.of(McpMetaKeys.SUBSCRIPTION_ID, this.request.id().toJson());
        }

        void tell(String method, Map<String, Object> params) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("_meta", id());
            all.putAll(params);
            this.request.notify(method, all);
        }
    }

    /** Tells a change that happened between the list of the client and its subscription, which it would miss. */
    synchronized void listen(
            Received request,
            Map<String, Object> capabilities,
            Predicate<String> knownResource,
            Predicate<String> knownTask) {
        Map<String, Object> filter = filter(request);
        if (filter.containsKey(TASKS)) {
            request.require("extensions", McpExtensions.TASKS);
        }
        if (this.refusing || this.open.size() >= MAX_SUBSCRIPTIONS) {
            throw McpTestError.http(
                    503, McpErrorCodes.INTERNAL_ERROR, "This server takes no more subscriptions for now");
        }
        Map<String, Object> agreed = new LinkedHashMap<>();
        for (String kind : LISTS) {
            boolean announced =
                    Boolean.TRUE.equals(Json.member(capabilities, kind).get("listChanged"));
            if (announced && Boolean.TRUE.equals(filter.get(changes(kind)))) {
                agreed.put(changes(kind), true);
            }
        }
        addNames(agreed, RESOURCES, filter, knownResource);
        addNames(agreed, TASKS, filter, knownTask);
        Subscription subscription = new Subscription(request, agreed);
        subscription.tell("notifications/subscriptions/acknowledged", Map.of("notifications", agreed));
        this.open.add(subscription);
        request.observation().end(null);
        LISTS.stream()
                .filter(kind -> subscription.has(changes(kind), null) && this.script.isStale(kind))
                .forEach(kind -> subscription.tell(changed(kind), Map.of()));
    }

    private static Map<String, Object> filter(Received request) {
        if (!request.params().containsKey("notifications")) {
            throw McpTestError.invalidParams("The parameter notifications must say what is wanted");
        }
        Map<String, Object> filter = request.request().object("notifications");
        for (String kind : LISTS) {
            if (filter.containsKey(changes(kind)) && !(filter.get(changes(kind)) instanceof Boolean)) {
                throw McpTestError.invalidParams("The filter " + changes(kind) + " must be true or false");
            }
        }
        return filter;
    }

    private static void addNames(
            Map<String, Object> agreed, String member, Map<String, Object> filter, Predicate<String> isKnown) {
        if (!filter.containsKey(member)) {
            return;
        }
        if (!(filter.get(member) instanceof List<?> names)
                || names.size() > MAX_NAMES
                || !names.stream().allMatch(String.class::isInstance)) {
            throw McpTestError.invalidParams(
                    "The filter " + member + " must be a list of at most " + MAX_NAMES + " strings");
        }
        List<String> known =
                names.stream().map(String::valueOf).filter(isKnown).distinct().toList();
        if (!known.isEmpty()) {
            agreed.put(member, known);
        }
    }

    private static String changes(String kind) {
        return kind + "ListChanged";
    }

    static String changed(String kind) {
        return "notifications/" + kind + "/list_changed";
    }

    synchronized void listChanged(String kind) {
        tell(changes(kind), null, changed(kind), Map.of());
    }

    void updated(String uri) {
        tell(RESOURCES, uri, "notifications/resources/updated", Map.of("uri", uri));
    }

    void taskChanged(String id, Map<String, Object> task) {
        tell(TASKS, id, "notifications/tasks", task);
    }

    private void tell(String member, @Nullable String name, String method, Map<String, Object> params) {
        this.open.stream()
                .filter(subscription -> subscription.has(member, name))
                .forEach(subscription -> subscription.tell(method, params));
    }

    void removeIf(Predicate<Received> ended) {
        this.open.removeIf(subscription -> ended.test(subscription.request()));
    }

    /** Ends all with their results, which mark the end as intended, and refuses new ones. */
    synchronized void end() {
        this.refusing = true;
        this.open.forEach(subscription -> subscription.request().result(Map.of("_meta", subscription.id())));
        this.open.clear();
    }

    synchronized void accept() {
        this.refusing = false;
    }
}
