package io.mcpclient.sample.embedded.stateless;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes JSON: strictly, and with every digit of a number. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final ObjectReader READER = MAPPER.reader()
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    /**
     * Reads a text of JSON.
     * @throws RpcError if it is none
     */
    static JsonNode read(byte[] text) {
        try {
            JsonNode json = READER.readTree(text);
            if (json.isMissingNode()) {
                throw RpcError.unreadable();
            }
            return json;
        } catch (JacksonException ex) {
            throw RpcError.unreadable();
        }
    }

    static byte[] write(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Writes an object so that the order of its members does not matter. */
    static String canonical(JsonNode value) {
        return MAPPER.writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED).writeValueAsString(value);
    }

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Makes an object out of alternating names and values, which stay in this order. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    /** Whether a value is an integer as JSON Schema has it: 42.0 is one. */
    static boolean isInteger(JsonNode value) {
        return value.isNumber() && isIntegral(value.decimalValue());
    }

    private static boolean isIntegral(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }
}
