package io.mcpclient.jsonrpc;

/** Thrown by {@link JsonCodec} for an outgoing message that cannot be serialized as JSON. No part of it was sent. */
public final class UnwritableMessageException extends RuntimeException {

    UnwritableMessageException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
