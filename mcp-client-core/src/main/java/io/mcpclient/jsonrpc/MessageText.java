package io.mcpclient.jsonrpc;

import java.util.Arrays;

import tools.jackson.core.JsonParser;
import tools.jackson.core.TokenStreamLocation;

/**
 * The text of a message in memory.
 *
 * @param bytes array with the message
 * @param offset index of its first byte
 */
record MessageText(byte[] bytes, int offset) {

    /** Index of the first byte of the current token of a parser of the message. */
    int begin(JsonParser json) {
        return index(json.currentTokenLocation());
    }

    /** Index after the last byte of the current token, which has to be the end of an object or array, or to have been read. */
    int end(JsonParser json) {
        return index(json.currentLocation());
    }

    /** Only of UTF-8 does the parser know bytes; it accepts other encodings of Unicode too. */
    private int index(TokenStreamLocation location) {
        long bytes = location.getByteOffset();
        if (bytes < 0) {
            throw new UnusualException();
        }
        return this.offset + Math.toIntExact(bytes);
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
