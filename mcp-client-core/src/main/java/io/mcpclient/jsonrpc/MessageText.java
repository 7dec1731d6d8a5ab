package io.mcpclient.jsonrpc;

import java.util.Arrays;

import tools.jackson.core.JsonParser;

/**
 * The text of a message in memory.
 *
 * @param bytes array with the message
 * @param offset index of its first byte
 */
record MessageText(byte[] bytes, int offset) {

    /** Index of the first byte of the current token of a parser of the message. */
    int begin(JsonParser json) {
        return this.offset + Math.toIntExact(json.currentTokenLocation().getByteOffset());
    }

    /** Index after the last byte of the current token, which has to be the end of an object. */
    int end(JsonParser json) {
        return this.offset + Math.toIntExact(json.currentLocation().getByteOffset());
    }

    byte[] copy(int from, int to) {
        return Arrays.copyOfRange(this.bytes, from, to);
    }

    /**
     * Measures a part of the message.
     * @param from index of its first byte
     * @param to index after its last byte
     * @param nodes number of its tokens
     */
    JsonSize size(int from, int to, int nodes) {
        return new JsonSize(to - from, nodes, PlainText.is(this.bytes, from, to));
    }
}
