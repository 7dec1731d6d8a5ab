package io.mcpclient.discovery.internal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;

import io.mcpclient.support.json.SharedJsonMapper;

/** Strict reading of JSON documents: UTF-8, one object, no duplicate members, bounded depth. Parts are unmodifiable. */
public final class JsonDocuments {

    private static final ObjectReader READER = SharedJsonMapper.get()
            .readerFor(Object.class)
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonDocuments() {}

    /** Parses a document. */
    public static Map<String, @Nullable Object> parse(byte[] body) {
        String text = text(body);
        Object value;
        try {
            value = READER.readValue(text);
        } catch (StreamConstraintsException ex) {
            throw new MalformedDocumentException(
                    "has JSON that is nested too deeply, or a text or number that is too long");
        } catch (JacksonException ex) {
            throw new MalformedDocumentException("is not valid JSON, or has duplicate members");
        }
        return object(value, "is not a JSON object");
    }

    private static String text(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return text.startsWith("\ufeff") ? text.substring(1) : text;
        } catch (CharacterCodingException ex) {
            throw new MalformedDocumentException("is not valid UTF-8");
        }
    }

    private static Map<String, @Nullable Object> object(@Nullable Object value, String problem) {
        if (!(frozen(value) instanceof Map<?, ?> map)) {
            throw new MalformedDocumentException(problem);
        }
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        map.forEach((name, member) -> members.put(String.valueOf(name), member));
        return Collections.unmodifiableMap(members);
    }

    private static @Nullable Object frozen(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(frozen(item)));
            return Collections.unmodifiableList(copy);
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put(name, frozen(member)));
            return Collections.unmodifiableMap(copy);
        }
        return value;
    }
}
