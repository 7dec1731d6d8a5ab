package io.mcpclient.resilience;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpInterceptor;
import io.mcpclient.support.TimeSource;

/** What stands between the interceptors of a user and the connection, in its order. Thread-safe. */
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
     * @param settings what they are to do
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
     * What the stages are to do.
     *
     * @param retry when calls are repeated
     * @param circuitBreaker when calls are refused for the failures of others
     * @param maxConcurrentRequests how many calls may be under way at once
     * @param maxQueuedRequests how many more may wait
     * @param acquireTimeout how long they may wait
     */
    public record Settings(
            McpRetrySettings retry,
            McpCircuitBreakerSettings circuitBreaker,
            int maxConcurrentRequests,
            int maxQueuedRequests,
            Duration acquireTimeout) {}

    /**
     * Returns the stages: one that is switched off is none, and costs nothing.
     * @return the deadline, the retry, the circuit breaker, the limit of calls at once
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
     * Learns how the connection fares. Not every state that it passes through has to be told: what follows a connection is a
     * loss of it, whatever it is.
     * @param connected whether the client is connected now
     * @param closing whether it is being disposed of: calls that wait fail then, and those that fail are not repeated
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
     * Returns how many calls are under way.
     * @return the number of calls that have neither ended nor passed their deadline
     */
    public int inFlight() {
        return this.deadline.inFlight();
    }

    /**
     * Returns how calls fare.
     * @return a picture of this moment
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
