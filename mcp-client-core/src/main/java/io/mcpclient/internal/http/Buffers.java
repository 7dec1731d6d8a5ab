package io.mcpclient.internal.http;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.PooledDataBuffer;

/** Releases buffers like Spring's {@code DataBufferUtils}, without the logging that its class starts with the first response. */
final class Buffers {

    private Buffers() {}

    static void release(@Nullable DataBuffer buffer) {
        if (buffer instanceof PooledDataBuffer pooled && pooled.isAllocated()) {
            pooled.release();
        }
    }
}
