package io.mcpclient.typed;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpProgress;

/**
 * Event of a call that is followed as a {@code Flux}: progress, any number of times, then the result.
 *
 * @param progress the progress, or {@code null} if this is the result
 * @param result the result, or {@code null} if this is progress
 * @param <T> type of the result
 */
public record McpToolEvent<T>(
        @Nullable McpProgress progress, @Nullable T result) {

    /** Whether this is the result, the last event. */
    public boolean isResult() {
        return this.progress == null;
    }
}
