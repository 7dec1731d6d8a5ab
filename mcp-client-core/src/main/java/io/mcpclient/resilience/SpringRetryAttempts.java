package io.mcpclient.resilience;

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

/**
 * Lets policies of Spring Retry decide: one counts, one asks {@link RepetitionTable}, and a third, behind {@link Backoff},
 * says after which pause. A server that names the pause itself is obeyed, within reason.
 *
 * @see "fault G09"
 */
final class SpringRetryAttempts implements Attempts {

    /** A server that wants to be left alone for longer is asked again all the same, if the deadline allows it. */
    private static final Duration LONGEST_WISH = Duration.ofSeconds(60);

    /** Part of the wished pause that may come on top of it, so that not everybody comes back at the same moment. */
    private static final double JITTER = 0.1;

    private final RetryPolicy policy;

    private final RetryContext context;

    private final Backoff backoff;

    SpringRetryAttempts(McpRetrySettings settings, McpCall call) {
        CompositeRetryPolicy both = new CompositeRetryPolicy();
        both.setPolicies(new RetryPolicy[] {
            new MaxAttemptsRetryPolicy(settings.maxAttempts()),
            new PredicateRetryPolicy(
                    error -> error instanceof McpException failure && RepetitionTable.mayRepeat(call, failure))
        });
        this.policy = both;
        this.context = start(both);
        this.backoff = Backoff.exponential(settings.initialInterval(), settings.multiplier(), settings.maxInterval());
    }

    @SuppressWarnings("NullAway") // there is no retry around the one that begins
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
        Duration wished = (failure instanceof McpConnectionException connection) ? wished(connection) : Duration.ZERO;
        return (wished.compareTo(own) > 0) ? wished : own;
    }

    private static Duration wished(McpConnectionException failure) {
        Duration wish = failure.retryAfter();
        if (wish == null || wish.isZero()) {
            return Duration.ZERO;
        }
        long millis = Math.min(wish.toMillis(), LONGEST_WISH.toMillis());
        return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(1 + (long) (millis * JITTER)));
    }
}
