package io.mcpclient.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.netty.internal.shaded.reactor.pool.InstrumentedPool;
import reactor.netty.resources.ConnectionProvider;

import io.mcpclient.McpClient;

/**
 * Counts the connections that a client has taken out of its pools. Neither it nor Reactor Netty tells without meters, so
 * this looks into them: it follows the fields of our own classes to every pool, wherever that is kept.
 */
final class LeasedConnections {

    private static final String POOLS = "channelPools";

    private LeasedConnections() {}

    /** Connections that are acquired and not released. Long-lived streams have connections of their own, not counted. */
    static int of(McpClient client) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> left = new ArrayDeque<>();
        left.add(client);
        int leased = 0;
        while (!left.isEmpty()) {
            Object next = left.remove();
            if (!seen.add(next)) {
                continue;
            }
            if (next instanceof ConnectionProvider provider && !isOurs(next.getClass())) {
                leased += leased(provider);
            } else if (next instanceof AtomicReference<?> reference) {
                add(reference.get(), left);
            } else {
                addFields(next, left);
            }
        }
        return leased;
    }

    private static void addFields(Object owner, Deque<Object> found) {
        for (Class<?> type = owner.getClass(); isOurs(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    add(value(field, owner), found);
                }
            }
        }
    }

    private static boolean isOurs(@Nullable Class<?> type) {
        return type != null && type.getName().startsWith("io.mcpclient.") && !type.isHidden();
    }

    private static void add(@Nullable Object value, Deque<Object> found) {
        if (value instanceof ConnectionProvider
                || value instanceof AtomicReference<?>
                || (value != null && isOurs(value.getClass()))) {
            found.add(value);
        }
    }

    private static int leased(ConnectionProvider provider) {
        for (Class<?> type = provider.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(POOLS) && value(field, provider) instanceof Map<?, ?> pools) {
                    return pools.values().stream()
                            .mapToInt(pool ->
                                    ((InstrumentedPool<?>) pool).metrics().acquiredSize())
                            .sum();
                }
            }
        }
        throw new IllegalStateException("Reactor Netty keeps its pools elsewhere: " + provider.getClass());
    }

    private static @Nullable Object value(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
