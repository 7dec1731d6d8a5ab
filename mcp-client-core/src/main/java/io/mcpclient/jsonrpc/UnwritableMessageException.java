package io.mcpclient.jsonrpc;

/** Thrown by {@link JsonCodec} for a message of ours that cannot be written as JSON. Nothing of it was sent. */
public final class UnwritableMessageException extends RuntimeException {

    UnwritableMessageException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
