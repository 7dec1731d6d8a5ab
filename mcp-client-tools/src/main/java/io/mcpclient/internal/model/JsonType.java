package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** JSON type of a value, with the names that JSON Schema uses. A number that is written with a fraction or an exponent is no integer. */
enum JsonType {
    STRING("string", "a string"),
    INTEGER("integer", "an integer"),
    NUMBER("number", "a number"),
    BOOLEAN("boolean", "a boolean"),
    ARRAY("array", "an array"),
    OBJECT("object", "an object"),
    NULL("null", "null");

    /** Without the copy that {@code values()} makes. */
    private static final JsonType[] ALL = values();

    private final String keyword;

    private final String withArticle;

    JsonType(String keyword, String withArticle) {
        this.keyword = keyword;
        this.withArticle = withArticle;
    }

    String withArticle() {
        return this.withArticle;
    }

    /** Returns the type of a value; {@code null} if it is not plain JSON. */
    static @Nullable JsonType of(@Nullable Object value) {
        if (value instanceof String) {
            return STRING;
        }
        if (value instanceof Number) {
            boolean isInteger = value instanceof Integer
                    || value instanceof Long
                    || value instanceof BigInteger
                    || value instanceof Short
                    || value instanceof Byte;
            return isInteger ? INTEGER : NUMBER;
        }
        if (value instanceof Boolean) {
            return BOOLEAN;
        }
        if (value instanceof Map<?, ?>) {
            return OBJECT;
        }
        return (value instanceof List<?>) ? ARRAY : (value == null) ? NULL : null;
    }

    /** Returns the type with this name; {@code null} if JSON Schema has none. */
    static @Nullable JsonType named(@Nullable Object keyword) {
        for (JsonType type : ALL) {
            if (type.keyword.equals(keyword)) {
                return type;
            }
        }
        return null;
    }

    /** Returns a number exactly; {@code null} if it is infinite or not a number. */
    static @Nullable BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        try {
            return new BigDecimal(number.toString());
        } catch (NumberFormatException ex) {
            return null;
        }
    }

    /** Returns whether a number has no fraction. */
    static boolean isIntegral(Number number) {
        BigDecimal decimal = decimal(number);
        return decimal != null
                && (decimal.signum() == 0
                        || decimal.scale() <= 0
                        || decimal.stripTrailingZeros().scale() <= 0);
    }
}
