package io.mcpclient.resilience;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpException;

/** Decides after each failure of one call whether it is repeated, and after which pause. Not thread-safe. */
interface Attempts {

    /**
     * Takes note of a failed attempt.
     * @param failure what it failed with
     * @return the pause before the next attempt, positive; or {@code null} if there is to be none
     */
    @Nullable
    Duration pauseAfter(McpException failure);

    /**
     * Begins to count after the first failure of a call.
     * @param settings how often, and after which pauses
     * @param call the call, whose kind decides
     * @return the attempts of this call
     */
    static Attempts of(McpRetrySettings settings, McpCall call) {
        return new SpringRetryAttempts(settings, call);
    }
}
