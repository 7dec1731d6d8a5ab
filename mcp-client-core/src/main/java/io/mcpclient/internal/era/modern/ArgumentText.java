package io.mcpclient.internal.era.modern;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;

/**
 * Reads arguments as they will appear in the body: applications may pass beans, enums and anything else that can be written as
 * JSON. Plain values, the common case, are read without serialization.
 */
final class ArgumentText {

    /** The largest integer that every server can read exactly (HDR-14). */
    private static final BigDecimal MAX_INTEGER = BigDecimal.valueOf((1L << 53) - 1);

    private static final Set<Class<?>> PLAIN_NUMBERS = Set.of(
            Integer.class,
            Long.class,
            Short.class,
            Byte.class,
            Double.class,
            Float.class,
            BigInteger.class,
            BigDecimal.class);

    private final JsonCodec codec;

    ArgumentText(JsonCodec codec) {
        this.codec = codec;
    }

    /** Returns a member of an object; {@code null} if the value is not an object or has no such member. */
    @Nullable
    Object member(@Nullable Object value, String name) {
        if (!(value instanceof Map<?, ?> members)) {
            return (isPlain(value) || !(json(value) instanceof Map<?, ?> json)) ? null : json.get(name);
        }
        for (Map.Entry<?, ?> member : members.entrySet()) {
            // Not get(): a map may define its own equality of keys.
            if (name.equals(member.getKey())) {
                return member.getValue();
            }
        }
        return hasOddKeys(members) && json(members) instanceof Map<?, ?> json ? json.get(name) : null;
    }

    private static boolean hasOddKeys(Map<?, ?> members) {
        return !members.keySet().stream().allMatch(String.class::isInstance);
    }

    /**
     * Returns the text of a value.
     * @param isInteger whether the tool declares it as an integer
     * @return the text, or {@code null} if it is null, an object or an array
     * @throws ArithmeticException if it is declared as an integer, and is one that is out of range
     */
    @Nullable
    String of(@Nullable Object value, boolean isInteger) {
        Object plain = isPlain(value) ? value : json(value);
        if (plain instanceof Number number) {
            return number(number, isInteger);
        }
        return (plain instanceof String || plain instanceof Boolean) ? plain.toString() : null;
    }

    /** A value that is not an integer has the text of its JSON: the server reports the error. */
    private static String number(Number number, boolean isInteger) {
        String text = number.toString();
        BigDecimal value = isInteger ? exact(text) : null;
        if (value == null || !isWhole(value)) {
            return text;
        }
        if (value.abs().compareTo(MAX_INTEGER) > 0) {
            throw new ArithmeticException("out of range");
        }
        return value.toBigInteger().toString();
    }

    private static @Nullable BigDecimal exact(String number) {
        try {
            return new BigDecimal(number);
        } catch (NumberFormatException ex) {
            return null; // infinite, or not a number
        }
    }

    /** Checks only the digits: an exponent can be far too large to write the number out. */
    private static boolean isWhole(BigDecimal value) {
        return value.signum() == 0
                || value.scale() <= 0
                || value.stripTrailingZeros().scale() <= 0;
    }

    private static boolean isPlain(@Nullable Object value) {
        return value == null
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Number && PLAIN_NUMBERS.contains(value.getClass());
    }

    /** A value that cannot be serialized has no text: sending the request reports it. */
    private @Nullable Object json(@Nullable Object value) {
        try {
            return this.codec.fromJson(this.codec.toJson(value), Object.class);
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }
}
