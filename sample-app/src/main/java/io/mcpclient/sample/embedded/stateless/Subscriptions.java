package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.JsonNode;

/**
 * A limited number of notification streams. They are closed before the web server stops, which would wait for them.
 * Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/patterns/subscriptions; ext-tasks, Task Status Notifications"
 */
final class Subscriptions implements SmartLifecycle {

    private static final int MAX_STREAMS = 32;

    private static final int MAX_NAMES = 100;

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private static final List<String> FLAGS = List.of("toolsListChanged", "promptsListChanged", "resourcesListChanged");

    private final List<Subscription> open = new CopyOnWriteArrayList<>();

    private final DelayedTasks timekeeper;

    private volatile boolean running;

    private volatile boolean closed;

    Subscriptions(DelayedTasks timekeeper) {
        this.timekeeper = timekeeper;
        timekeeper.every(KEEP_ALIVE, () -> this.open.forEach(one -> one.stream().comment()));
    }

    /**
     * Opens a stream.
     * @param knownResource whether a resource with a URI exists
     * @param knownTask whether a task with an id exists
     */
    PendingResponse listen(RpcRequest request, Predicate<String> knownResource, Predicate<String> knownTask) {
        JsonNode filter = filter(request);
        if (!filter.path("taskIds").isMissingNode()) {
            request.capabilities().requireTasks();
        }
        if (this.closed || this.open.size() >= MAX_STREAMS) {
            throw RpcError.unavailable("This server takes no more streams for now");
        }
        Subscription subscription = new Subscription(
                request.id(),
                new EventStream(Duration.ZERO),
                filter.path("resourcesListChanged").asBoolean(false),
                names(filter, "resourceSubscriptions", knownResource),
                names(filter, "taskIds", knownTask));
        subscription.stream().onEnd(() -> this.open.remove(subscription));
        subscription.acknowledge();
        this.open.add(subscription);
        return new PendingResponse.Stream(subscription.stream());
    }

    private static JsonNode filter(RpcRequest request) {
        if (!request.params().has("notifications")) {
            throw RpcError.invalidParams("The parameter notifications must say what is wanted");
        }
        JsonNode filter = request.object("notifications");
        for (String flag : FLAGS) {
            if (!filter.path(flag).isMissingNode() && !filter.path(flag).isBoolean()) {
                throw RpcError.invalidParams("The filter " + flag + " must be true or false");
            }
        }
        return filter;
    }

    private static Set<String> names(JsonNode filter, String member, Predicate<String> known) {
        JsonNode list = filter.path(member);
        boolean texts = list.isMissingNode()
                || (list.isArray()
                        && list.size() <= MAX_NAMES
                        && list.valueStream().allMatch(JsonNode::isString));
        if (!texts) {
            throw RpcError.invalidParams(
                    "The filter " + member + " must be a list of at most " + MAX_NAMES + " strings");
        }
        Set<String> names = new LinkedHashSet<>();
        list.valueStream().map(JsonNode::asString).filter(known).forEach(names::add);
        return names;
    }

    void resourceListChanged() {
        tell(one -> {
            if (one.resourceList()) {
                one.send("notifications/resources/list_changed", Map.of());
            }
        });
    }

    void resourceUpdated(String uri) {
        tell(one -> {
            if (one.resources().contains(uri)) {
                one.send("notifications/resources/updated", Json.object("uri", uri));
            }
        });
    }

    void taskChanged(String id, Map<String, Object> task) {
        tell(one -> {
            if (one.tasks().contains(id)) {
                one.send("notifications/tasks", task);
            }
        });
    }

    /** Asynchronous, so that a change does not wait for the notifications. */
    private void tell(Consumer<Subscription> message) {
        this.timekeeper.after(Duration.ZERO, () -> this.open.forEach(message));
    }

    @Override
    public void start() {
        this.closed = false;
        this.running = true;
    }

    @Override
    public void stop() {
        this.running = false;
        this.closed = true;
        this.open.forEach(Subscription::end);
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
