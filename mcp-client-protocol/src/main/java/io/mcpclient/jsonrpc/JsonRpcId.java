package io.mcpclient.jsonrpc;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;

/**
 * Id of a request. The JSON type is part of it: {@code 1} and {@code "1"} are different ids.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic">MCP: Requests</a>
 */
public sealed interface JsonRpcId {

    /**
     * Creates an id that is a JSON number.
     * @param value the number
     * @return the id
     */
    static JsonRpcId of(long value) {
        return new NumberId(value);
    }

    /**
     * Creates an id that is a JSON string.
     * @param value the text
     * @return the id
     */
    static JsonRpcId of(String value) {
        return new TextId(value);
    }

    /**
     * Creates an id from plain JSON, such as a progress token. A number without a fraction is normalized to the integer of
     * the same value: {@code 7.0} is {@code 7}.
     * @param plain plain JSON, or {@code null}
     * @return the id, or {@code null} if the value is neither a string nor an integer of 64 bits
     */
    static @Nullable JsonRpcId ofJson(@Nullable Object plain) {
        if (plain instanceof String text) {
            return of(text);
        }
        if (plain instanceof Integer || plain instanceof Long) {
            return of(((Number) plain).longValue());
        }
        try {
            return (plain instanceof Number number) ? of(new BigDecimal(number.toString()).longValueExact()) : null;
        } catch (ArithmeticException | NumberFormatException ex) {
            return null; // a fraction, too large, or not finite
        }
    }

    /**
     * Returns the id as plain JSON.
     * @return a {@link Long} or a {@link String}
     */
    Object toJson();

    /**
     * Id that is a JSON integer.
     *
     * @param value the number
     */
    record NumberId(long value) implements JsonRpcId {

        @Override
        public Object toJson() {
            return this.value;
        }

        /** The id as written in JSON. */
        @Override
        public String toString() {
            return Long.toString(this.value);
        }
    }

    /**
     * Id that is a JSON string.
     *
     * @param value the text
     */
    record TextId(String value) implements JsonRpcId {

        @Override
        public Object toJson() {
            return this.value;
        }

        /** The id in quotes, to distinguish the text {@code "7"} from the number. */
        @Override
        public String toString() {
            return '"' + this.value + '"';
        }
    }
}
