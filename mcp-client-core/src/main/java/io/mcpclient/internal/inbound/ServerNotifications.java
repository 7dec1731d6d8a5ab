package io.mcpclient.internal.inbound;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Task;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.support.schema.ElicitationCompleteParams;
import io.mcpclient.support.schema.ResourceUpdatedParams;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

/**
 * Dispatches notifications of a server to listeners.
 *
 * <table>
 * <caption>notifications of a server</caption>
 * <tr><th>notification</th><th>receiver</th></tr>
 * <tr><td>progress</td><td>the call that requested it</td></tr>
 * <tr><td>message</td><td>log listeners, one by one</td></tr>
 * <tr><td>list_changed of tools, prompts, resources</td><td>change listeners, debounced, if declared</td></tr>
 * <tr><td>resources/updated</td><td>change listeners, if declared</td></tr>
 * <tr><td>elicitation/complete, tasks/status</td><td>change listeners</td></tr>
 * <tr><td>anything else</td><td>a listener for that method, or a counter (RPC-22)</td></tr>
 * </table>
 *
 * Listeners run one after another on a thread that may block; notifications that exceed their queue are counted. Thread-safe.
 *
 * @see "faults F12, F19, F35"
 */
public final class ServerNotifications {

    private static final int MAX_WAITING = 1_000;

    private final String serverName;

    private final JsonCodec codec;

    private final InboundSettings settings;

    private final McpIgnoredMessages ignored;

    private final TimeSource time;

    private final Consumer<String> elicitationComplete;

    /** Created with the first call: only calls have progress. */
    private final LazyPart<ProgressFeeds> progress = new LazyPart<>(this::feeds);

    /** Created with the first notification for a listener, and most servers send none. */
    private final LazyPart<Delivery> delivery = new LazyPart<>(Delivery::new);

    private final AtomicBoolean receiving = new AtomicBoolean();

    private final AtomicBoolean begun = new AtomicBoolean();

    /** The way to the listeners. */
    private final class Delivery {

        private final Mailbox mailbox = new Mailbox(
                ServerNotifications.this.settings.threads().listeners(),
                MAX_WAITING,
                () -> ServerNotifications.this.ignored.count(Reason.OVERFLOW, "notification"));

        private final Debouncer tools = debounced(listener -> listener.onToolsChanged(serverName()));

        private final Debouncer prompts = debounced(listener -> listener.onPromptsChanged(serverName()));

        private final Debouncer resources = debounced(listener -> listener.onResourcesChanged(serverName()));

        private Debouncer debounced(Consumer<McpChangeListener> change) {
            return new Debouncer(
                    ServerNotifications.this.settings.changeDebounce(),
                    ServerNotifications.this.time,
                    () -> publish(change));
        }
    }

    /**
     * Creates the dispatcher of one client.
     * @param serverName configured name of the server
     * @param codec reads parameters
     * @param settings the listeners
     * @param ignored counts notifications without a listener
     * @param time clock and timers of the client
     * @param elicitationComplete notified that the user has completed a page, before any listener
     */
    public ServerNotifications(
            String serverName,
            JsonCodec codec,
            InboundSettings settings,
            McpIgnoredMessages ignored,
            TimeSource time,
            Consumer<String> elicitationComplete) {
        this.elicitationComplete = elicitationComplete;
        this.serverName = serverName;
        this.codec = codec;
        this.settings = settings;
        this.ignored = ignored;
        this.time = time;
    }

    private ProgressFeeds feeds() {
        return new ProgressFeeds(
                this.settings::principal,
                this.settings.listeners(),
                this.ignored,
                this.settings.threads().listeners(),
                this.time);
    }

    private String serverName() {
        return this.serverName;
    }

    private McpListeners listeners() {
        return this.settings.listeners();
    }

    /**
     * Returns the calls that request progress.
     * @return the feeds of this client
     */
    public ProgressFeeds progress() {
        return this.progress.get();
    }

    /**
     * Returns whether there are calls with progress that continue as tasks: no request of theirs is open, whose response could bring it.
     * @return whether there are any
     */
    public boolean followTasks() {
        ProgressFeeds present = this.progress.present();
        return present != null && present.followTasks();
    }

    /**
     * Handles one notification. Never blocks.
     * @param notification the notification
     * @param declared the server's declared capabilities
     */
    public void accept(JsonRpcNotification notification, ServerCapabilities declared) {
        Map<?, ?> params = (notification.params() instanceof Map<?, ?> map) ? map : Map.of();
        switch (notification.method()) {
            case McpMethods.NOTIFICATIONS_PROGRESS -> progress().accept(params);
            case McpMethods.NOTIFICATIONS_MESSAGE -> log(params);
            case McpMethods.NOTIFICATIONS_TOOLS_LIST_CHANGED ->
                changed(delivery -> delivery.tools, declared.notifiesToolListChanged(), notification);
            case McpMethods.NOTIFICATIONS_PROMPTS_LIST_CHANGED ->
                changed(delivery -> delivery.prompts, declared.notifiesPromptListChanged(), notification);
            case McpMethods.NOTIFICATIONS_RESOURCES_LIST_CHANGED ->
                changed(delivery -> delivery.resources, declared.notifiesResourceListChanged(), notification);
            case McpMethods.NOTIFICATIONS_RESOURCES_UPDATED -> updated(params, declared);
            case McpMethods.NOTIFICATIONS_ELICITATION_COMPLETE -> elicitationComplete(params);
            case McpMethods.NOTIFICATIONS_TASKS_STATUS -> taskStatus(params);
            default -> other(notification.method(), params);
        }
    }

