package io.mcpclient.internal.support;

import java.math.BigDecimal;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.deser.jdk.UntypedObjectDeserializer;

/**
 * Deserializer for plain JSON that preserves the value of numbers: a {@link Double} if it represents the written value
 * exactly, otherwise a {@link BigDecimal}. A number whose exponent exceeds {@value #MAX_SCALE} is rejected: with a few
 * characters it could force callers to expand it in calculations.
 */
final class PlainJsonDeserializer extends UntypedObjectDeserializer {

    static final int MAX_SCALE = 10_000;

    /** A number of this length has at most 15 digits, which every double in the middle of the range can represent. */
    private static final int SHORT = 16;

    private static final double LEAST_OF_MIDDLE = 1e-290;

    private static final double MOST_OF_MIDDLE = 1e290;

    PlainJsonDeserializer() {
        super((JavaType) null, null);
    }

    @Override
    protected Object _deserializeFP(JsonParser json, DeserializationContext context) {
        return floatingPoint(json);
    }

    /** Returns the floating-point number at which a parser stands. */
    static Number floatingPoint(JsonParser json) {
        double value = json.getDoubleValue();
        double magnitude = Math.abs(value);
        if (magnitude >= LEAST_OF_MIDDLE && magnitude <= MOST_OF_MIDDLE && json.getStringLength() <= SHORT) {
            return value;
        }
        BigDecimal exact = SharedJsonMapper.decimal(json);
        if (exact == null || Math.abs((long) exact.scale()) > MAX_SCALE) {
            throw DatabindException.from(json, "a number with an exponent beyond " + MAX_SCALE);
        }
        return isSame(value, exact) ? (Number) value : exact;
    }

    private static boolean isSame(double value, BigDecimal exact) {
        return Double.isFinite(value) && BigDecimal.valueOf(value).compareTo(exact) == 0;
    }
}
