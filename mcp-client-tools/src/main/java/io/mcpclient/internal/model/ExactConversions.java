package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

/**
 * Other JSON values that can only mean the same as a value.
 *
 * <table>
 * <caption>conversions</caption>
 * <tr><th>value</th><th>conversion</th><th>not converted</th></tr>
 * <tr><td>a string that is JSON text of a number, boolean or null</td><td>the value</td><td>other notations: {@code "1,5"},
 * {@code "0x10"}, {@code "007"}, {@code "NaN"}; numbers that no double can represent approximately: {@code "1e400"}</td></tr>
 * <tr><td>the strings {@code "True"} and {@code "False"}, in any case</td><td>the boolean</td><td>{@code "yes"}, {@code "1"}</td></tr>
 * <tr><td>a string that is JSON text of an array or object, also with a {@link JsonRepair}</td><td>the value</td><td>lists with
 * commas</td></tr>
 * <tr><td>a string in quotes, up to three times</td><td>as the string</td><td></td></tr>
 * <tr><td>a number without a fraction, {@code 5.0}, unless all numbers are allowed</td><td>the integer</td><td>integers of more than 40 digits that are written
 * with an exponent</td></tr>
 * <tr><td>a number</td><td>its text</td><td>numbers with an exponent: they have several texts</td></tr>
 * <tr><td>a boolean</td><td>its text</td><td></td></tr>
 * <tr><td>an array or object</td><td>its JSON text</td><td></td></tr>
 * </table>
 */
final class ExactConversions {

    static final JsonCodec JSON = new JsonCodec(JsonLimits.DEFAULT);

    /** Number of times that a string is JSON text of a string. */
    static final int MAX_ENCODED = 3;

    private static final int MAX_SCALAR = 100;

    private static final int MAX_DIGITS = 40;

    private ExactConversions() {}

    /**
     * Returns the conversions of a value.
     * @param value plain JSON
     * @param types types of interest
     */
    static List<@Nullable Object> of(@Nullable Object value, Set<JsonType> types) {
        List<@Nullable Object> results = new ArrayList<>();
        if (value instanceof String text) {
            addValueOf(text, types, results);
        } else if (value instanceof Number number) {
            addInteger(number, types, results);
            String text = number.toString();
            if (text.indexOf('E') < 0 && JsonType.decimal(number) != null) {
                results.add(text);
            }
        } else if (value instanceof Boolean) {
            results.add(value.toString());
        } else if (value != null && types.contains(JsonType.STRING)) {
            addText(value, results);
        }
        results.removeIf(result -> !AllowedTypes.contain(types, result));
        return results;
    }

    private static void addInteger(Number number, Set<JsonType> types, List<@Nullable Object> results) {
        BigDecimal decimal = JsonType.decimal(number);
        if (!types.contains(JsonType.NUMBER)
                && JsonType.of(number) == JsonType.NUMBER
                && decimal != null
                && JsonType.isIntegral(number)
                && (decimal.signum() == 0 || (long) decimal.precision() - decimal.scale() <= MAX_DIGITS)) {
            results.add(
                    JsonNumberText.smallest((decimal.signum() == 0) ? BigInteger.ZERO : decimal.toBigIntegerExact()));
        }
    }

    private static void addText(Object container, List<@Nullable Object> results) {
        try {
            results.add(JSON.toJson(container));
        } catch (IllegalArgumentException ex) {
            // not plain JSON
        }
    }

    private static void addValueOf(String text, Set<JsonType> types, List<@Nullable Object> results) {
        String current = text;
        for (int i = 0; i < MAX_ENCODED; i++) {
            Object value = valueOf(current);
            if (value == LenientJson.Absent.ABSENT) {
                return;
            }
            results.add(value);
            if (value instanceof Number number) {
                addInteger(number, types, results);
            }
            if (!(value instanceof String encoded)) {
                return;
            }
            current = encoded;
        }
    }

    private static @Nullable Object valueOf(String text) {
        String stripped = text.strip();
        if (stripped.equalsIgnoreCase("true") || stripped.equalsIgnoreCase("false")) {
            return stripped.equalsIgnoreCase("true");
        }
        Set<JsonRepair> repairs = EnumSet.noneOf(JsonRepair.class);
        try {
            Object value = isPossible(stripped)
                    ? new LenientJson(new JsonText(text, repairs)).document()
                    : LenientJson.Absent.ABSENT;
            boolean isContainer = JsonType.of(value) == JsonType.ARRAY || JsonType.of(value) == JsonType.OBJECT;
            return (isContainer || (repairs.isEmpty() && isRepresentable(value))) ? value : LenientJson.Absent.ABSENT;
        } catch (UnreadableJsonException ex) {
            return LenientJson.Absent.ABSENT;
        }
    }

    private static boolean isPossible(String text) {
        return !text.isEmpty() && ("[{\"`".indexOf(text.charAt(0)) >= 0 || text.length() <= MAX_SCALAR);
    }

    private static boolean isRepresentable(@Nullable Object value) {
        if (!(value instanceof BigDecimal decimal)) {
            return true;
        }
        double nearest = decimal.doubleValue();
        return Double.isFinite(nearest) && (nearest != 0 || decimal.signum() == 0);
    }
}
