package io.mcpclient.support.json;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import io.mcpclient.text.SafeText;

/**
 * Size of a value as compact JSON. The nodes determine the memory it takes once parsed: {@code {}} has two bytes and takes
 * more than fifty.
 *
 * @param bytes size of the text in bytes; schemas of tools count with the white space in them
 * @param nodes brackets, names and values, as counted by the limit on nodes of a message
 * @param isPlain whether all names and texts consist of printable ASCII characters, line breaks and tabs
 */
public record JsonSize(long bytes, long nodes, boolean isPlain) {

    /** Size zero. */
    public static final JsonSize ZERO = new JsonSize(0, 0, true);

    /** Maximum heap of a node, excluding its text; a map entry takes this much for its two nodes. */
    private static final int HEAP_OF_NODE = 48;

    /**
     * Computes the size of a value without retaining its text.
     * @param value plain JSON, or a record of the MCP schema
     * @return its size
     * @throws IllegalArgumentException if the value cannot be serialized
     */
    public static JsonSize of(@Nullable Object value) {
        try {
            return new JsonMeter().add(value).size();
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(SafeText.excerpt(ex.getOriginalMessage()), ex);
        }
    }

    /**
     * Computes the sizes of several values, which costs less than one after the other.
     * @param values values as in {@link #of}
     * @return their sizes, in the same order
     * @throws IllegalArgumentException if a value cannot be serialized
     */
    public static List<JsonSize> ofEach(List<?> values) {
        JsonMeter meter = new JsonMeter();
        List<JsonSize> sizes = new ArrayList<>(values.size());
        try {
            values.forEach(value -> sizes.add(meter.add(value).take()));
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(SafeText.excerpt(ex.getOriginalMessage()), ex);
        }
        return sizes;
    }

    /**
     * Computes the size of a value from its text, as it is.
     * @param json JSON text in UTF-8
     * @return its size
     */
    public static JsonSize ofText(byte[] json) {
        return new JsonMeter().addText(json).size();
    }

    /** Receives the size of a part that a serializer knows, and does not write. An attribute of the writer that measures. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Adds a part.
         * @param part its size
         */
        void add(JsonSize part);
    }

    /**
     * Adds another size.
     * @param other the other size
     * @return the sum
     */
    public JsonSize plus(JsonSize other) {
        return new JsonSize(this.bytes + other.bytes, this.nodes + other.nodes, this.isPlain && other.isPlain);
    }

    /** Approximate heap usage of the value in bytes. */
    public long heap() {
        return this.bytes + HEAP_OF_NODE * this.nodes;
    }
}
