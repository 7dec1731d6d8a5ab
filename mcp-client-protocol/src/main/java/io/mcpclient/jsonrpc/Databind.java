package io.mcpclient.jsonrpc;

import java.lang.reflect.Type;
import java.util.Set;
import java.util.function.BiFunction;

import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.schema.JsonValue;
import io.mcpclient.support.json.SharedJsonMapper;
import io.mcpclient.support.schema.CreateTaskResult;

/** Jackson's databind, for everything that is neither plain JSON nor frequent. */
final class Databind {

    private static final JsonMapper MAPPER = SharedJsonMapper.get();

    private static final ObjectWriter WRITER = MAPPER.writer();

    private static final Set<String> VOCABULARY =
            Set.of(JsonValue.class.getPackageName(), CreateTaskResult.class.getPackageName());

    /** Attached to the types themselves, so that the cache does not retain classes of an application. */
    private static final ClassValue<ObjectReader> READERS = new ClassValue<>() {
        @Override
        protected ObjectReader computeValue(Class<?> type) {
            return isOfApplication(type) ? applicationReader(type) : MAPPER.readerFor(type);
        }
    };

    private Databind() {}

    static JsonMapper mapper() {
        return MAPPER;
    }

    static ObjectWriter writer() {
        return WRITER;
    }

    /** Returns a reader for a result: of the vocabulary, as servers write it, or of an application. */
    static ObjectReader reader(Class<?> type) {
        return READERS.get(type);
    }

    /** Returns whether a type is neither one of the vocabulary, which servers write as they like, nor one of Java. */
    static boolean isOfApplication(Class<?> type) {
        String name = type.getPackageName();
        return !VOCABULARY.contains(name) && !name.startsWith("java.");
    }

    /** Returns a reader for a type of an application, which gets what the server has sent. */
    static ObjectReader applicationReader(Type type) {
        return SharedJsonMapper.exactReader().forType(MAPPER.constructType(type));
    }

    /** Returns the conversion of plain JSON to a type. */
    static BiFunction<Object, Class<?>, Object> conversion() {
        return MAPPER::convertValue;
    }
}
