package io.mcpclient.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

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
import io.mcpclient.text.SafeText;

/**
 * A JSON object as text, such as the schema of a tool. It is parsed when something asks for its members: most schemas only travel from a
 * server to a model. Immutable and thread-safe.
 *
 * <p>Two objects are equal if their members are, in any order. Numbers are compared as they are read: {@code 1.0} equals {@code 1.00},
 * but not {@code 1}, which is an integer. If a name occurs twice in an object, the last value counts.
 */
@JsonSerialize(using = JsonObjectSerializer.class)
@JsonDeserialize(using = JsonObjectDeserializer.class)
public final class JsonObject {

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

    private volatile @Nullable Map<String, Object> members;

    /** Zero if it was not computed. */
    private int hash;

    /** Number of nodes, negative if the text is not plain; zero if it was not computed. A list is measured more than once. */
    private int nodes;

    /**
     * Creates an object.
     * @param json JSON of an object in UTF-8, already parsed; not changed afterwards
     */
    JsonObject(byte[] json) {
        this.json = json;
    }

    /**
     * Creates an object from its members.
     * @param members plain JSON (maps, lists, strings, numbers, booleans, {@code null}), records or beans by name
     * @return the object, with the members in the order of the map; later changes of the map do not affect it
     * @throws IllegalArgumentException if a value cannot be written as JSON
     */
    public static JsonObject of(Map<String, ?> members) {
        return parse(JsonText.write(members));
    }

    /**
     * Creates an object from JSON text.
     * @param json text of an object
     * @return the object with this text, apart from white space around it
     * @throws IllegalArgumentException if the text is not a JSON object, is nested deeper than 500 levels, or has a number with more than
     *     1,000 characters or an exponent beyond 10,000; the message is a predicate, such as "is not a JSON object"
     */
    public static JsonObject parse(String json) {
        try (JsonParser parser = SharedJsonMapper.get().createParser(json)) {
            boolean isObject = parser.nextToken() != null && parser.isExpectedStartObjectToken();
            JsonObjectDeserializer.walk(parser, null);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("is not valid JSON: there is text after its end");
            }
            if (!isObject) {
                throw new IllegalArgumentException("is not a JSON object");
            }
            return new JsonObject(JsonText.utf8(json.strip()));
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

    /**
     * Returns the JSON text.
     * @return the text as the server sent it, or as it was parsed; compact, with other escapes of characters, if the server sent it in
     *     another encoding than UTF-8, in a message of more than 1 MB, or in a list with items that cannot be read
     */
    public String text() {
        return new String(this.json, StandardCharsets.UTF_8);
    }

    /**
     * Returns the members. They are parsed with the first call, and retained beside the text.
     * @return unmodifiable maps and lists, strings, numbers, booleans and {@code null} by name, in the order of the text; a number with a
     *     fraction or exponent is a {@link Double} if that represents its value exactly, otherwise a {@link java.math.BigDecimal}
     */
    public Map<String, Object> asMap() {
        Map<String, Object> known = this.members;
        if (known == null) {
            known = read();
            this.members = known;
        }
        return known;
    }

    /**
     * Converts the object. Nothing is retained.
     * @param type target type, such as a record, a bean or {@link Map}
     * @param <T> target type
     * @return a new instance, not shared
     * @throws IllegalArgumentException if the object does not match the type
     */
    public <T> T as(Class<T> type) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), this.json)) {
            return SharedJsonMapper.get().readerFor(type).readValue(parser);
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(
                    "the JSON object is not a valid " + type.getSimpleName() + ": "
                            + SafeText.excerpt(ex.getOriginalMessage()),
                    ex);
        }
    }

    /** Returns the members, without retaining them. */
    @SuppressWarnings("unchecked") // names of members are strings
    Map<String, Object> read() {
        Map<String, Object> known = this.members;
        return (known != null) ? known : unmodifiable((Map<String, Object>) as(Map.class));
    }

    @SuppressWarnings("NullAway") // the types of the vocabulary do not say that a value of a JSON object may be null
    private static Map<String, Object> unmodifiable(Map<String, Object> members) {
        members.replaceAll((name, member) -> unmodifiable(member));
        return Collections.unmodifiableMap(members);
    }

    @SuppressWarnings("unchecked") // as they were read
    private static @Nullable Object unmodifiable(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return unmodifiable((Map<String, Object>) members);
        }
        if (value instanceof List<?> items) {
            List<@Nullable Object> list = (List<@Nullable Object>) items;
            list.replaceAll(JsonObject::unmodifiable);
            return Collections.unmodifiableList(list);
        }
        return value;
    }

    /** Size of the text. */
    JsonSize size() {
        int known = this.nodes;
        if (known == 0) {
            JsonSize size = JsonSize.ofText(this.json);
            known = Math.toIntExact(size.isPlain() ? size.nodes() : -size.nodes());
            this.nodes = known;
        }
        return new JsonSize(this.json.length, Math.abs(known), known > 0);
    }

    /** Whether the members are retained. */
    boolean isParsed() {
        return this.members != null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof JsonObject that
                        && (Arrays.equals(this.json, that.json) || read().equals(that.read()));
    }

    @Override
    public int hashCode() {
        if (this.hash == 0) {
            this.hash = read().hashCode();
        }
        return this.hash;
    }

    /** Returns the text. It is untrusted if a server sent it. */
    @Override
    public String toString() {
        return text();
    }
}
