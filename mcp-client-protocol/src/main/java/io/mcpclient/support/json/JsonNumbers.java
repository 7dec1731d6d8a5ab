package io.mcpclient.support.json;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;

/**
 * Reads numbers of JSON without a change of their value: a {@link Double} if it represents the written value exactly, otherwise a
 * {@link BigDecimal}. A number whose exponent exceeds {@value #MAX_SCALE} is rejected: with a few characters it could force callers
 * to expand it in calculations.
 */
public final class JsonNumbers {

    private static final int MAX_SCALE = 10_000;

    /** Problem of a number that is rejected because of its exponent. */
    public static final String EXCESSIVE = "a number with an exponent beyond " + MAX_SCALE;

    /** A number of this length has at most 15 digits, which every double in the middle of the range can represent. */
    private static final int SHORT = 16;

    private static final double LEAST_OF_MIDDLE = 1e-290;

    private static final double MOST_OF_MIDDLE = 1e290;

    private JsonNumbers() {}

    /**
     * Reads the number at which a parser stands.
     * @param json the parser
     * @return the number
     * @throws tools.jackson.core.JacksonException if it is a floating-point number with an excessive exponent
     */
    public static Number of(JsonParser json) {
        return json.isExpectedNumberIntToken() ? json.getNumberValue() : floatingPoint(json);
    }

    /**
     * Reads the number at which a parser stands as a decimal.
     * @param json the parser
     * @return the number; {@code null} if its exponent exceeds the range of {@link BigDecimal}, which the parser does not
     *     report
     */
    public static @Nullable BigDecimal decimal(JsonParser json) {
        try {
            return json.getDecimalValue();
        } catch (NumberFormatException ex) {
            return null;
        }
    }

    /**
     * Returns whether a number is rejected because of its exponent.
     * @param number the number, as written in JSON
     * @return whether its exponent is excessive
     */
    public static boolean isExcessive(String number) {
        try {
            return (number.indexOf('e') >= 0 || number.indexOf('E') >= 0) && isExcessive(new BigDecimal(number));
        } catch (NumberFormatException ex) {
            return true;
        }
    }

    private static boolean isExcessive(BigDecimal number) {
        return Math.abs((long) number.scale()) > MAX_SCALE;
    }

    /** Returns the floating-point number at which a parser stands. */
    public static Number floatingPoint(JsonParser json) {
        double value = json.getDoubleValue();
        double magnitude = Math.abs(value);
        if (magnitude >= LEAST_OF_MIDDLE && magnitude <= MOST_OF_MIDDLE && json.getStringLength() <= SHORT) {
            return value;
        }
        BigDecimal exact = decimal(json);
        if (exact == null || isExcessive(exact)) {
            throw DatabindException.from(json, EXCESSIVE);
        }
        return isSame(value, exact) ? (Number) value : exact;
    }

    private static boolean isSame(double value, BigDecimal exact) {
        return Double.isFinite(value) && BigDecimal.valueOf(value).compareTo(exact) == 0;
    }
}
