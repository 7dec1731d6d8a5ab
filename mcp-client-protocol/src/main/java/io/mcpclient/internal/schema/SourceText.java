package io.mcpclient.internal.schema;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ObjectReader;

/**
 * The text that a parser reads, in memory: a value can be copied from it as it was written.
 *
 * @param range copies a part of the text
 * @param json the parser
 */
public record SourceText(Range range, JsonParser json) {

    /** Copies a part of a text. */
    @FunctionalInterface
    public interface Range {

        /**
         * Copies bytes.
         * @param from index of the first byte in the text
         * @param to index after the last byte
         * @return the copy
         */
        byte[] copy(int from, int to);
    }

    /**
     * Returns the text of the parser of a deserializer.
     * @param json the parser
     * @param context context of the deserializer
     * @return the text, {@code null} if it is not known
     */
    public static @Nullable SourceText of(JsonParser json, DeserializationContext context) {
        return (context.getAttribute(SourceText.class) instanceof SourceText text && text.json == json) ? text : null;
    }

    /**
     * Returns a reader whose deserializers know this text.
     * @param reader the reader
     * @return the reader for values that the parser of this text reads
     */
    public ObjectReader with(ObjectReader reader) {
        return reader.withAttribute(SourceText.class, this);
    }

    /** Returns the index of the first byte of the current token; -1 if the parser does not know it, as for a text that is not UTF-8. */
    public int begin() {
        return index(this.json.currentTokenLocation());
    }

    /** Returns the index after the last byte of the current token, which has to be the end of an object or array; -1 likewise. */
    public int end() {
        return index(this.json.currentLocation());
    }

    private int index(TokenStreamLocation location) {
        long bytes = location.getByteOffset();
        return (bytes < 0) ? -1 : Math.toIntExact(bytes);
    }

    /**
     * Copies a part of the text.
     * @param from index of its first byte
     * @param to index after its last byte
     * @return the copy
     */
    public byte[] copy(int from, int to) {
        return this.range.copy(from, to);
    }
}
