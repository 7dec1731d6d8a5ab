package io.mcpclient.support.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;

/**
 * Deserializer for integers that rejects a number with a fraction, which databind would drop, if its reader {@linkplain #required
 * requires} that. A number of a server whose numbers are all floating-point, such as 7.0, is an integer.
 */
public final class WholeNumberDeserializer extends DelegatingDeserializer {

    private static final Set<Class<?>> INTEGERS = Set.of(
            int.class,
            Integer.class,
            long.class,
            Long.class,
            short.class,
            Short.class,
            byte.class,
            Byte.class,
            BigInteger.class);

    private WholeNumberDeserializer(ValueDeserializer<?> integers) {
        super(integers);
    }

    /**
     * Returns a reader that rejects fractions for integers.
     * @param reader a reader of {@link SharedJsonMapper}
     * @return the reader
     */
    public static ObjectReader required(ObjectReader reader) {
        return reader.withAttribute(WholeNumberDeserializer.class, true);
    }

    /**
     * Returns whether a type is one of integers.
     * @param type a type
     * @return whether it has no fractions
     */
    public static boolean isInteger(Class<?> type) {
        return INTEGERS.contains(type);
    }

    static ValueDeserializerModifier modifier() {
        return new ValueDeserializerModifier() {
            @Override
            public ValueDeserializer<?> modifyDeserializer(
                    DeserializationConfig config, BeanDescription.Supplier type, ValueDeserializer<?> deserializer) {
                return isInteger(deserializer.handledType()) ? new WholeNumberDeserializer(deserializer) : deserializer;
            }
        };
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> integers) {
        return new WholeNumberDeserializer(integers);
    }

    @Override
    public Object deserialize(JsonParser json, DeserializationContext context) {
        if (json.hasToken(JsonToken.VALUE_NUMBER_FLOAT)
                && context.getAttribute(WholeNumberDeserializer.class) != null
                && hasFraction(json)) {
            return context.reportInputMismatch(handledType(), "a number with a fraction");
        }
        return super.deserialize(json, context);
    }

    private static boolean hasFraction(JsonParser json) {
        BigDecimal number = JsonNumbers.decimal(json);
        return number != null && number.stripTrailingZeros().scale() > 0;
    }
}
