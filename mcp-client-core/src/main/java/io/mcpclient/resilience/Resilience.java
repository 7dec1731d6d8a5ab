package io.mcpclient.resilience;

import java.time.Duration;
import java.util.List;

import io.mcpclient.call.McpInterceptor;

/** What stands between the interceptors of a user and the connection, in its order. Thread-safe. */
public final class Resilience {

    private final DeadlineStage deadline = new DeadlineStage();

    /**
     * Creates the stages of one client.
     * @param serverName configured name of the server
     * @param settings what they are to do
     */
    public Resilience(String serverName, Settings settings) {}

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
     * Returns the stages.
     * @return the stages, the outermost first
     */
    public List<McpInterceptor> stages() {
        return List.of(this.deadline);
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
        return new McpResilienceStatus(McpCircuitState.DISABLED, 0, inFlight(), 0, 0);
    }
}
