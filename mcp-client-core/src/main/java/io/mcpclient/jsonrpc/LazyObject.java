package io.mcpclient.jsonrpc;

import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * A JSON object that keeps its text until its members are asked for: most of a list of tools are schemas, and a client that lists them
 * again after each change needs few of them. The text was parsed before, so that reading it cannot fail. Unmodifiable and thread-safe.
 */
final class LazyObject extends AbstractMap<String, @Nullable Object> {

    /** Without limits: the text was within those of its client when it was received. */
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

    private final int bytes;

    private final int nodes;

    /** The text, and then the members. */
    private volatile Object content;

    /**
     * Creates an object.
     * @param text JSON of an object, already parsed; not changed afterwards
     * @param nodes its nodes, see {@link JsonSize#nodes()}
     */
    LazyObject(byte[] text, int nodes) {
        this.bytes = text.length;
        this.nodes = nodes;
        this.content = text;
    }

    /** Size of the text as it was received. */
    JsonSize textSize() {
        boolean isPlain = (this.content instanceof byte[] text)
                ? isPlain(text)
                : new JsonMeter().add(members()).size().isPlain();
        return new JsonSize(this.bytes, this.nodes, isPlain);
    }

    private static boolean isPlain(byte[] text) {
        return PlainText.is(text, 0, text.length);
    }

    /**
     * Returns whether the object may have a member of a certain name, at any depth.
     * @param name the name, without characters that may be escaped
     * @return {@code false} only if its text is plain, was not read, and does not contain the name
     */
    boolean mayContain(String name) {
        return !(this.content instanceof byte[] text)
                || !isPlain(text)
                || new String(text, StandardCharsets.ISO_8859_1).contains(name);
    }

    @SuppressWarnings("unchecked") // its members if it is not its text
    private Map<String, ? extends @Nullable Object> members() {
        if (this.content instanceof byte[] text) {
            this.content = read(text);
        }
        return (Map<String, ?>) this.content;
    }

    /** Of a name that occurs twice, the last value counts, as with databind. */
    private static Map<String, ? extends @Nullable Object> read(byte[] text) {
        try {
            return read(text, true);
        } catch (UnusualException ex) {
            return Collections.unmodifiableMap(read(text, false));
        }
    }

    private static Map<String, Object> read(byte[] text, boolean isCompact) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            json.nextToken();
            return new DirectReader(json, isCompact).object();
        }
    }

    @Override
    public int size() {
        return members().size();
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
        return members().get(name);
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return members().containsKey(name);
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super @Nullable Object> action) {
        members().forEach(action);
    }

    @Override
    @SuppressWarnings("unchecked") // a set that cannot be changed
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        return (Set<Map.Entry<String, @Nullable Object>>) (Set<?>) members().entrySet();
    }

    /** Objects with the same text are equal; those of an unchanged list have. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof LazyObject that
                        && this.content instanceof byte[] text
                        && that.content instanceof byte[] otherText
                        && Arrays.equals(text, otherText)
                || super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
