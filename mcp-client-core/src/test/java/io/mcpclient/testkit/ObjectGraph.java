package io.mcpclient.testkit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/** The objects of the library that a client consists of. */
public final class ObjectGraph {

    private ObjectGraph() {}

    /**
     * Returns the objects that an object refers to, itself and functions included.
     * @param root any object of the library
     * @return objects of our own classes, each once
     */
    public static Set<Object> of(Object root) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> left = new ArrayDeque<>(List.of(root));
        while (!left.isEmpty()) {
            Object next = left.remove();
            if (next instanceof AtomicReference<?> reference) {
                add(reference.get(), left);
            } else if (next instanceof Collection<?> elements) {
                elements.forEach(element -> add(element, left));
            } else if (next instanceof Map<?, ?> entries) {
                entries.values().forEach(value -> add(value, left));
            } else if (isOurs(next.getClass()) && seen.add(next)) {
                addFields(next, left);
            }
        }
        return seen;
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
        return type != null && type.getName().startsWith("io.mcpclient.") && !type.isEnum();
    }

    private static void add(@Nullable Object value, Deque<Object> found) {
        if (value != null) {
            found.add(value);
        }
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
