package io.mcpclient.benchmarks;

import java.net.URI;
import java.time.Duration;

import reactor.core.publisher.Mono;

/** A connected client that makes the call of a workload, or lists its tools, and checks the response. */
sealed interface Subject extends AutoCloseable {

    /** Upper limit for all waits of a driver, far above measured durations. */
    Duration LIMIT = Duration.ofMinutes(5);

    @Override
    void close() throws Exception;

    /** One call per subscription. */
    non-sealed interface Reactive extends Subject {

        Mono<?> call();
    }

    /** One call, made concurrently by as many threads as the workload requires. */
    non-sealed interface Blocking extends Subject {

        void call() throws Exception;
    }

    /** Connects a client to the server, and returns when it is connected. */
    @FunctionalInterface
    interface Factory {

        Subject connect(URI server, Workload workload);
    }
}
