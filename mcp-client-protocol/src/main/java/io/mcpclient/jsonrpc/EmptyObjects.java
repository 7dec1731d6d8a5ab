package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Repairs results of servers that write the empty object as {@code []}, as PHP does with an empty array. Only results that
 * could not be read otherwise are repaired, and only members that can be nothing but objects.
 *
 * <table>
 * <caption>an empty array counts as an empty object</caption>
 * <tr><th>member</th><th>where</th></tr>
 * <tr><td>{@code capabilities}</td><td>in the result</td></tr>
 * <tr><td>any</td><td>in {@code capabilities}, at any depth that the specification defines</td></tr>
 * <tr><td>{@code _meta}, {@code annotations}</td><td>at any depth</td></tr>
 * <tr><td>{@code serverInfo}</td><td>in the result: counts as absent, because its members are not optional</td></tr>
 * <tr><td>any</td><td>in data of the application, such as structured content: never, the array may be meant</td></tr>
 * </table>
 */
final class EmptyObjects {

    private static final String CAPABILITIES = "capabilities";

    private static final Set<String> OBJECTS = Set.of("_meta", "annotations");

    private static final Set<String> DATA =
            Set.of("_meta", "structuredContent", "inputSchema", "outputSchema", "arguments", "input");

    private boolean isChanged;

    private EmptyObjects() {}

    /**
     * Returns a result with objects instead of empty arrays.
     * @param result the result as plain JSON
     * @return the repaired copy, which can be modified, or {@code null} if there is nothing to repair
     */
    static @Nullable Object repaired(@Nullable Object result) {
        if (!(result instanceof Map<?, ?> members)) {
            return null;
        }
        EmptyObjects repair = new EmptyObjects();
        Map<String, Object> repaired = repair.object(members, false);
        if (isEmptyArray(repaired.get("serverInfo"))) {
            repaired.remove("serverInfo");
            repair.isChanged = true;
        }
        return repair.isChanged ? repaired : null;
    }

    private Map<String, Object> object(Map<?, ?> members, boolean isCapability) {
        Map<String, Object> repaired = new LinkedHashMap<>();
        members.forEach((name, value) -> repaired.put((String) name, member((String) name, value, isCapability)));
        return repaired;
    }

    /** The types of plain JSON do not say that a value of an object may be {@code null}. */
    @SuppressWarnings("NullAway")
    private Object member(String name, @Nullable Object value, boolean isCapability) {
        boolean isObject = isCapability || name.equals(CAPABILITIES) || OBJECTS.contains(name);
        if (isObject && isEmptyArray(value)) {
            this.isChanged = true;
            return Map.of();
        }
        return DATA.contains(name) ? value : inside(value, isCapability || name.equals(CAPABILITIES));
    }

    private @Nullable Object inside(@Nullable Object value, boolean isCapability) {
        if (value instanceof Map<?, ?> members) {
            return object(members, isCapability);
        }
        return (value instanceof List<?> items && !isCapability)
                ? items.stream().map(item -> inside(item, false)).collect(Collectors.toCollection(ArrayList::new))
                : value;
    }

    private static boolean isEmptyArray(@Nullable Object value) {
        return value instanceof List<?> items && items.isEmpty();
    }
}
