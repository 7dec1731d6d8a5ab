package io.mcpclient.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpRetrySettings;

/**
 * Policies for calls to one server: retries, circuit breaker, queue and response timeout.
 *
 * @param retry retry settings
 * @param circuitBreaker circuit breaker settings
 * @param maxQueuedRequests maximum number of queued requests
 * @param acquireTimeout maximum time in the queue, or {@code null} for the connect timeout
 * @param responseTimeout timeout of receiving the head of a response, or {@code null} for the timeout of the call
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
