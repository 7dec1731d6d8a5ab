package io.mcpclient.internal.pipeline;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryPolicy;

import io.mcpclient.call.McpInterceptor;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.status.McpResilienceStatus;
import io.mcpclient.time.TimeSource;

/** The stages between a user's interceptors and the connection, in their order. Thread-safe. */
public final class Resilience {

    private final Generation generation = new Generation();

    private final DeadlineStage deadline;

    private final @Nullable RetryStage retry;

    private final @Nullable CircuitBreakerStage breaker;

    private final ConcurrencyStage concurrency;

    private final AtomicBoolean connected = new AtomicBoolean();

    /**
     * Creates the stages of one client.
     * @param serverName configured name of the server
     * @param settings settings of the client
     * @param retryPolicy decides on the number of attempts, {@code null} for that of the settings
     * @param time clock and timers of the client
     */
    public Resilience(
            String serverName, McpClientSettings settings, @Nullable RetryPolicy retryPolicy, TimeSource time) {
        this.deadline = new DeadlineStage(time);
        this.retry = (settings.retry().maxAttempts() > 1 || retryPolicy != null)
                ? new RetryStage(settings.retry(), retryPolicy, this.generation)
                : null;
        this.breaker = settings.circuitBreaker().enabled()
                ? new CircuitBreakerStage(serverName, settings.circuitBreaker(), this.generation, time)
                : null;
        this.concurrency = new ConcurrencyStage(
                serverName,
                settings.limits().maxConcurrentRequests(),
                settings.limits().maxQueuedRequests(),
                settings.acquireTimeout(),
                time);
    }

    /**
     * Returns the stage of the deadline.
     * @return the stage, the outermost one
     */
    public McpInterceptor deadline() {
        return this.deadline;
    }

    /**
     * Returns the stage of retries.
     * @return the stage after the deadline, or {@code null} if calls are not retried
     */
    public @Nullable McpInterceptor retry() {
        return this.retry;
    }

    /**
     * Returns the stage of the circuit breaker.
     * @return the stage after retries, or {@code null} if it is disabled
     */
    public @Nullable McpInterceptor circuitBreaker() {
        return this.breaker;
    }

    /**
     * Returns the stage of the concurrency limit.
     * @return the innermost stage
     */
    public McpInterceptor concurrency() {
        return this.concurrency;
    }

    /**
     * Receives the connection status. Intermediate states may be skipped: any state after a connected one means that the
     * connection was lost.
     * @param connected whether the client is connected
     * @param closing whether the client is being disposed of: queued calls fail, and failed calls are not retried
     */
    public void onStatus(boolean connected, boolean closing) {
        if (closing) {
            this.generation.onDispose();
            this.concurrency.refuseWaiting();
        }
        if (this.connected.getAndSet(connected) || closing) {
            this.generation.onLoss();
            if (this.breaker != null) {
                this.breaker.reset();
            }
        }
    }

    /**
     * Returns the number of in-flight calls.
     * @return the number of calls that have neither ended nor passed their deadline
     */
    public int inFlight() {
        return this.deadline.inFlight();
    }

    /**
     * Returns a snapshot of the resilience of this client.
     * @return a snapshot
     */
    public McpResilienceStatus status() {
        return new McpResilienceStatus(
                (this.breaker != null) ? this.breaker.state() : McpCircuitState.DISABLED,
                (this.retry != null) ? this.retry.retries() : 0,
                this.concurrency.running(),
                this.concurrency.waiting(),
                this.concurrency.rejected() + ((this.breaker != null) ? this.breaker.rejected() : 0));
    }
}
