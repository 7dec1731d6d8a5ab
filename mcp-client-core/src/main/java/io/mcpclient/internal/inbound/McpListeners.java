package io.mcpclient.internal.inbound;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.schema.Task;

/**
 * Listeners for messages that a server sends unsolicited, and handlers of methods that the protocol does not define. In
 * contrast to {@link McpHandlers}, which are declared to a server once, they can be added and removed at any time.
 * Thread-safe.
 */
public final class McpListeners {

    private final List<McpLogListener> log;

    private final List<McpProgressListener> progress;

    private final List<McpChangeListener> change;

    private final ConcurrentMap<String, McpNotificationListener> notifications;

    private final ConcurrentMap<String, ReactiveMcpRequestHandler> requests;

    private final List<Runnable> watchers;

    private final boolean receivesListChanges;

    /** Creates an empty collection. */
    public McpListeners() {
        this.log = new CopyOnWriteArrayList<>();
        this.progress = new CopyOnWriteArrayList<>();
        this.change = new CopyOnWriteArrayList<>();
        this.notifications = new ConcurrentHashMap<>();
        this.requests = new ConcurrentHashMap<>();
        this.watchers = new CopyOnWriteArrayList<>();
        this.receivesListChanges = true;
    }

    private McpListeners(McpListeners all) {
        this.log = all.log;
        this.progress = all.progress;
        this.change = all.change;
        this.notifications = all.notifications;
        this.requests = all.requests;
        this.watchers = all.watchers;
        this.receivesListChanges = false;
    }

    /**
     * Returns an independent collection of the same listeners and handlers, without watchers.
     * @return the copy
     */
    public McpListeners copy() {
        McpListeners copy = new McpListeners();
        copy.log.addAll(this.log);
        copy.progress.addAll(this.progress);
        copy.change.addAll(this.change);
        copy.notifications.putAll(this.notifications);
        copy.requests.putAll(this.requests);
        return copy;
    }

    /**
     * Returns the same listeners for the session of a user. They receive everything except changes of lists: their view of
     * lists is that of the application, not that of the user.
     * @return a live view: additions and removals apply to both
     */
    public McpListeners ofUser() {
        return new McpListeners(this);
    }

    /** Returns the listeners for log messages. */
    public List<McpLogListener> log() {
        return this.log;
    }

    /** Returns the listeners for the progress of all requests. */
    public List<McpProgressListener> progress() {
        return this.progress;
    }

    /** Returns the listeners for changes. */
    public List<McpChangeListener> change() {
        return this.receivesListChanges
                ? this.change
                : this.change.stream()
                        .<McpChangeListener>map(WithoutListChanges::new)
                        .toList();
    }

    /** Returns the listener for notifications of a method. */
    public Optional<McpNotificationListener> notification(String method) {
        return Optional.ofNullable(this.notifications.get(method));
    }

    /** Returns the handler for requests of a method. */
    public Optional<ReactiveMcpRequestHandler> request(String method) {
        return Optional.ofNullable(this.requests.get(method));
    }

    /** Returns whether there is any listener or handler for methods that the protocol does not define. */
    public boolean isAnyMethodHandled() {
        return !this.notifications.isEmpty() || !this.requests.isEmpty();
    }

    /** Adds a listener. */
    public void add(McpLogListener listener) {
        this.log.add(listener);
        changed();
    }

    /** Removes a listener. */
    public void remove(McpLogListener listener) {
        this.log.remove(listener);
        changed();
    }

    /** Adds a listener. */
    public void add(McpProgressListener listener) {
        this.progress.add(listener);
    }

    /** Removes a listener. */
    public void remove(McpProgressListener listener) {
        this.progress.remove(listener);
    }

    /** Adds a listener. */
    public void add(McpChangeListener listener) {
        this.change.add(listener);
        changed();
    }

    /** Removes a listener. */
    public void remove(McpChangeListener listener) {
        this.change.remove(listener);
        changed();
    }

    /** Sets the listener for notifications of a method. */
    public void onNotification(String method, McpNotificationListener listener) {
        this.notifications.put(method, listener);
        changed();
    }

    /** Sets the handler for requests of a method. */
    public void onRequest(String method, ReactiveMcpRequestHandler handler) {
        this.requests.put(method, handler);
        changed();
    }

    /** Adds a watcher that is called when the set of listeners changes. */
    public void addWatcher(Runnable watcher) {
        this.watchers.add(watcher);
    }

    /** Removes a watcher. */
    public void removeWatcher(Runnable watcher) {
        this.watchers.remove(watcher);
    }

    private void changed() {
        this.watchers.forEach(Runnable::run);
    }

    /** Forwards everything except changes of lists. */
    private record WithoutListChanges(McpChangeListener listener) implements McpChangeListener {

        @Override
        public void onResourceUpdated(McpSource source, String uri) {
            this.listener.onResourceUpdated(source, uri);
        }

        @Override
        public void onElicitationComplete(McpSource source, String elicitationId) {
            this.listener.onElicitationComplete(source, elicitationId);
        }

        @Override
        public void onTaskStatus(McpSource source, Task task) {
            this.listener.onTaskStatus(source, task);
        }
    }
}
