package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads arguments from the body of a request: one JSON object, or nothing at all. */
final class Arguments {

    private static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    /** Decimal numbers are sent to the server with their original digits. */
    private final JsonMapper mapper = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final ObjectReader reader = this.mapper
            .reader()
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /**
     * Reads the arguments.
     * @return the members of the object, none for an empty body
     * @throws InvalidArgumentsException if the body is anything but a JSON object
     */
    Map<String, Object> read(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (isBlank(body)) {
            return Map.of();
        }
        if (body.length > MAX_BYTES) {
            throw new InvalidArgumentsException("The arguments are larger than " + MAX_BYTES + " bytes");
        }
        if (!isJson(request.getContentType())) {
            throw new InvalidArgumentsException("The arguments must be sent as application/json");
        }
        return members(body);
    }

    /**
     * Reads arguments that are all strings.
     * @return the members of the object, none for an empty body
     * @throws InvalidArgumentsException if the body is anything but a JSON object of strings
     */
    Map<String, String> readTexts(HttpServletRequest request) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        read(request).forEach((name, value) -> {
            if (!(value instanceof String text)) {
                throw new InvalidArgumentsException("All arguments must be strings");
            }
            texts.put(name, text);
        });
        return texts;
    }

    private Map<String, Object> members(byte[] body) {
        try {
            JsonNode json = this.reader.readTree(body);
            if (!json.isObject()) {
                throw new InvalidArgumentsException("The arguments must be a JSON object, not " + kind(json));
            }
            return this.mapper.convertValue(json, OBJECT);
        } catch (JacksonException ex) {
            TokenStreamLocation where = ex.getLocation();
            String position = (where != null && where.getLineNr() > 0)
                    ? ", see line " + where.getLineNr() + ", column " + where.getColumnNr()
                    : "";
            throw new InvalidArgumentsException("The arguments are not valid JSON" + position);
        }
    }

    private static boolean isBlank(byte[] body) {
        for (byte b : body) {
            if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                return false;
            }
        }
        return true;
    }

    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return true;
        }
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            return type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                    || (type.getType().equals("application") && "json".equals(type.getSubtypeSuffix()));
        } catch (InvalidMediaTypeException ex) {
            return false;
        }
    }

    private static String kind(JsonNode json) {
        return switch (json.getNodeType()) {
            case ARRAY -> "an array";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            default -> "nothing";
        };
    }
}
