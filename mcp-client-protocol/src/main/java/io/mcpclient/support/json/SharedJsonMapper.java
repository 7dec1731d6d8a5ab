package io.mcpclient.support.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The JSON mapper of this library. Shared by all clients: its cached type information is large and the same for all of
 * them. Thread-safe.
 */
public final class SharedJsonMapper {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            // The alternative writes some doubles with more digits than were read: 8.41E21 as 8.409999999999999E21.
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .addModule(new SimpleModule("records").setValueInstantiators(new RecordInstantiator.OfRecords()))
            .addModule(OptionalNumberDeserializer.addTo(new SimpleModule("scalars")
                    .setDeserializerModifier(ExactScalarDeserializer.modifier())
                    .setSerializerModifier(FiniteNumberSerializer.modifier())))
            .addModule(new SimpleModule("plain JSON").addDeserializer(Object.class, new PlainJsonDeserializer()))
            .build();

    private static final ObjectReader EXACT =
            ExactScalarDeserializer.required(MAPPER.reader()).with(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS);

    private SharedJsonMapper() {}

    /**
     * Returns the mapper. It omits properties of beans and records that are {@code null} or an empty {@code Optional}, and ignores
     * unknown properties.
     * @return the mapper
     */
    public static JsonMapper get() {
        return MAPPER;
    }

    /**
     * Returns a reader for types of an application, which get what the server has sent.
     * @return a reader that rejects values that do not fit a scalar type exactly, and numbers for constants of an enum
     */
    public static ObjectReader exactReader() {
        return EXACT;
    }
}
