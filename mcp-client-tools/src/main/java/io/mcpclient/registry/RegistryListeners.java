package io.mcpclient.registry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.mcpclient.call.RequiredArgument;
import io.mcpclient.support.ListenerCalls;

/** Listeners of a registry. A failing listener does not affect the others. Thread-safe. */
final class RegistryListeners<T> {

    private final List<T> listeners = new CopyOnWriteArrayList<>();

    private final ListenerCalls calls = new ListenerCalls();

    private final String events;

    RegistryListeners(String events) {
        this.events = events;
    }

    void add(T listener) {
        this.listeners.add(RequiredArgument.of("", "addListener", "listener", listener));
    }

    void remove(T listener) {
        this.listeners.remove(listener);
    }

    void notifyListeners(Consumer<T> change) {
        for (T listener : this.listeners) {
            this.calls.run("", this.events, listener, () -> change.accept(listener));
        }
    }
}
