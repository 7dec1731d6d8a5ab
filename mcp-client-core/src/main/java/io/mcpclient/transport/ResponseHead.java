package io.mcpclient.transport;

import org.jspecify.annotations.Nullable;

/** What a transport knows about the answer that a message came with, beyond the message. Thread-safe. */
public interface ResponseHead {

    /** Head of transports that have no headers. */
    ResponseHead NONE = name -> null;

    /**
     * Returns a header.
     * @param name name of the header, in any case
     * @return its first value as received, untrusted, or {@code null} if it is absent
     */
    @Nullable
    String header(String name);
}
