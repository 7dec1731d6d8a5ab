package io.mcpclient.benchmarks;

import java.net.URI;
import java.time.Duration;

import reactor.core.publisher.Mono;

/** A connected client that can make the one call of a workload and checks its answer. */
sealed interface Subject extends AutoCloseable {

    /** No wait of a driver is without an end; far above what is ever measured. */
    Duration LIMIT = Duration.ofMinutes(5);

    @Override
    void close();

    /** One call per subscription. */
    non-sealed interface Reactive extends Subject {

        Mono<?> call();
    }

    /** One call, made by as many threads at once as the workload wants. */
    non-sealed interface Blocking extends Subject {

        void call() throws Exception;
    }

    /** Connects a client to the server. */
    @FunctionalInterface
    interface Factory {

        Subject connect(URI server, Workload workload);
    }
}
