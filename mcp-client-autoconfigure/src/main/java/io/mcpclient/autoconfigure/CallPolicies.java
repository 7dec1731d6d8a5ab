package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.resilience.McpCircuitBreakerSettings;
import io.mcpclient.resilience.McpRetrySettings;

/**
 * When calls of one server are repeated, held back and given up.
 *
 * @param retry when they are repeated
 * @param circuitBreaker when they are refused for the failures of others
 * @param maxQueuedRequests how many may wait for their turn
 * @param acquireTimeout how long they may wait, or {@code null} for as long as connecting may take
 * @param responseTimeout how long the head of an answer may take, or {@code null} for as long as the call may
 */
record CallPolicies(
        McpRetrySettings retry,
        McpCircuitBreakerSettings circuitBreaker,
        int maxQueuedRequests,
        @Nullable Duration acquireTimeout,
        @Nullable Duration responseTimeout) {

    void applyTo(McpClientBuilder builder) {
        builder.retry(this.retry);
        builder.circuitBreaker(this.circuitBreaker);
        builder.maxQueuedRequests(this.maxQueuedRequests);
        if (this.acquireTimeout != null) {
            builder.acquireTimeout(this.acquireTimeout);
        }
        if (this.responseTimeout != null) {
            builder.responseTimeout(this.responseTimeout);
        }
    }
}
