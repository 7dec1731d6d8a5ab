package io.mcpclient.transport;

import org.jspecify.annotations.Nullable;

/** Headers of the response that a message came with. Thread-safe. */
public interface ResponseHead {

    /** The head on transports without headers. */
    ResponseHead NONE = name -> null;

    /**
     * Returns a header.
     * @param name name of the header, case-insensitive
     * @return its first value as received, untrusted, or {@code null} if it is absent
     */
    @Nullable
    String header(String name);
}
