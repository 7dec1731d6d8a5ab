package io.mcpclient.autoconfigure.beans;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.springframework.util.function.SingletonSupplier;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.handler.McpToolChange;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Task;
import io.mcpclient.support.ListenerCalls;

/**
 * Configures the listener beans of a client: all are called, in their order, even if one of them throws. They are registered
 * from the first message, but looked up only then because they may depend on clients. Without such beans no listener is
 * added, so that nothing is requested from the server.
 */
public final class ListenerBeans {

    private final ServerBeans beans;

    public ListenerBeans(ServerBeans beans) {
        this.beans = beans;
    }

    /** Gives the listeners for a server to the builder of its client. */
    public void applyTo(String server, McpClientBuilder builder) {
        if (exists(McpLogListener.class, server)) {
            builder.logListener(new LogListeners(late(McpLogListener.class, server, "log messages")));
        }
        if (exists(McpProgressListener.class, server)) {
            Late<McpProgressListener> listeners = late(McpProgressListener.class, server, "progress");
            builder.progressListener(progress -> listeners.forEach(listener -> listener.onProgress(progress)));
        }
        if (exists(McpChangeListener.class, server)) {
            builder.changeListener(new ChangeListeners(late(McpChangeListener.class, server, "changes")));
        }
    }

    private boolean exists(Class<?> type, String server) {
        return !this.beans.names(server, type).isEmpty();
    }

    private <T> Late<T> late(Class<T> type, String server, String events) {
        return new Late<>(SingletonSupplier.of(() -> this.beans.of(type, server)), server, events, new ListenerCalls());
    }

    private record Late<T>(Supplier<List<T>> listeners, String server, String events, ListenerCalls calls) {

        void forEach(Consumer<T> call) {
            for (T listener : this.listeners.get()) {
                this.calls.run(this.server, this.events, listener, () -> call.accept(listener));
            }
        }
    }

    private record LogListeners(Late<McpLogListener> listeners) implements McpLogListener {

        @Override
        public void onLog(String serverName, LoggingMessageParams message) {
            this.listeners.forEach(listener -> listener.onLog(serverName, message));
        }

        @Override
        public void onLog(McpSource source, LoggingMessageParams message) {
            this.listeners.forEach(listener -> listener.onLog(source, message));
        }
    }

    private record ChangeListeners(Late<McpChangeListener> listeners) implements McpChangeListener {

        @Override
        public void onToolsChanged(String serverName) {
            this.listeners.forEach(listener -> listener.onToolsChanged(serverName));
        }

        @Override
        public void onToolDefinitionChanged(McpToolChange change) {
            this.listeners.forEach(listener -> listener.onToolDefinitionChanged(change));
        }

        @Override
        public void onPromptsChanged(String serverName) {
            this.listeners.forEach(listener -> listener.onPromptsChanged(serverName));
        }

        @Override
        public void onResourcesChanged(String serverName) {
            this.listeners.forEach(listener -> listener.onResourcesChanged(serverName));
        }

        @Override
        public void onResourceUpdated(McpSource source, String uri) {
            this.listeners.forEach(listener -> listener.onResourceUpdated(source, uri));
        }

        @Override
        public void onElicitationComplete(McpSource source, String elicitationId) {
            this.listeners.forEach(listener -> listener.onElicitationComplete(source, elicitationId));
        }

        @Override
        public void onTaskStatus(McpSource source, Task task) {
            this.listeners.forEach(listener -> listener.onTaskStatus(source, task));
        }
    }
}
