package io.mcpclient.handler;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.mcpclient.schema.Task;

/**
 * Who wants to hear what a server says of its own accord, and who answers requests of methods that the protocol does not
 * know. Unlike {@link McpHandlers}, about which a server is told once, they come and go. Thread-safe.
 */
public final class McpListeners {

    private final List<McpLogListener> log;

    private final List<McpProgressListener> progress;

    private final List<McpChangeListener> change;

    private final ConcurrentMap<String, McpNotificationListener> notifications;

    private final ConcurrentMap<String, ReactiveMcpRequestHandler> requests;

    private final List<Runnable> watchers;

    private final boolean hearsOfLists;

    /** Creates listeners, none yet. */
    public McpListeners() {
        this.log = new CopyOnWriteArrayList<>();
        this.progress = new CopyOnWriteArrayList<>();
        this.change = new CopyOnWriteArrayList<>();
        this.notifications = new ConcurrentHashMap<>();
        this.requests = new ConcurrentHashMap<>();
        this.watchers = new CopyOnWriteArrayList<>();
        this.hearsOfLists = true;
    }

    private McpListeners(McpListeners all) {
        this.log = all.log;
        this.progress = all.progress;
        this.change = all.change;
        this.notifications = all.notifications;
        this.requests = all.requests;
        this.watchers = all.watchers;
        this.hearsOfLists = false;
    }

    /**
     * Returns the same listeners for the session of a user. They hear of everything there but of changes of lists: what
     * they know of lists is what the application sees, and not the user.
     * @return a view: whoever comes and goes here, comes and goes there
     */
    public McpListeners ofUser() {
        return new McpListeners(this);
    }

    /** Those who take log messages. */
    public List<McpLogListener> log() {
        return this.log;
    }

    /** Those who hear of the progress of all requests. */
    public List<McpProgressListener> progress() {
        return this.progress;
    }

    /** Those who hear of changes. */
    public List<McpChangeListener> change() {
        return this.hearsOfLists
                ? this.change
                : this.change.stream().<McpChangeListener>map(DeafToLists::new).toList();
    }

    /** Who takes notifications of a method. */
    public Optional<McpNotificationListener> notification(String method) {
        return Optional.ofNullable(this.notifications.get(method));
    }

    /** Who answers requests of a method. */
    public Optional<ReactiveMcpRequestHandler> request(String method) {
        return Optional.ofNullable(this.requests.get(method));
    }

    /** Whether anybody takes notifications or answers requests of methods that the protocol does not know. */
    public boolean isAnyMethodHandled() {
        return !this.notifications.isEmpty() || !this.requests.isEmpty();
    }

    /** Adds a listener. */
    public void add(McpLogListener listener) {
        this.log.add(listener);
        changed();
    }

    /** Takes a listener away. */
    public void remove(McpLogListener listener) {
        this.log.remove(listener);
        changed();
    }

    /** Adds a listener. */
    public void add(McpProgressListener listener) {
        this.progress.add(listener);
    }

    /** Takes a listener away. */
    public void remove(McpProgressListener listener) {
        this.progress.remove(listener);
    }

    /** Adds a listener. */
    public void add(McpChangeListener listener) {
        this.change.add(listener);
        changed();
    }

    /** Takes a listener away. */
    public void remove(McpChangeListener listener) {
        this.change.remove(listener);
        changed();
    }

    /** Sets who takes notifications of a method. */
    public void onNotification(String method, McpNotificationListener listener) {
        this.notifications.put(method, listener);
        changed();
    }

    /** Sets who answers requests of a method. */
    public void onRequest(String method, ReactiveMcpRequestHandler handler) {
        this.requests.put(method, handler);
        changed();
    }

    /** Adds somebody who has to know when the interest may have changed. */
    public void addWatcher(Runnable watcher) {
        this.watchers.add(watcher);
    }

    /** Takes a watcher away. */
    public void removeWatcher(Runnable watcher) {
        this.watchers.remove(watcher);
    }

    private void changed() {
        this.watchers.forEach(Runnable::run);
    }

    /** Hears of everything but of changes of lists. */
    private record DeafToLists(McpChangeListener listener) implements McpChangeListener {

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
