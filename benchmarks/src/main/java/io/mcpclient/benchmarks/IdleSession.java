package io.mcpclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** What connected clients without calls keep: live heap after a collection, and threads. */
final class IdleSession implements Session {

    /** Few, so that a client that keeps threads does not compete with itself. */
    private static final int CONNECTING = 4;

    private static final int WARM_UP = 5;

    private static final int MOST_STEPS = 50;
    private static final int STEPS_UNCHANGED = 5;
    private static final long STEP_NANOS = 100_000_000L;

    private final Client client;
    private final URI server;
    private final Workload workload;

    IdleSession(Client client, URI server, Workload workload) {
        this.client = client;
        this.server = server;
        this.workload = workload;
    }

    /** The classes and the shared resources that the first clients need belong to none of those that are measured. */
    @Override
    public Measurement warmUp(Duration longest) throws Exception {
        return connected(WARM_UP);
    }

    @Override
    public Measurement measure(Duration window) throws Exception {
        return connected(this.workload.atOnce());
    }

    private Measurement connected(int number) throws InterruptedException, ExecutionException {
        List<Subject> clients = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(CONNECTING);
        try {
            connect(pool, CONNECTING, clients); // starts the threads of the pool, and of what clients share
            awaitSettled();
            long heapBefore = LiveHeap.bytes();
            long threadsBefore = threadsOfClients();
            connect(pool, number, clients);
            long heap = LiveHeap.bytes() - heapBefore;
            Map<Metric, Double> values = new EnumMap<>(Metric.class);
            values.put(Metric.HEAP, Math.max(0, heap) / 1024.0 / number);
            values.put(Metric.THREADS, Math.max(0, threadsOfClients() - threadsBefore) / (double) number);
            return new Measurement(this.workload, values, number, 0, 0);
        } finally {
            disconnect(pool, clients);
            pool.shutdownNow();
        }
    }

    /** Adds the clients to a list, also those that connect when another one has failed: they have to be closed. */
    private void connect(ExecutorService pool, int number, List<Subject> connected)
            throws InterruptedException, ExecutionException {
        List<Callable<Subject>> connecting =
                Collections.nCopies(number, () -> this.client.connect(this.server, this.workload));
        ExecutionException failure = null;
        for (Future<Subject> each : pool.invokeAll(connecting)) {
            try {
                connected.add(each.get());
            } catch (ExecutionException ex) {
                failure = ex;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void disconnect(ExecutorService pool, List<Subject> clients)
            throws InterruptedException, ExecutionException {
        List<Callable<Void>> closing = new ArrayList<>();
        for (Subject client : clients) {
            closing.add(() -> {
                client.close();
                return null;
            });
        }
        for (Future<Void> closed : pool.invokeAll(closing)) {
            closed.get();
        }
    }

    /** Waits until the threads of earlier clients have ended, some of which only end after a collection. */
    private static void awaitSettled() {
        int unchanged = 0;
        int last = 0;
        for (int i = 0; i < MOST_STEPS && unchanged < STEPS_UNCHANGED; i++) {
            System.gc();
            LockSupport.parkNanos(STEP_NANOS);
            unchanged = threads() == last ? unchanged + 1 : 0;
            last = threads();
        }
    }

    /** Without those of the JDK that wait for the end of a process: they outlive it, and then wait for another one. */
    private static long threadsOfClients() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("process reaper"))
                .count();
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    @Override
    public void close() {}
}
