package io.mcpclient.registry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.internal.operation.RequiredArgument;

/** Listeners of a registry. A failing listener does not affect the others. Thread-safe. */
final class RegistryListeners<T> {

    private static final Logger logger = LoggerFactory.getLogger(RegistryListeners.class);

    private final List<T> listeners = new CopyOnWriteArrayList<>();

    void add(T listener) {
        this.listeners.add(RequiredArgument.of("", "addListener", "listener", listener));
    }

    void remove(T listener) {
        this.listeners.remove(listener);
    }

    void notifyListeners(Consumer<T> change) {
        for (T listener : this.listeners) {
            try {
                change.accept(listener);
            } catch (RuntimeException ex) {
                logger.warn("A listener of an MCP registry failed", ex);
            }
        }
    }
}
