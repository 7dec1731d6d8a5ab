package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.schema.Task;
import io.mcpclient.schema.TaskStatus;
import io.mcpclient.support.AbandonedWork;

/**
 * One request of a server that this client runs as a task.
 *
 * <pre>
 *  working ──► completed, failed, cancelled: whichever comes first, once
 * </pre>
 *
 * Thread-safe.
 */
final class ClientTask {

    private static final long POLL_INTERVAL_MILLIS = 1_000;

    /** Unguessable: 122 random bits. */
    private final String id = UUID.randomUUID().toString();

    private final Instant createdAt;

    private final Duration ttl;

    private final InstantSource time;

    /** The result of the request, or its error: the outcome that {@code tasks/result} waits for. */
    private final Sinks.One<Object> outcome = Sinks.one();

    private final Disposable.Swap work = Disposables.swap();

    private TaskStatus status = TaskStatus.WORKING;

    private @Nullable String message;

    private Instant lastUpdatedAt;

    ClientTask(Duration ttl, InstantSource time) {
        this.ttl = ttl;
        this.time = time;
        this.createdAt = time.instant().truncatedTo(ChronoUnit.MILLIS);
        this.lastUpdatedAt = this.createdAt;
    }

    String id() {
        return this.id;
    }

    /** Starts the work. */
    void run(Mono<Object> request) {
        this.work.update(request.subscribe(this::complete, this::fail, null, AbandonedWork.context()));
    }

    private void complete(Object result) {
        if (end(TaskStatus.COMPLETED, null)) {
            this.outcome.tryEmitValue(result);
        }
    }

    private void fail(Throwable error) {
        if (end(TaskStatus.FAILED, error.getMessage())) {
            this.outcome.tryEmitError(error);
        }
    }

    /**
     * Stops the work.
     * @param error error for subscribers that wait for the outcome
     * @return whether the work was still running
     */
    boolean cancel(Throwable error) {
        if (!end(TaskStatus.CANCELLED, error.getMessage())) {
            return false;
        }
        this.work.dispose();
        this.outcome.tryEmitError(error);
        return true;
    }

    private synchronized boolean end(TaskStatus terminal, @Nullable String message) {
        if (this.status.isTerminal()) {
            return false;
        }
        this.status = terminal;
        this.message = message;
        this.lastUpdatedAt = this.time.instant().truncatedTo(ChronoUnit.MILLIS);
        return true;
    }

    synchronized boolean hasEnded() {
        return this.status.isTerminal();
    }

    /** Waits for the end: the exact result or error of the request. */
    Mono<Object> outcome() {
        return this.outcome.asMono();
    }

    /** Task description for the server. */
    synchronized Task describe() {
        return new Task(
                this.id,
                this.status,
                this.message,
                this.createdAt.toString(),
                this.lastUpdatedAt.toString(),
                this.ttl.toMillis(),
                POLL_INTERVAL_MILLIS,
                null,
                Map.of());
    }
}
