package io.mcpclient.jsonrpc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;

/** A message that is read as one outside the heap. */
public record ArraySource(byte[] bytes) implements MessageSource {

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(this.bytes);
    }

    @Override
    public byte[] copy(int from, int to) {
        return Arrays.copyOfRange(this.bytes, from, to);
    }
}
