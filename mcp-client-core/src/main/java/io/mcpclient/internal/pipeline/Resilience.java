package io.mcpclient.internal.pipeline;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryPolicy;

import io.mcpclient.call.McpInterceptor;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.status.McpResilienceStatus;
import io.mcpclient.time.TimeSource;

/**
 * The stages between a user's interceptors and the connection, in their order. They are created with the first call; before it,
 * there is nothing to limit, to retry or to refuse. Thread-safe.
 */
public final class Resilience {

    private final String serverName;

    private final McpClientSettings settings;

    private final @Nullable RetryPolicy retryPolicy;

    private final TimeSource time;

    private final Generation generation = new Generation();

    private final AtomicBoolean connected = new AtomicBoolean();

    private final LazyPart<Stages> stages = new LazyPart<>(this::create);

    /** The stages, the outermost one first. */
    private record Stages(
            DeadlineStage deadline,
            @Nullable RetryStage retry,
            @Nullable CircuitBreakerStage breaker,
            ConcurrencyStage concurrency) {}

    /**
     * Creates the resilience of one client.
     * @param serverName configured name of the server
     * @param settings settings of the client
     * @param retryPolicy decides on the number of attempts, {@code null} for that of the settings
     * @param time clock and timers of the client
     */
    public Resilience(
            String serverName, McpClientSettings settings, @Nullable RetryPolicy retryPolicy, TimeSource time) {
        this.serverName = serverName;
        this.settings = settings;
        this.retryPolicy = retryPolicy;
        this.time = time;
    }

    private Stages create() {
        McpClientSettings settings = this.settings;
        return new Stages(
                new DeadlineStage(this.time),
                (settings.retry().maxAttempts() > 1 || this.retryPolicy != null)
                        ? new RetryStage(settings.retry(), this.retryPolicy, this.generation)
                        : null,
                hasBreaker()
                        ? new CircuitBreakerStage(
                                this.serverName, settings.circuitBreaker(), this.generation, this.time)
                        : null,
                new ConcurrencyStage(
                        this.serverName,
                        settings.limits().maxConcurrentRequests(),
                        settings.limits().maxQueuedRequests(),
                        settings.acquireTimeout(),
                        this.time));
    }

    private boolean hasBreaker() {
        return this.settings.circuitBreaker().enabled();
    }

    /**
     * Returns the stage of the deadline.
     * @return the stage, the outermost one
     */
    public McpInterceptor deadline() {
        return this.stages.get().deadline();
    }

    /**
     * Returns the stage of retries.
     * @return the stage after the deadline, or {@code null} if calls are not retried
     */
    public @Nullable McpInterceptor retry() {
        return this.stages.get().retry();
    }

    /**
     * Returns the stage of the circuit breaker.
     * @return the stage after retries, or {@code null} if it is disabled
     */
    public @Nullable McpInterceptor circuitBreaker() {
        return this.stages.get().breaker();
    }

    /**
     * Returns the stage of the concurrency limit.
     * @return the innermost stage
     */
    public McpInterceptor concurrency() {
        return this.stages.get().concurrency();
    }

    /**
     * Receives the connection status. Intermediate states may be skipped: any state after a connected one means that the
     * connection was lost.
     * @param connected whether the client is connected
     * @param closing whether the client is being disposed of: queued calls fail, and failed calls are not retried
     */
    public void onStatus(boolean connected, boolean closing) {
        Stages present = this.stages.present();
        if (closing) {
            this.generation.onDispose();
            if (present != null) {
                present.concurrency().refuseWaiting();
            }
        }
        if (this.connected.getAndSet(connected) || closing) {
            this.generation.onLoss();
            if (present != null && present.breaker() != null) {
                present.breaker().reset();
            }
        }
    }

    /**
     * Returns the number of in-flight calls.
     * @return the number of calls that have neither ended nor passed their deadline
     */
    public int inFlight() {
        Stages present = this.stages.present();
        return (present != null) ? present.deadline().inFlight() : 0;
    }

    /**
     * Returns a snapshot of the resilience of this client.
     * @return a snapshot
     */
    public McpResilienceStatus status() {
        Stages present = this.stages.present();
        if (present == null) {
            return new McpResilienceStatus(
                    hasBreaker() ? McpCircuitState.CLOSED : McpCircuitState.DISABLED, 0, 0, 0, 0);
        }
        RetryStage retry = present.retry();
        CircuitBreakerStage breaker = present.breaker();
        ConcurrencyStage concurrency = present.concurrency();
        return new McpResilienceStatus(
                (breaker != null) ? breaker.state() : McpCircuitState.DISABLED,
                (retry != null) ? retry.retries() : 0,
                concurrency.running(),
                concurrency.waiting(),
                concurrency.rejected() + ((breaker != null) ? breaker.rejected() : 0));
    }
}
