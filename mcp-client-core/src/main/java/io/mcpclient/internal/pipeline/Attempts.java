package io.mcpclient.internal.pipeline;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryPolicy;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpRetrySettings;

/** Decides after each failure of a call whether it is retried, and after which pause. Not thread-safe. */
interface Attempts {

    /**
     * Records a failed attempt.
     * @param failure error of the attempt
     * @return the pause before the next attempt, positive; or {@code null} for no further attempt
     */
    @Nullable
    Duration pauseAfter(McpException failure);

    /**
     * Starts counting after the first failure of a call.
     * @param settings number of attempts and pauses
     * @param chosen decides instead of the number of attempts, {@code null} for that number
     * @param call the call, which determines the failures that may be retried
     * @return the attempts of this call
     */
    static Attempts of(McpRetrySettings settings, @Nullable RetryPolicy chosen, McpCall call) {
        return new SpringRetryAttempts(settings, chosen, call);
    }
}
