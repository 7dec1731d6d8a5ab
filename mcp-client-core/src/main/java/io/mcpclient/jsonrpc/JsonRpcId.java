package io.mcpclient.jsonrpc;

/**
 * Id of a request. The JSON type is part of it: {@code 1} and {@code "1"} are different ids.
 *
 * @see "MCP 2025-11-25, basic, Requests (RPC-02, RPC-05)"
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
    }
}
