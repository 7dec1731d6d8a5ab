package io.mcpclient.internal.inbound;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Handlers of the server requests that the protocol defines, by their reactive type. A capability without a handler is not declared.
 * Immutable.
 */
public final class McpHandlers {

    private static final McpHandlers NONE = new McpHandlers(Map.of());

    private final Map<Class<?>, Object> handlers;

    private McpHandlers(Map<Class<?>, Object> handlers) {
        this.handlers = handlers;
    }

    /** Returns an instance without handlers. */
    public static McpHandlers none() {
        return NONE;
    }

    /** Returns whether there are no handlers. */
    public boolean isEmpty() {
        return this.handlers.isEmpty();
    }

    /**
     * Returns the handler of a type.
     * @param type reactive type of the handler
     * @param <T> reactive type of the handler
     * @return the handler, or {@code null}
     */
    public <T> @Nullable T get(Class<T> type) {
        return type.cast(this.handlers.get(type));
    }

    /**
     * Returns whether there is a handler of a type.
     * @param type reactive type of the handler
     */
    public boolean has(Class<?> type) {
        return this.handlers.containsKey(type);
    }

    /**
     * Returns a copy with a handler in the place of the one of this type.
     * @param type reactive type of the handler
     * @param handler the handler
     * @param <T> reactive type of the handler
     * @return the copy
     */
    public <T> McpHandlers with(Class<T> type, T handler) {
        Map<Class<?>, Object> all = new HashMap<>(this.handlers);
        all.put(type, handler);
        return new McpHandlers(Map.copyOf(all));
    }
}
