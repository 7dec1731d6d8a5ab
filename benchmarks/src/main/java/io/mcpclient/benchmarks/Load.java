package io.mcpclient.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Flux;

/** Makes a given number of calls with a given concurrency; returns when all have completed. */
interface Load extends AutoCloseable {

    void run(int calls) throws Exception;

    @Override
    void close();

    static Load of(Subject subject, int atOnce) {
        if (subject instanceof Subject.Blocking blocking) {
            return new Threads(blocking, atOnce);
        }
        return new Stream((Subject.Reactive) subject, atOnce);
    }

    /** Reactive calls: a bounded {@code flatMap}. */
    record Stream(Subject.Reactive subject, int atOnce) implements Load {

        @Override
        public void run(int calls) {
            Flux.range(0, calls)
                    .flatMap(call -> this.subject.call(), this.atOnce)
                    .blockLast(Subject.LIMIT);
        }

        @Override
        public void close() {}
    }

    /** Blocking calls: a thread pool as in an application, with the lifetime of the load. */
    final class Threads implements Load {

        private final Subject.Blocking subject;
        private final int atOnce;
        private final ExecutorService pool;

        Threads(Subject.Blocking subject, int atOnce) {
            this.subject = subject;
            this.atOnce = atOnce;
            this.pool = Executors.newFixedThreadPool(atOnce);
        }

        @Override
        public void run(int calls) throws InterruptedException, ExecutionException {
            AtomicInteger left = new AtomicInteger(calls);
            Callable<Void> worker = () -> {
                while (left.getAndDecrement() > 0) {
                    this.subject.call();
                }
                return null;
            };
            List<Callable<Void>> workers = new ArrayList<>();
            for (int i = 0; i < this.atOnce; i++) {
                workers.add(worker);
            }
            for (Future<Void> done : this.pool.invokeAll(workers)) {
                done.get();
            }
        }

        @Override
        public void close() {
            this.pool.shutdownNow();
        }
    }
}
