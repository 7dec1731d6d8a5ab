package io.mcpclient.protocol;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpListeners;
import io.mcpclient.handler.McpSource;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.ElicitationCompleteParams;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ResourceUpdatedParams;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Task;
import io.mcpclient.support.TimeSource;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.IgnoredMessages.Reason;

/**
 * Hands notifications of a server to those who listen.
 *
 * <table>
 * <caption>notifications of a server</caption>
 * <tr><th>notification</th><th>goes to</th></tr>
 * <tr><td>progress</td><td>the call that asked for it</td></tr>
 * <tr><td>message</td><td>log listeners, one by one</td></tr>
 * <tr><td>list_changed of tools, prompts, resources</td><td>change listeners, coalesced, if declared</td></tr>
 * <tr><td>resources/updated</td><td>change listeners, if declared</td></tr>
 * <tr><td>elicitation/complete, tasks/status</td><td>change listeners</td></tr>
 * <tr><td>anything else</td><td>a listener for that method, or a counter (RPC-22)</td></tr>
 * </table>
 *
 * Listeners run one after the other on a thread that may block; what they cannot take in time is counted. Thread-safe.
 *
 * @see "faults F12, F19, F35"
 */
public final class ServerNotifications {

    private static final int MAX_WAITING = 1_000;

    private final String serverName;

    private final Supplier<McpPrincipal> principal;

    private final JsonCodec codec;

    private final McpListeners listeners;

    private final IgnoredMessages ignored;

    private final ProgressFeeds progress;

    private final Consumer<String> elicitationComplete;

    private final Mailbox mailbox;

    private final AtomicBoolean heard = new AtomicBoolean();

    private final AtomicBoolean begun = new AtomicBoolean();

    private final Coalesced tools;

    private final Coalesced prompts;

    private final Coalesced resources;

    /**
     * Creates the way of notifications of one client.
     * @param serverName configured name of the server
     * @param codec reads parameters
     * @param settings who listens
     * @param ignored counts what nobody takes
     * @param time clock and timers of the client
     * @param elicitationComplete learns that the user is done with a page, before any listener does
     */
    public ServerNotifications(
            String serverName,
            JsonCodec codec,
            InboundSettings settings,
            IgnoredMessages ignored,
            TimeSource time,
            Consumer<String> elicitationComplete) {
        this.elicitationComplete = elicitationComplete;
        this.serverName = serverName;
        this.principal = settings::principal;
        this.codec = codec;
        this.listeners = settings.listeners();
        this.ignored = ignored;
        this.mailbox = new Mailbox(settings.threads().listeners(), MAX_WAITING);
        this.progress = new ProgressFeeds(
                this.principal, this.listeners, ignored, settings.threads().listeners());
        this.tools = new Coalesced(
                settings.changeDebounce(), time, () -> tell(listener -> listener.onToolsChanged(this.serverName)));
        this.prompts = new Coalesced(
                settings.changeDebounce(), time, () -> tell(listener -> listener.onPromptsChanged(this.serverName)));
        this.resources = new Coalesced(
                settings.changeDebounce(), time, () -> tell(listener -> listener.onResourcesChanged(this.serverName)));
    }

    /**
     * Returns the calls that have asked for progress.
     * @return the feeds of this client
     */
    public ProgressFeeds progress() {
        return this.progress;
    }

    /**
     * Takes one notification. Never blocks.
     * @param notification the notification
     * @param declared what the server has declared
     */
    public void accept(JsonRpcNotification notification, ServerCapabilities declared) {
        Map<?, ?> params = (notification.params() instanceof Map<?, ?> map) ? map : Map.of();
        switch (notification.method()) {
            case McpMethods.NOTIFICATIONS_PROGRESS -> this.progress.accept(params);
            case McpMethods.NOTIFICATIONS_MESSAGE -> log(params);
            case McpMethods.NOTIFICATIONS_TOOLS_LIST_CHANGED ->
                changed(this.tools, declared, ServerCapabilities::tellsToolChanges, notification);
            case McpMethods.NOTIFICATIONS_PROMPTS_LIST_CHANGED ->
                changed(this.prompts, declared, ServerCapabilities::tellsPromptChanges, notification);
            case McpMethods.NOTIFICATIONS_RESOURCES_LIST_CHANGED ->
                changed(this.resources, declared, ServerCapabilities::tellsResourceChanges, notification);
            case McpMethods.NOTIFICATIONS_RESOURCES_UPDATED -> updated(params, declared);
            case McpMethods.NOTIFICATIONS_ELICITATION_COMPLETE -> elicitationComplete(params);
            case McpMethods.NOTIFICATIONS_TASKS_STATUS -> taskStatus(params);
            default -> other(notification.method(), params);
        }
    }

