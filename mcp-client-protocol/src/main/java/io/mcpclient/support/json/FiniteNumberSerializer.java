package io.mcpclient.support.json;

import java.lang.reflect.Array;
import java.util.OptionalDouble;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.ArrayType;

/**
 * Serializer for floating-point numbers, and arrays of them, that rejects NaN and infinity. JSON has no such numbers; databind would
 * write the strings {@code "NaN"} and {@code "Infinity"}.
 */
final class FiniteNumberSerializer extends ValueSerializer<Object> {

    private final ValueSerializer<Object> numbers;

    private FiniteNumberSerializer(ValueSerializer<Object> numbers) {
        this.numbers = numbers;
    }

    static ValueSerializerModifier modifier() {
        return new ValueSerializerModifier() {
            @Override
            public ValueSerializer<?> modifySerializer(
                    SerializationConfig config, BeanDescription.Supplier type, ValueSerializer<?> serializer) {
                boolean isFloating = ExactScalarDeserializer.FLOATING.contains(type.getBeanClass())
                        || type.getBeanClass() == OptionalDouble.class;
                return isFloating ? finite(serializer) : serializer;
            }

            @Override
            public ValueSerializer<?> modifyArraySerializer(
                    SerializationConfig config,
                    ArrayType type,
                    BeanDescription.Supplier description,
                    ValueSerializer<?> serializer) {
                Class<?> element = type.getContentType().getRawClass();
                boolean isFloating = element.isPrimitive() && ExactScalarDeserializer.FLOATING.contains(element);
                return isFloating ? finite(serializer) : serializer;
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static ValueSerializer<?> finite(ValueSerializer<?> serializer) {
        return new FiniteNumberSerializer((ValueSerializer<Object>) serializer);
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty property) {
        return finite(context.handleSecondaryContextualization(this.numbers, property));
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        check(value, context);
        this.numbers.serialize(value, json, context);
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializationContext context, TypeSerializer type) {
        check(value, context);
        this.numbers.serializeWithType(value, json, context, type);
    }

    private static void check(Object value, SerializationContext context) {
        if (value instanceof Number number) {
            if (!Double.isFinite(number.doubleValue())) {
                context.reportMappingProblem("JSON has no number " + number);
            }
            return;
        }
        if (value instanceof OptionalDouble optional) {
            optional.ifPresent(number -> check(number, context));
            return;
        }
        for (int i = 0; i < Array.getLength(value); i++) {
            check(Array.get(value, i), context);
        }
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object value) {
        return this.numbers.isEmpty(context, value);
    }
}