    /**
     * Records that changes are received from now on.
     * @return whether they were received before, in an earlier session: changes in between are unknown then
     */
    public boolean startReceiving() {
        return this.receiving.getAndSet(true);
    }

    /**
     * Returns whether changes have been received in any session.
     * @return whether {@link #startReceiving} was called
     */
    public boolean hasReceived() {
        return this.receiving.get();
    }

    /**
     * Records the start of a session, before any call of it. The server may be a different one: lists count as changed then,
     * except those whose changes this session subscribes to, which the subscription handles.
     * @param declared the server's declared capabilities
     * @param hearsChanges whether change notifications are subscribed to separately
     * @return whether there was a session before
     * @see "fault D12"
     */
    public boolean beginSession(ServerCapabilities declared, boolean hearsChanges) {
        if (!this.begun.getAndSet(true)) {
            return false;
        }
        if (declared.hasTools() && !(hearsChanges && declared.notifiesToolListChanged())) {
            this.delivery.get().tools.signal();
        }
        if (declared.hasPrompts() && !(hearsChanges && declared.notifiesPromptListChanged())) {
            this.delivery.get().prompts.signal();
        }
        if (declared.hasResources() && !(hearsChanges && declared.notifiesResourceListChanged())) {
            this.delivery.get().resources.signal();
        }
        return true;
    }

    /** Marks every list as changed: changes that could not be received are unknown. */
    public void everythingChanged(ServerCapabilities declared) {
        if (declared.notifiesToolListChanged()) {
            this.delivery.get().tools.signal();
        }
        if (declared.notifiesPromptListChanged()) {
            this.delivery.get().prompts.signal();
        }
        if (declared.notifiesResourceListChanged()) {
            this.delivery.get().resources.signal();
        }
    }

    private void changed(Function<Delivery, Debouncer> list, boolean isDeclared, JsonRpcNotification notification) {
        if (isDeclared) {
            list.apply(this.delivery.get()).signal();
        } else {
            this.ignored.count(Reason.NOT_NEGOTIATED, notification.method());
        }
    }

    private void updated(Map<?, ?> params, ServerCapabilities declared) {
        if (!declared.hasResourceSubscriptions()) {
            this.ignored.count(Reason.NOT_NEGOTIATED, McpMethods.NOTIFICATIONS_RESOURCES_UPDATED);
            return;
        }
        ResourceUpdatedParams updated = read(params, ResourceUpdatedParams.class);
        if (updated != null) {
            publish(params, listener -> listener.onResourceUpdated(source(), updated.uri()));
        }
    }

    private void elicitationComplete(Map<?, ?> params) {
        ElicitationCompleteParams complete = read(params, ElicitationCompleteParams.class);
        if (complete != null) {
            this.elicitationComplete.accept(complete.elicitationId());
            publish(params, listener -> listener.onElicitationComplete(source(), complete.elicitationId()));
        }
    }

    private void taskStatus(Map<?, ?> params) {
        Task task = read(params, Task.class);
        if (task != null) {
            if (task.status().isTerminal()) {
                progress().taskEnded(task.taskId());
            }
            publish(params, listener -> listener.onTaskStatus(source(), task));
        }
    }

    private void log(Map<?, ?> params) {
        if (listeners().log().isEmpty()) {
            this.ignored.count(Reason.UNUSED_NOTIFICATION, McpMethods.NOTIFICATIONS_MESSAGE);
            return;
        }
        LoggingMessageParams message = read(withLevel(params), LoggingMessageParams.class);
        if (message != null) {
            each("log messages", listeners().log(), params, listener -> listener.onLog(source(), message));
        }
    }

    /** A message without a level, or with a number instead of its name, is worth reading all the same. */
    private static Map<?, ?> withLevel(Map<?, ?> params) {
        if (params.isEmpty() || params.get("level") instanceof String) {
            return params;
        }
        Map<Object, Object> copy = new LinkedHashMap<>(params);
        copy.put("level", LoggingLevel.WARNING.value());
        return copy;
    }

    private void other(String method, Map<?, ?> params) {
        listeners()
                .notification(method)
                .ifPresentOrElse(
                        listener -> each(
                                SafeText.excerpt(method),
                                List.of(listener),
                                params,
                                each -> each.onNotification(source(), plain(params))),
                        () -> this.ignored.count(Reason.UNUSED_NOTIFICATION, method));
    }

    private McpSource source() {
        return new McpSource(this.serverName, this.settings.principal());
    }

    private void publish(Consumer<McpChangeListener> change) {
        publish(Map.of(), change);
    }

    private void publish(Map<?, ?> params, Consumer<McpChangeListener> change) {
        each("changes", listeners().change(), params, change);
    }

    private <T> void each(String events, List<T> listeners, Map<?, ?> params, Consumer<T> event) {
        long weight = (listeners.isEmpty() || params.isEmpty())
                ? 0
                : JsonSize.of(params).heap();
        for (T listener : listeners) {
            this.delivery
                    .get()
                    .mailbox
                    .offer(
                            () -> listeners().call(this.serverName, events, listener, () -> event.accept(listener)),
                            weight);
        }
    }

    private <T> @Nullable T read(Map<?, ?> params, Class<T> type) {
        try {
            return this.codec.convert(params, type);
        } catch (IllegalArgumentException ex) {
            this.ignored.count(Reason.MALFORMED, ex.getMessage());
            return null;
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> plain(Map<?, ?> params) {
        return (Map<String, Object>) params;
    }
}