    /**
     * Notes that changes are heard from now on.
     * @return whether they were heard before, in an earlier session: what happened in between is not known then
     */
    public boolean hear() {
        return this.heard.getAndSet(true);
    }

    /**
     * Tells whether changes have been heard in any session.
     * @return whether {@link #hear} was called
     */
    public boolean wereHeard() {
        return this.heard.get();
    }

    /**
     * Notes that a session begins, before any call of it. Behind it may be another server: lists count as changed then,
     * except those whose changes are heard of in this session, for which others see to that.
     * @param declared what the server has declared
     * @param hearsChanges whether changes that the server tells are asked for and listened to separately
     * @return whether there was a session before
     * @see "fault D12"
     */
    public boolean beginSession(ServerCapabilities declared, boolean hearsChanges) {
        if (!this.begun.getAndSet(true)) {
            return false;
        }
        if (declared.hasTools() && !(hearsChanges && declared.tellsToolChanges())) {
            this.tools.signal();
        }
        if (declared.hasPrompts() && !(hearsChanges && declared.tellsPromptChanges())) {
            this.prompts.signal();
        }
        if (declared.hasResources() && !(hearsChanges && declared.tellsResourceChanges())) {
            this.resources.signal();
        }
        return true;
    }

    /** Every list counts as changed: what happened while nobody could hear of it is not known. */
    public void everythingChanged(ServerCapabilities declared) {
        if (declared.tellsToolChanges()) {
            this.tools.signal();
        }
        if (declared.tellsPromptChanges()) {
            this.prompts.signal();
        }
        if (declared.tellsResourceChanges()) {
            this.resources.signal();
        }
    }

    private void changed(
            Coalesced list,
            ServerCapabilities declared,
            Predicate<ServerCapabilities> isDeclared,
            JsonRpcNotification notification) {
        if (isDeclared.test(declared)) {
            list.signal();
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
            tell(params, listener -> listener.onResourceUpdated(source(), updated.uri()));
        }
    }

    private void elicitationComplete(Map<?, ?> params) {
        ElicitationCompleteParams complete = read(params, ElicitationCompleteParams.class);
        if (complete != null) {
            this.elicitationComplete.accept(complete.elicitationId());
            tell(params, listener -> listener.onElicitationComplete(source(), complete.elicitationId()));
        }
    }

    private void taskStatus(Map<?, ?> params) {
        Task task = read(params, Task.class);
        if (task != null) {
            if (task.status().isTerminal()) {
                this.progress.taskEnded(task.taskId());
            }
            tell(params, listener -> listener.onTaskStatus(source(), task));
        }
    }

    private void log(Map<?, ?> params) {
        if (this.listeners.log().isEmpty()) {
            this.ignored.count(Reason.UNUSED_NOTIFICATION, McpMethods.NOTIFICATIONS_MESSAGE);
            return;
        }
        LoggingMessageParams message = read(params, LoggingMessageParams.class);
        if (message != null) {
            each(this.listeners.log(), params, listener -> listener.onLog(source(), message));
        }
    }

    private void other(String method, Map<?, ?> params) {
        this.listeners
                .notification(method)
                .ifPresentOrElse(
                        listener ->
                                each(List.of(listener), params, told -> told.onNotification(source(), plain(params))),
                        () -> this.ignored.count(Reason.UNUSED_NOTIFICATION, method));
    }

    private McpSource source() {
        return new McpSource(this.serverName, this.principal.get());
    }

    private void tell(Consumer<McpChangeListener> change) {
        each(this.listeners.change(), Map.of(), change);
    }

    private void tell(Map<?, ?> params, Consumer<McpChangeListener> change) {
        each(this.listeners.change(), params, change);
    }

    private <T> void each(List<T> told, Map<?, ?> params, Consumer<T> event) {
        long weight = (told.isEmpty() || params.isEmpty())
                ? 0
                : JsonCodec.sizeOf(params).heap();
        for (T listener : told) {
            if (!this.mailbox.offer(() -> event.accept(listener), weight)) {
                this.ignored.count(Reason.OVERFLOW, "notification");
            }
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
