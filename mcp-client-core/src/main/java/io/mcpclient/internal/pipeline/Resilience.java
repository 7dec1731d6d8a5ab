package io.mcpclient.internal.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpInterceptor;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpRetrySettings;
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
     * @param settings settings of the stages
     * @param time clock and timers of the client
     */
    public Resilience(String serverName, Settings settings, TimeSource time) {
        this.deadline = new DeadlineStage(time);
        this.retry = (settings.retry().maxAttempts() > 1) ? new RetryStage(settings.retry(), this.generation) : null;
        this.breaker = settings.circuitBreaker().enabled()
                ? new CircuitBreakerStage(serverName, settings.circuitBreaker(), this.generation, time)
                : null;
        this.concurrency = new ConcurrencyStage(
                serverName,
                settings.maxConcurrentRequests(),
                settings.maxQueuedRequests(),
                settings.acquireTimeout(),
                time);
    }

    /**
     * Settings of the stages.
     *
     * @param retry retries of failed calls
     * @param circuitBreaker rejection of calls after failures of others
     * @param maxConcurrentRequests maximum number of concurrent calls
     * @param maxQueuedRequests maximum number of queued calls
     * @param acquireTimeout maximum time in the queue
     */
    public record Settings(
            McpRetrySettings retry,
            McpCircuitBreakerSettings circuitBreaker,
            int maxConcurrentRequests,
            int maxQueuedRequests,
            Duration acquireTimeout) {}

    /**
     * Returns the stages; a disabled stage is omitted and costs nothing.
     * @return the stages for deadline, retry, circuit breaker and concurrency limit
     */
    public List<McpInterceptor> stages() {
        List<McpInterceptor> stages = new ArrayList<>();
        stages.add(this.deadline);
        if (this.retry != null) {
            stages.add(this.retry);
        }
        if (this.breaker != null) {
            stages.add(this.breaker);
        }
        stages.add(this.concurrency);
        return stages;
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
                this.breaker.forget();
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
