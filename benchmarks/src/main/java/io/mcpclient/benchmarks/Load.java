package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Makes a given number of calls with the concurrency of the workload; returns when all have completed. */
interface Load extends AutoCloseable {

    void run(int calls, Latencies latencies) throws Exception;

    @Override
    void close() throws Exception;

    static Load of(Client client, URI server, Workload workload) {
        if (workload.operation() == Operation.CONNECT) {
            return new Connects(client, server, workload);
        }
        Subject subject = client.connect(server, workload);
        return subject instanceof Subject.Blocking blocking
                ? new Threads(blocking, workload.atOnce())
                : new Stream((Subject.Reactive) subject, workload.atOnce());
    }

    /** Reactive calls: a bounded {@code flatMap}. */
    record Stream(Subject.Reactive subject, int atOnce) implements Load {

        @Override
        public void run(int calls, Latencies latencies) {
            Flux.range(0, calls).flatMap(call -> timed(latencies), this.atOnce).blockLast(Subject.LIMIT);
        }

        private Mono<?> timed(Latencies latencies) {
            long start = System.nanoTime();
            return this.subject.call().doOnTerminate(() -> latencies.add(System.nanoTime() - start));
        }

        @Override
        public void close() throws Exception {
            this.subject.close();
        }
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
        public void run(int calls, Latencies latencies) throws InterruptedException, ExecutionException {
            AtomicInteger left = new AtomicInteger(calls);
            Callable<Void> worker = () -> {
                while (left.getAndDecrement() > 0) {
                    long start = System.nanoTime();
                    this.subject.call();
                    latencies.add(System.nanoTime() - start);
                }
                return null;
            };
            awaitAll(this.pool.invokeAll(Collections.nCopies(this.atOnce, worker)));
        }

        @Override
        public void close() throws Exception {
            this.pool.shutdownNow();
            this.subject.close();
        }
    }

    /** Clients that connect at once, each on a thread that waits for it, and are closed. One such burst counts as one call. */
    final class Connects implements Load {

        private final Client client;
        private final URI server;
        private final Workload workload;
        private final ExecutorService pool;

        Connects(Client client, URI server, Workload workload) {
            this.client = client;
            this.server = server;
            this.workload = workload;
            this.pool = Executors.newFixedThreadPool(workload.atOnce());
        }

        @Override
        public void run(int calls, Latencies latencies) throws InterruptedException, ExecutionException {
            for (int i = 0; i < calls; i++) {
                long start = System.nanoTime();
                List<Subject> connected = connect();
                latencies.add(System.nanoTime() - start);
                disconnect(connected);
            }
        }

        private List<Subject> connect() throws InterruptedException, ExecutionException {
            Callable<Subject> one = () -> this.client.connect(this.server, this.workload);
            return awaitAll(this.pool.invokeAll(Collections.nCopies(this.workload.atOnce(), one)));
        }

        private void disconnect(List<Subject> connected) throws InterruptedException, ExecutionException {
            List<Callable<Void>> closing = new ArrayList<>();
            for (Subject subject : connected) {
                closing.add(() -> {
                    subject.close();
                    return null;
                });
            }
            awaitAll(this.pool.invokeAll(closing));
        }

        @Override
        public void close() {
            this.pool.shutdownNow();
        }
    }

    private static <T> List<T> awaitAll(List<Future<T>> futures) throws InterruptedException, ExecutionException {
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(future.get());
        }
        return results;
    }
}
