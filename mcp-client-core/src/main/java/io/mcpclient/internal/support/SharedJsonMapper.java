package io.mcpclient.internal.support;

import java.math.BigDecimal;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
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
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            // The alternative writes some doubles with more digits than were read: 8.41E21 as 8.409999999999999E21.
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .addModule(new SimpleModule("plain JSON").addDeserializer(Object.class, new PlainJsonDeserializer()))
            .addModule(new SimpleModule("records").setValueInstantiators(new RecordInstantiator.OfRecords()))
            .build();

    private SharedJsonMapper() {}

    /**
     * Returns the mapper. It omits {@code null} properties of beans and records, and ignores unknown properties.
     * @return the mapper
     */
    public static JsonMapper get() {
        return MAPPER;
    }

    /**
     * Reads the number at which a parser stands.
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
     * Reads the number at which a parser stands as plain JSON does, see {@link PlainJsonDeserializer}.
     * @param json the parser
     * @return the number
     * @throws tools.jackson.core.JacksonException if it is a floating-point number with an excessive exponent
     */
    public static Number number(JsonParser json) {
        return json.isExpectedNumberIntToken() ? json.getNumberValue() : PlainJsonDeserializer.floatingPoint(json);
    }
}
