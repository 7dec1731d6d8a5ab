package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryContext;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.policy.CompositeRetryPolicy;
import org.springframework.retry.policy.MaxAttemptsRetryPolicy;
import org.springframework.retry.policy.PredicateRetryPolicy;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.support.Backoff;

/**
 * Decides with policies of Spring Retry: one counts, unless the application has a policy of its own, one uses {@link RetryRules}, and a third, behind {@link Backoff},
 * computes the pause. A pause requested by the server takes precedence, up to a limit.
 *
 * @see "fault G09"
 */
final class SpringRetryAttempts implements Attempts {

    /** Maximum pause requested by a server; a longer one is cut to this, if the deadline permits the retry. */
    private static final Duration MAX_REQUESTED = Duration.ofSeconds(60);

    /** Maximum jitter relative to the requested pause, which keeps clients from retrying at the same moment. */
    private static final double JITTER = 0.1;

    private final RetryPolicy policy;

    private final RetryContext context;

    private final Backoff backoff;

    SpringRetryAttempts(McpRetrySettings settings, @Nullable RetryPolicy chosen, McpCall call) {
        CompositeRetryPolicy both = new CompositeRetryPolicy();
        both.setPolicies(new RetryPolicy[] {
            (chosen != null) ? chosen : new MaxAttemptsRetryPolicy(settings.maxAttempts()),
            new PredicateRetryPolicy(
                    error -> error instanceof McpException failure && RetryRules.mayRepeat(call, failure))
        });
        this.policy = both;
        this.context = start(both);
        this.backoff = Backoff.exponential(settings.initialInterval(), settings.multiplier(), settings.maxInterval());
    }

    @SuppressWarnings("NullAway") // there is no enclosing retry
    private static RetryContext start(RetryPolicy policy) {
        return policy.open(null);
    }

    @Override
    public @Nullable Duration pauseAfter(McpException failure) {
        this.policy.registerThrowable(this.context, failure);
        if (!this.policy.canRetry(this.context)) {
            return null;
        }
        Duration own = this.backoff.next();
        Duration delay = (failure instanceof McpConnectionException connection) ? delayOf(connection) : Duration.ZERO;
        return (delay.compareTo(own) > 0) ? delay : own;
    }

    private static Duration delayOf(McpConnectionException failure) {
        Duration delay = failure.retryAfter();
        if (delay == null || delay.isZero()) {
            return Duration.ZERO;
        }
        long millis = Math.min(delay.toMillis(), MAX_REQUESTED.toMillis());
        return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(1 + (long) (millis * JITTER)));
    }
}
