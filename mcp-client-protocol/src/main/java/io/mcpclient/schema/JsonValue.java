package io.mcpclient.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

import io.mcpclient.support.json.JsonSize;
import io.mcpclient.support.json.SharedJsonMapper;

/**
 * A JSON value as text, such as the structured content of a result. It is parsed when something asks for the value. Immutable and
 * thread-safe.
 *
 * <p>Two values are equal if they are the same JSON, with the members of objects in any order. Numbers are compared as they are read:
 * {@code 1.0} equals {@code 1.00}, but not {@code 1}, which is an integer. If a name occurs twice in an object, the last value counts.
 *
 * @since 0.1.0
 */
@JsonSerialize(using = JsonValueSerializer.class)
@JsonDeserialize(using = JsonValueDeserializer.class)
public sealed class JsonValue permits JsonObject {

    /** Without limits: the text was parsed before, within the limits of its client. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .disable(TokenStreamFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .build();

    /** UTF-8, which takes half the memory of a string if there is a character beyond Latin-1. */
    private final byte[] json;

    /** An object or array that was asked for, {@code null} for none. */
    private volatile @Nullable Object parsed;

    /** Zero if it was not computed. */
    private int hash;

    /** Number of nodes, negative if the text is not plain; zero if it was not computed. A list is measured more than once. */
    private int nodes;

    /**
     * Creates a value.
     * @param json JSON in UTF-8, already parsed; not changed afterwards
     */
    JsonValue(byte[] json) {
        this.json = json;
    }

    /**
     * Creates a value from plain JSON.
     * @param value a map, list, string, number, boolean or {@code null}, or a record or bean
     * @return the value; later changes of maps and lists do not affect it
     * @throws IllegalArgumentException if it cannot be written as JSON
     */
    public static JsonValue of(@Nullable Object value) {
        return new JsonValue(utf8(JsonText.write(value)));
    }

    /**
     * Creates a value from JSON text.
     * @param json the text
     * @return the value with this text, apart from white space around it
     * @throws IllegalArgumentException if the text is not JSON, is nested deeper than 500 levels, or has a number with more than 1,000
     *     characters or an exponent beyond 10,000; the message is a predicate, such as "is not valid JSON"
     */
    public static JsonValue parse(String json) {
        return new JsonValue(checked(json, false));
    }

    /** Returns the bytes of a text that is JSON, and an object if it has to be one. */
    static byte[] checked(String json, boolean isObjectRequired) {
        try (JsonParser parser = SharedJsonMapper.get().createParser(json)) {
            boolean isValue = parser.nextToken() != null;
            boolean isObject = isValue && parser.isExpectedStartObjectToken();
            JsonValueDeserializer.walk(parser, null);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("is not valid JSON: there is text after its end");
            }
            if (isObjectRequired && !isObject) {
                throw new IllegalArgumentException("is not a JSON object");
            }
            if (!isValue) {
                throw new IllegalArgumentException("is not valid JSON: it is empty");
            }
            return utf8(json.strip());
        } catch (JacksonException ex) {
            TokenStreamLocation location = ex.getLocation();
            throw new IllegalArgumentException(
                    "is not valid JSON"
                            + ((location != null)
                                    ? " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")"
                                    : ""),
                    ex);
        }
    }

    /** Encodes JSON. Unpaired surrogates, which UTF-8 does not have, can only be in strings, and are escaped. */
    static byte[] utf8(String json) {
        StringBuilder escaped = null;
        int done = 0;
        for (int i = 0; i < json.length(); i += Character.charCount(json.codePointAt(i))) {
            int c = json.codePointAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                escaped = (escaped != null) ? escaped : new StringBuilder(json.length() + 5);
                escaped.append(json, done, i).append("\\u").append(Integer.toHexString(c));
                done = i + 1;
            }
        }
        String encoded =
                (escaped != null) ? escaped.append(json, done, json.length()).toString() : json;
        return encoded.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the JSON text.
     * @return the text as the server sent it, or as it was parsed; compact, with other escapes of characters, if the server sent it in
     *     another encoding than UTF-8, or in a list with items that cannot be read
     */
    public final String text() {
        return new String(this.json, StandardCharsets.UTF_8);
    }

    /**
     * Returns the value. An object or array is parsed with the first call, and retained beside the text.
     * @return an unmodifiable map or list with such values, a string, number or boolean, or {@code null} for a JSON null; members are in the
     *     order of the text; a number with a fraction or exponent is a {@link Double} if that represents its value exactly, otherwise a
     *     {@link java.math.BigDecimal}
     */
    public final @Nullable Object value() {
        Object known = this.parsed;
        if (known == null) {
            known = unmodifiable(parse());
            this.parsed = (known instanceof Map || known instanceof List) ? known : null;
        }
        return known;
    }

    /**
     * Reads the text without retaining anything.
     * @return a new parser before the first token, without limits on lengths and depth; to be closed
     */
    public final JsonParser parser() {
        return FACTORY.createParser(ObjectReadContext.empty(), this.json);
    }

    private @Nullable Object parse() {
        try (JsonParser parser = parser()) {
            return SharedJsonMapper.get().readerFor(Object.class).readValue(parser);
        }
    }

    /** Returns the value, without retaining it. */
    final @Nullable Object read() {
        Object known = this.parsed;
        return (known != null) ? known : unmodifiable(parse());
    }

    @SuppressWarnings("unchecked") // as they were read
    private static @Nullable Object unmodifiable(@Nullable Object value) {
        if (value instanceof Map<?, ?>) {
            Map<String, @Nullable Object> members = (Map<String, @Nullable Object>) value;
            members.replaceAll((name, member) -> unmodifiable(member));
            return Collections.unmodifiableMap(members);
        }
        if (value instanceof List<?>) {
            List<@Nullable Object> list = (List<@Nullable Object>) value;
            list.replaceAll(JsonValue::unmodifiable);
            return Collections.unmodifiableList(list);
        }
        return value;
    }

    /** Size of the text. */
    final JsonSize size() {
        int known = this.nodes;
        if (known == 0) {
            JsonSize size = JsonSize.ofText(this.json);
            known = Math.toIntExact(size.isPlain() ? size.nodes() : -size.nodes());
            this.nodes = known;
        }
        return new JsonSize(this.json.length, Math.abs(known), known > 0);
    }

    /** Whether the value is retained. */
    final boolean isParsed() {
        return this.parsed != null;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof JsonValue that
                        && (Arrays.equals(this.json, that.json) || Objects.equals(read(), that.read()));
    }

    @Override
    public final int hashCode() {
        if (this.hash == 0) {
            this.hash = Objects.hashCode(read());
        }
        return this.hash;
    }

    /** Returns the text. It is untrusted if a server sent it. */
    @Override
    public final String toString() {
        return text();
    }
}
