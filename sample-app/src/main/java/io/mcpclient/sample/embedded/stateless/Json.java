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

/** Reads and writes JSON: strictly, and with all digits of numbers. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final ObjectReader READER = MAPPER.reader()
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Json() {}

    /**
     * Parses JSON text.
     * @throws RpcError if it is not valid
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

    /** Writes an object independently of the order of its members. */
    static String canonical(JsonNode value) {
        return MAPPER.writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED).writeValueAsString(value);
    }

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Creates an object of alternating names and values, in this order. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    /** Returns whether a value is an integer according to JSON Schema: 42.0 is one. */
    static boolean isInteger(JsonNode value) {
        return value.isNumber() && isIntegral(value.decimalValue());
    }

    private static boolean isIntegral(BigDecimal number) {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }
}
