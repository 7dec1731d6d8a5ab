package io.mcpclient.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.chaos.ChaosCall.Verdict;
import io.mcpclient.chaos.ChaosServerMain.Fate;
import io.mcpclient.schema.CallToolResult;

/** Threads that call all the time, each at its own random, and record the outcomes. */
final class ChaosLoad {

    private static final Duration ORDINARY = Duration.ofSeconds(3);

    /** A call that takes this long hangs. */
    private static final Duration HANGING = Duration.ofSeconds(60);

    private final List<McpClient> clients;

    private final Queue<ChaosCall> calls = new ConcurrentLinkedQueue<>();

    private final Queue<ChaosCall> reads = new ConcurrentLinkedQueue<>();

    private final Map<String, AtomicLong> problems = new ConcurrentHashMap<>();

    private final AtomicLong names = new AtomicLong();

    private final CountDownLatch stop = new CountDownLatch(1);

    private final ScheduledExecutorService interrupts = new ScheduledThreadPoolExecutor(1);

    private final List<Thread> threads = new ArrayList<>();

    ChaosLoad(List<McpClient> clients) {
        this.clients = clients;
    }

    void start(int count, long seed) {
        for (int number = 0; number < count; number++) {
            Random random = new Random(seed + number);
            Thread thread = new Thread(() -> callUntilStopped(random), "chaos-load-" + number);
            thread.setDaemon(true);
            this.threads.add(thread);
        }
        this.threads.forEach(Thread::start);
    }

    /** Lets all calls end; returns the threads that do not. */
    List<Thread> stop() throws InterruptedException {
        this.stop.countDown();
        for (Thread thread : this.threads) {
            thread.join(HANGING.toMillis());
        }
        this.interrupts.shutdownNow();
        return this.threads.stream().filter(Thread::isAlive).toList();
    }

    List<ChaosCall> calls() {
        return List.copyOf(this.calls);
    }

    List<ChaosCall> reads() {
        return List.copyOf(this.reads);
    }

    private void callUntilStopped(Random random) {
        while (this.stop.getCount() > 0) {
            McpClient client = this.clients.get(random.nextInt(this.clients.size()));
            int kind = random.nextInt(100);
            if (kind < 15) {
                read(client, random);
            } else {
                call(client, random, kind);
            }
            pause(random.nextInt(15));
        }
    }

    private void pause(int millis) {
        try {
            if (this.stop.await(millis, TimeUnit.MILLISECONDS)) {
                return; // the end; the loop sees it too
            }
        } catch (InterruptedException ex) {
            // an interrupt that came too late for its call
        }
    }

    // idempotent requests

    private void read(McpClient client, Random random) {
        McpCallOptions options = McpCallOptions.timeout(ORDINARY);
        int kind = random.nextInt(3);
        Supplier<Object> operation =
                switch (kind) {
                    case 0 -> () -> client.listTools(options);
                    case 1 -> () -> client.readResource("chaos://state", options);
                    default ->
                        () -> {
                            client.ping(options);
                            return "pong";
                        };
                };
        long begin = System.nanoTime();
        Throwable failure = null;
        try {
            operation.get();
        } catch (RuntimeException ex) {
            failure = ex;
        }
        this.reads.add(ended(client, "-", "read", ORDINARY, begin, failure));
    }

    // what may not

    private void call(McpClient client, Random random, int kind) {
        String name = "call-" + this.names.incrementAndGet();
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("call", name);
        arguments.put("millis", (random.nextInt(4) == 0) ? random.nextInt(150) : 0);
        arguments.put("fate", fate(random).name());
        if (kind < 50) {
            blocking(client, name, arguments, ORDINARY, -1);
        } else if (kind < 60) {
            blocking(client, name, arguments, Duration.ofMillis(20 + random.nextInt(150)), -1);
        } else if (kind < 68) {
            blocking(client, name, arguments, ORDINARY, random.nextInt(60));
        } else if (kind < 90) {
            reactive(client, name, arguments, -1);
        } else {
            reactive(client, name, arguments, random.nextInt(60));
        }
    }

