package io.mcpclient.handler;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Who wants to hear what a server says of its own accord, and who answers requests of methods that the protocol does not
 * know. Unlike {@link McpHandlers}, about which a server is told once, they come and go. Thread-safe.
 */
public final class McpListeners {

    private final List<McpLogListener> log = new CopyOnWriteArrayList<>();

    private final List<McpProgressListener> progress = new CopyOnWriteArrayList<>();

    private final List<McpChangeListener> change = new CopyOnWriteArrayList<>();

    private final ConcurrentMap<String, McpNotificationListener> notifications = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, ReactiveMcpRequestHandler> requests = new ConcurrentHashMap<>();

    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();

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
        return this.change;
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
}
