package io.mcpclient.skills.internal;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Compares values with their types: objects without order, lists in order, numbers by value.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-37)"
 */
public final class JsonEquality {

    private static final int MAX_DIGITS = 100;

    private JsonEquality() {}

    /**
     * Looks for the first difference between two objects.
     * @param one an object
     * @param other the other object
     * @return name of a member that differs, {@code null} if they are equal
     */
    public static @Nullable String difference(Map<?, ?> one, Map<?, ?> other) {
        for (Map.Entry<?, ?> member : one.entrySet()) {
            if (!other.containsKey(member.getKey()) || !areEqual(member.getValue(), other.get(member.getKey()))) {
                return String.valueOf(member.getKey());
            }
        }
        for (Object name : other.keySet()) {
            if (!one.containsKey(name)) {
                return String.valueOf(name);
            }
        }
        return null;
    }

    /**
     * Compares two values.
     * @param one plain JSON, or what a YAML parser makes of the same types
     * @param other the other value
     * @return whether they are equal
     */
    public static boolean areEqual(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Map<?, ?> first && other instanceof Map<?, ?> second) {
            return first.size() == second.size() && difference(first, second) == null;
        }
        if (one instanceof List<?> first && other instanceof List<?> second) {
            if (first.size() != second.size()) {
                return false;
            }
            for (int i = 0; i < first.size(); i++) {
                if (!areEqual(first.get(i), second.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (one instanceof Number first && other instanceof Number second) {
            BigDecimal left = decimal(first);
            BigDecimal right = decimal(second);
            return left != null && right != null && left.compareTo(right) == 0;
        }
        return Objects.equals(one, other);
    }

    /** {@code null} for what is no number of JSON, and for numbers whose comparison would be expensive. */
    private static @Nullable BigDecimal decimal(Number number) {
        String text = number.toString();
        if (text.length() > MAX_DIGITS) {
            return null;
        }
        try {
            BigDecimal decimal = new BigDecimal(text);
            return (Math.abs((long) decimal.scale()) <= 1_000) ? decimal : null;
        } catch (NumberFormatException notFinite) {
            return null;
        }
    }
}