    private static Fate fate(Random random) {
        int chance = random.nextInt(100);
        if (chance < 55) {
            return Fate.RESULT;
        }
        if (chance < 85) {
            return Fate.STREAM;
        }
        return (chance < 90) ? Fate.ERROR : (chance < 95) ? Fate.FAILURE : Fate.TOO_MANY;
    }

    private void blocking(
            McpClient client, String name, Map<String, Object> arguments, Duration deadline, int interruptAfter) {
        Interruption impatience = new Interruption(Thread.currentThread());
        long begin = System.nanoTime();
        String text = null;
        Throwable failure = null;
        try {
            if (interruptAfter >= 0) {
                this.interrupts.schedule(impatience, interruptAfter, TimeUnit.MILLISECONDS);
            }
            text = client.callTool("work", arguments, McpCallOptions.timeout(deadline))
                    .text();
        } catch (RuntimeException ex) {
            failure = ex;
        } finally {
            impatience.end();
        }
        String what = (interruptAfter >= 0) ? "blocking, interrupted" : "blocking";
        this.calls.add(ended(client, name, what + " " + arguments, deadline, begin, of(name, text, failure)));
    }

    private void reactive(McpClient client, String name, Map<String, Object> arguments, int cancelAfter) {
        CompletableFuture<String> end = new CompletableFuture<>();
        long begin = System.nanoTime();
        Disposable call = client.reactive()
                .callTool("work", arguments, McpCallOptions.timeout(ORDINARY))
                .map(CallToolResult::text)
                .subscribe(end::complete, end::completeExceptionally);
        Throwable failure = null;
        String text = null;
        try {
            text = end.get((cancelAfter >= 0) ? cancelAfter : HANGING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException ex) {
            call.dispose();
            if (cancelAfter >= 0) {
                this.calls.add(new ChaosCall(
                        client.name(),
                        name,
                        "reactive, cancelled " + arguments,
                        ORDINARY,
                        since(begin),
                        Verdict.GIVEN_UP,
                        ""));
                return;
            }
            failure = ex;
        } catch (ExecutionException ex) {
            failure = ex.getCause();
        } catch (InterruptedException ex) {
            failure = ex;
        }
        this.calls.add(ended(client, name, "reactive " + arguments, ORDINARY, begin, of(name, text, failure)));
    }

    private static @Nullable Throwable of(String name, @Nullable String text, @Nullable Throwable failure) {
        return (failure != null || name.equals(text)) ? failure : new IllegalStateException("got " + text);
    }

    private ChaosCall ended(
            McpClient client, String name, String what, Duration deadline, long begin, @Nullable Throwable failure) {
        if (failure == null) {
            return new ChaosCall(client.name(), name, what, deadline, since(begin), Verdict.SUCCESS, null);
        }
        String problem = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        this.problems
                .computeIfAbsent(problem.replaceAll("\\d+", "#"), any -> new AtomicLong())
                .incrementAndGet();
        return new ChaosCall(client.name(), name, what, deadline, since(begin), Verdict.of(failure), problem);
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** The problems reported to callers, most frequent first. */
    List<String> problems() {
        return this.problems.entrySet().stream()
                .sorted((one, other) ->
                        Long.compare(other.getValue().get(), one.getValue().get()))
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .toList();
    }

    /** Interrupts a thread, but only during its call. */
    private static final class Interruption implements Runnable {

        private final Thread caller;

        private boolean over;

        Interruption(Thread caller) {
            this.caller = caller;
        }

        @Override
        public synchronized void run() {
            if (!this.over) {
                this.caller.interrupt();
            }
        }

        synchronized void end() {
            this.over = true;
            if (Thread.interrupted()) {
                this.over = true; // the flag was for this call, and not for the next one
            }
        }
    }
}
