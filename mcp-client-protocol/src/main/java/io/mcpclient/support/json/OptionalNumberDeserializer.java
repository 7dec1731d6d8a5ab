package io.mcpclient.support.json;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;

/** Deserializer for optional numbers that reads the number with the deserializer of its type, as those of databind do not. */
final class OptionalNumberDeserializer<O, N> extends StdDeserializer<O> {

    private final Class<N> number;

    private final Function<N, O> present;

    private final O empty;

    private OptionalNumberDeserializer(Class<O> type, Class<N> number, Function<N, O> present, O empty) {
        super(type);
        this.number = number;
        this.present = present;
        this.empty = empty;
    }

    static SimpleModule addTo(SimpleModule module) {
        return module.addDeserializer(
                        OptionalInt.class,
                        new OptionalNumberDeserializer<>(
                                OptionalInt.class, Integer.class, OptionalInt::of, OptionalInt.empty()))
                .addDeserializer(
                        OptionalLong.class,
                        new OptionalNumberDeserializer<>(
                                OptionalLong.class, Long.class, OptionalLong::of, OptionalLong.empty()))
                .addDeserializer(
                        OptionalDouble.class,
                        new OptionalNumberDeserializer<>(
                                OptionalDouble.class, Double.class, OptionalDouble::of, OptionalDouble.empty()));
    }

    @Override
    public O deserialize(JsonParser json, DeserializationContext context) {
        @Nullable N value = context.readValue(json, this.number);
        return (value != null) ? this.present.apply(value) : this.empty;
    }

    @Override
    public O getNullValue(DeserializationContext context) {
        return this.empty;
    }
}
