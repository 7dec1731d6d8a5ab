package io.mcpclient.internal.http;

import java.io.InputStream;
import java.nio.ByteBuffer;

import org.springframework.core.io.buffer.DataBuffer;

import io.mcpclient.jsonrpc.MessageSource;

/**
 * A message in the body of a response.
 *
 * @param body the body
 * @param start index of the first byte
 */
record BodySource(DataBuffer body, int start) implements MessageSource {

    @Override
    public InputStream open() {
        return this.body.readPosition(this.start).asInputStream();
    }

    @Override
    public byte[] copy(int from, int to) {
        byte[] copy = new byte[to - from];
        this.body.toByteBuffer(this.start + from, ByteBuffer.wrap(copy), 0, copy.length);
        return copy;
    }
}
