package io.mcpclient.jsonrpc;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DatabindException;

/**
 * The members of a JSON object, from which those that the vocabulary defines are taken. A member that is {@code null} counts as absent;
 * one of another type than the specification says is an {@link UnsupportedShapeException}. Not thread-safe.
 */
final class Members {

    private final Map<String, Object> members;

    /**
     * Creates an instance.
     * @param members the members, of which those that are taken are removed
     */
    Members(Map<String, Object> members) {
        this.members = members;
    }

    @Nullable
    Object any(String name) {
        return this.members.remove(name);
    }

    private <T> @Nullable T take(String name, Class<T> type) {
        Object value = any(name);
        DirectReader.require(value == null || type.isInstance(value));
        return type.cast(value);
    }

    @Nullable
    String text(String name) {
        return take(name, String.class);
    }

    @Nullable
    Boolean flag(String name) {
        return take(name, Boolean.class);
    }

    @SuppressWarnings("unchecked")
    @Nullable
    Map<String, Object> object(String name) {
        return take(name, Map.class);
    }

    Map<String, Object> objectOrEmpty(String name) {
        return DirectReader.orEmpty(object(name));
    }

    /** Converts a member that is an object. */
    <T> @Nullable T object(String name, Function<Members, T> conversion) {
        Map<String, Object> object = object(name);
        return (object != null) ? conversion.apply(new Members(object)) : null;
    }

    List<String> texts(String name) {
        List<?> items = take(name, List.class);
        return (items != null) ? items.stream().map(Members::requiredText).toList() : List.of();
    }

    private static String requiredText(@Nullable Object item) {
        DirectReader.require(item instanceof String);
        return (String) DirectReader.required(item);
    }

    /** Converts a member that is a text. */
    <T> @Nullable T text(String name, Function<String, T> conversion) {
        String text = text(name);
        return (text != null) ? conversion.apply(text) : null;
    }

    /** Converts a member with databind, for those that few servers send. */
    <T> @Nullable T bound(String name, Class<T> type) {
        Object value = any(name);
        try {
            return (value != null) ? Databind.mapper().convertValue(value, type) : null;
        } catch (DatabindException ex) {
            throw new UnsupportedShapeException();
        }
    }

    /** Returns the members that were not taken. */
    Map<String, Object> others() {
        return this.members;
    }
}
