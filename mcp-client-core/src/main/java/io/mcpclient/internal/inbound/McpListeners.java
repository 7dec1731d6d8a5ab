package io.mcpclient.internal.inbound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.schema.Task;
import io.mcpclient.support.ListenerCalls;

/**
 * Listeners for messages that a server sends unsolicited, and handlers of methods that the protocol does not define. In
 * contrast to {@link McpHandlers}, which are declared to a server once, they can be added and removed at any time.
 * Thread-safe.
 */
public final class McpListeners {

    private final Registered all;

    private final boolean receivesListChanges;

    /** What is registered. The collections are immutable, because most stay empty; a thread that replaces one holds the monitor. */
    private static final class Registered {

        private volatile List<McpLogListener> log = List.of();

        private volatile List<McpProgressListener> progress = List.of();

        private volatile List<McpChangeListener> change = List.of();

        private volatile Map<String, McpNotificationListener> notifications = Map.of();

        private volatile Map<String, ReactiveMcpRequestHandler> requests = Map.of();

        private volatile List<Runnable> watchers = List.of();

        /** Created with the first failure of a listener. */
        private @Nullable ListenerCalls failures;

        synchronized ListenerCalls failures() {
            ListenerCalls present = (this.failures != null) ? this.failures : new ListenerCalls();
            this.failures = present;
            return present;
        }
    }

    /** Creates an empty collection. */
    public McpListeners() {
        this(new Registered(), true);
    }

    private McpListeners(Registered all, boolean receivesListChanges) {
        this.all = all;
        this.receivesListChanges = receivesListChanges;
    }

    /**
     * Returns an independent collection of the same listeners and handlers, without watchers.
     * @return the copy
     */
    public McpListeners copy() {
        Registered copy = new Registered();
        copy.log = this.all.log;
        copy.progress = this.all.progress;
        copy.change = this.all.change;
        copy.notifications = this.all.notifications;
        copy.requests = this.all.requests;
        return new McpListeners(copy, true);
    }

    /**
     * Returns the same listeners for the session of a user. They receive everything except changes of lists: their view of
     * lists is that of the application, not that of the user.
     * @return a live view: additions and removals apply to both
     */
    public McpListeners ofUser() {
        return new McpListeners(this.all, false);
    }

    /**
     * Calls a listener; its failures are logged, see {@link ListenerCalls}.
     * @param serverName configured name of the server
     * @param events what it receives
     * @param listener the listener; of one that exists for a single call only, its class
     * @param call calls it
     */
    public void call(String serverName, String events, Object listener, Runnable call) {
        try {
            call.run();
        } catch (Throwable ex) { // an error would end the delivery of all messages
            Object own = (listener instanceof WithoutListChanges view) ? view.listener() : listener;
            this.all.failures().failed(serverName, events, own, ex);
        }
    }

    /** Returns the listeners for log messages. */
    public List<McpLogListener> log() {
        return this.all.log;
    }

    /** Returns the listeners for the progress of all requests. */
    public List<McpProgressListener> progress() {
        return this.all.progress;
    }

    /** Returns the listeners for changes. */
    public List<McpChangeListener> change() {
        return this.receivesListChanges
                ? this.all.change
                : this.all.change.stream()
                        .<McpChangeListener>map(WithoutListChanges::new)
                        .toList();
    }

    /** Returns the listener for notifications of a method. */
    public Optional<McpNotificationListener> notification(String method) {
        return Optional.ofNullable(this.all.notifications.get(method));
    }

    /** Returns the handler for requests of a method. */
    public Optional<ReactiveMcpRequestHandler> request(String method) {
        return Optional.ofNullable(this.all.requests.get(method));
    }

    /** Returns whether there is any listener or handler for methods that the protocol does not define. */
    public boolean isAnyMethodHandled() {
        return !this.all.notifications.isEmpty() || !this.all.requests.isEmpty();
    }

    /** Adds a listener. */
    public void add(McpLogListener listener) {
        synchronized (this.all) {
            this.all.log = with(this.all.log, listener);
        }
        changed();
    }

    /** Removes a listener. */
    public void remove(McpLogListener listener) {
        synchronized (this.all) {
            this.all.log = without(this.all.log, listener);
        }
        changed();
    }

    /** Adds a listener. */
    public void add(McpProgressListener listener) {
        synchronized (this.all) {
            this.all.progress = with(this.all.progress, listener);
        }
    }

    /** Removes a listener. */
    public void remove(McpProgressListener listener) {
        synchronized (this.all) {
            this.all.progress = without(this.all.progress, listener);
        }
    }

    /** Adds a listener. */
    public void add(McpChangeListener listener) {
        synchronized (this.all) {
            this.all.change = with(this.all.change, listener);
        }
        changed();
    }

    /** Removes a listener. */
    public void remove(McpChangeListener listener) {
        synchronized (this.all) {
            this.all.change = without(this.all.change, listener);
        }
        changed();
    }

    /** Sets the listener for notifications of a method. */
    public void onNotification(String method, McpNotificationListener listener) {
        synchronized (this.all) {
            this.all.notifications = with(this.all.notifications, method, listener);
        }
        changed();
    }

    /** Sets the handler for requests of a method. */
    public void onRequest(String method, ReactiveMcpRequestHandler handler) {
        synchronized (this.all) {
            this.all.requests = with(this.all.requests, method, handler);
        }
        changed();
    }

    /** Adds a watcher that is called when the set of listeners changes. */
    public void addWatcher(Runnable watcher) {
        synchronized (this.all) {
            this.all.watchers = with(this.all.watchers, watcher);
        }
    }

    /** Removes a watcher. */
    public void removeWatcher(Runnable watcher) {
        synchronized (this.all) {
            this.all.watchers = without(this.all.watchers, watcher);
        }
    }

    private void changed() {
        this.all.watchers.forEach(Runnable::run);
    }

    private static <T> List<T> with(List<T> present, T added) {
        List<T> copy = new ArrayList<>(present);
        copy.add(added);
        return List.copyOf(copy);
    }

    private static <T> List<T> without(List<T> present, T removed) {
        List<T> copy = new ArrayList<>(present);
        copy.remove(removed);
        return List.copyOf(copy);
    }

    private static <T> Map<String, T> with(Map<String, T> present, String method, T added) {
        Map<String, T> copy = new HashMap<>(present);
        copy.put(method, added);
        return Map.copyOf(copy);
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
