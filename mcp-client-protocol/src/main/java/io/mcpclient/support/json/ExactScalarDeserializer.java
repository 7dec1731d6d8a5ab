package io.mcpclient.support.json;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.type.ArrayType;

/**
 * Deserializer for scalar types that rejects what databind would change without a word, if its reader {@linkplain #required requires}
 * that. A number of a server whose numbers are all floating-point, such as 7.0, is an integer.
 *
 * <table>
 * <caption>rejected values</caption>
 * <tr><th>type</th><th>value</th><th>what databind makes of it</th></tr>
 * <tr><td>integers</td><td>a number with a fraction</td><td>the number without it</td></tr>
 * <tr><td>{@code float}, {@code double}</td><td>a number beyond their range</td><td>infinity</td></tr>
 * <tr><td>{@code boolean}</td><td>a number</td><td>whether it is not 0</td></tr>
 * <tr><td>{@code char}</td><td>a number</td><td>the character with that code</td></tr>
 * <tr><td>arrays of these</td><td>an element as above</td><td>the same</td></tr>
 * </table>
 */
public final class ExactScalarDeserializer extends DelegatingDeserializer {

    private static final Set<Class<?>> INTEGERS = Set.of(
            int.class,
            Integer.class,
            long.class,
            Long.class,
            short.class,
            Short.class,
            byte.class,
            Byte.class,
            BigInteger.class,
            AtomicInteger.class,
            AtomicLong.class);

    static final Set<Class<?>> FLOATING = Set.of(double.class, Double.class, float.class, Float.class);

    private static final Set<Class<?>> NO_NUMBERS =
            Set.of(boolean.class, Boolean.class, AtomicBoolean.class, char.class, Character.class);

    private ExactScalarDeserializer(ValueDeserializer<?> scalars) {
        super(scalars);
    }

    /** Returns a reader of {@link SharedJsonMapper} that rejects values which do not fit a scalar type exactly. */
    static ObjectReader required(ObjectReader reader) {
        return reader.withAttribute(ExactScalarDeserializer.class, true);
    }

    /**
     * Returns why a number was rejected.
     * @param type the scalar type
     * @param token the token of the number
     * @return the problem, {@code null} if the number was not rejected here, or if its JSON type says enough
     */
    public static @Nullable String problem(Class<?> type, @Nullable JsonToken token) {
        if (INTEGERS.contains(type) && token == JsonToken.VALUE_NUMBER_FLOAT) {
            return "expected a whole number, found a number with a fraction";
        }
        return (FLOATING.contains(type) && token != null && token.isNumeric())
                ? "the number is out of the range of " + type.getSimpleName()
                : null;
    }

    static ValueDeserializerModifier modifier() {
        return new ValueDeserializerModifier() {
            @Override
            public ValueDeserializer<?> modifyDeserializer(
                    DeserializationConfig config, BeanDescription.Supplier type, ValueDeserializer<?> deserializer) {
                return exact(deserializer);
            }

            @Override
            public ValueDeserializer<?> modifyArrayDeserializer(
                    DeserializationConfig config,
                    ArrayType type,
                    BeanDescription.Supplier description,
                    ValueDeserializer<?> deserializer) {
                Class<?> element = type.getContentType().getRawClass();
                return (element.isPrimitive() && element != char.class)
                        ? new OfArray(deserializer, type.getContentType())
                        : deserializer;
            }
        };
    }

    private static ValueDeserializer<?> exact(ValueDeserializer<?> deserializer) {
        Class<?> type = deserializer.handledType();
        boolean isScalar = INTEGERS.contains(type) || FLOATING.contains(type) || NO_NUMBERS.contains(type);
        return isScalar ? new ExactScalarDeserializer(deserializer) : deserializer;
    }

    private static boolean isRequired(DeserializationContext context) {
        return context.getAttribute(ExactScalarDeserializer.class) != null;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> scalars) {
        return new ExactScalarDeserializer(scalars);
    }

    @Override
    public Object deserialize(JsonParser json, DeserializationContext context) {
        JsonToken token = json.currentToken();
        if (token != null && token.isNumeric() && isRequired(context) && !isExact(json, token)) {
            return context.reportInputMismatch(handledType(), "a number does not fit exactly");
        }
        return super.deserialize(json, context);
    }

    private boolean isExact(JsonParser json, JsonToken token) {
        Class<?> type = handledType();
        if (INTEGERS.contains(type)) {
            return token == JsonToken.VALUE_NUMBER_INT || !hasFraction(json);
        }
        if (type == float.class || type == Float.class) {
            return Float.isFinite(json.getFloatValue());
        }
        return FLOATING.contains(type) && Double.isFinite(json.getDoubleValue());
    }

    private static boolean hasFraction(JsonParser json) {
        BigDecimal number = JsonNumbers.decimal(json);
        return number != null && number.stripTrailingZeros().scale() > 0;
    }

    /** Arrays of a primitive type, whose elements databind reads without their deserializer. */
    private static final class OfArray extends DelegatingDeserializer {

        private final JavaType element;

        OfArray(ValueDeserializer<?> arrays, JavaType element) {
            super(arrays);
            this.element = element;
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> arrays) {
            return new OfArray(arrays, this.element);
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) {
            if (!json.hasToken(JsonToken.START_ARRAY) || !isRequired(context)) {
                return super.deserialize(json, context);
            }
            ValueDeserializer<Object> deserializer = context.findRootValueDeserializer(this.element);
            List<Object> elements = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                elements.add(element(deserializer, json, context, elements.size()));
            }
            Object array = Array.newInstance(this.element.getRawClass(), elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Array.set(array, i, elements.get(i));
            }
            return array;
        }

        private static Object element(
                ValueDeserializer<Object> deserializer, JsonParser json, DeserializationContext context, int index) {
            try {
                return json.hasToken(JsonToken.VALUE_NULL)
                        ? deserializer.getNullValue(context)
                        : deserializer.deserialize(json, context);
            } catch (JacksonException ex) {
                throw DatabindException.wrapWithPath(context, ex, new JacksonException.Reference(new Object[0], index));
            }
        }
    }
}
