package io.mcpclient.jsonrpc;

import org.jspecify.annotations.Nullable;

/** Thrown by {@link JsonCodec} for bytes that are not a JSON-RPC message and cannot be attributed to a request. */
public final class MalformedMessageException extends RuntimeException {

    private final boolean limitReached;

    private final @Nullable String property;

    MalformedMessageException(String problem, boolean limitReached, @Nullable Throwable cause) {
        super(problem, cause, false, false);
        this.limitReached = limitReached;
        this.property = ReadProblems.property(cause);
    }

    /**
     * Returns whether one of {@link JsonLimits} was exceeded, as opposed to invalid syntax.
     * @return whether a limit was exceeded
     */
    public boolean isLimitReached() {
        return this.limitReached;
    }

    /**
     * Returns the property that raises the exceeded limit.
     * @return the last part of its name, such as {@code max-message-nodes}; {@code null} if there is none
     */
    public @Nullable String property() {
        return this.property;
    }
}
