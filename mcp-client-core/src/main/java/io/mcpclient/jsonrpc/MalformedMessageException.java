package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/** Thrown by {@link JsonCodec} for bytes that are no JSON-RPC message and that cannot be attributed to a request. */
public final class MalformedMessageException extends RuntimeException {

    private final boolean limitReached;

    MalformedMessageException(String problem, boolean limitReached, @Nullable Throwable cause) {
        super(problem, cause, false, false);
        this.limitReached = limitReached;
    }

    /**
     * Tells whether one of {@link JsonLimits} was reached, in contrast to bytes that break the grammar.
     * @return whether it was a limit
     */
    public boolean isLimitReached() {
        return this.limitReached;
    }
}
