package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/** Thrown by {@link JsonCodec} for bytes that are not a JSON-RPC message and cannot be attributed to a request. */
public final class MalformedMessageException extends RuntimeException {

    private final boolean limitReached;

    MalformedMessageException(String problem, boolean limitReached, @Nullable Throwable cause) {
        super(problem, cause, false, false);
        this.limitReached = limitReached;
    }

    /**
     * Returns whether one of {@link JsonLimits} was exceeded, as opposed to invalid syntax.
     * @return whether a limit was exceeded
     */
    public boolean isLimitReached() {
        return this.limitReached;
    }
}
