package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpProtocol;

/**
 * How long calls to one server take while another server floods the same application, see {@link FloodServer}. Fails if the 95th
 * percentile is more than three times that without a flood.
 */
public final class NeighbourBenchmark {

    private static final List<String> SERVER_JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");

    private static final Duration WARM_UP = Duration.ofSeconds(4);

    private static final Duration TIME = Duration.ofSeconds(8);

    private static final int THREADS = 4;

    private static final double MAX_RATIO = 3;

    private NeighbourBenchmark() {}

    public static void main(String[] args) throws Exception {
        List<String> attacks = args.length == 0 ? List.of("calls", "chunks", "messages", "small") : List.of(args);
        Process neighbour = Jvm.start(SERVER_JVM, FloodServer.class);
        Process hostile = Jvm.start(SERVER_JVM, FloodServer.class);
        boolean passed = true;
        try {
            URI url = url(neighbour, "/none");
            URI flood = url(hostile, "/");
            try (McpClient client = client("neighbour", url)) {
                measure(client, WARM_UP);
                double quiet = print("none", measure(client, TIME));
                for (String attack : attacks) {
                    passed &= print(attack, attacked(client, flood.resolve("/" + attack))) <= MAX_RATIO * quiet;
                }
            }
        } finally {
            neighbour.destroy();
            hostile.destroy();
        }
        System.exit(passed ? 0 : 1);
    }

    private static URI url(Process server, String path) throws Exception {
        BufferedReader said = server.inputReader(StandardCharsets.UTF_8);
        return URI.create("http://127.0.0.1:" + said.readLine().substring("port ".length()) + path);
    }

    private static McpClient client(String name, URI url) {
        return McpClient.builder(name)
                .url(url)
                .protocol(settings -> settings.withEra(McpProtocol.LEGACY))
                .logListener((server, message) -> {})
                .build();
    }

    private static List<Long> attacked(McpClient neighbour, URI url) throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        try (McpClient hostile = client("hostile", url)) {
            hostile.session().connect();
            for (int i = 0; i < THREADS && !url.getPath().matches("/(messages|small)"); i++) {
                Thread thread = new Thread(() -> {
                    while (!over.get()) {
                        call(hostile);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            measure(neighbour, WARM_UP);
            List<Long> latencies = measure(neighbour, TIME);
            over.set(true);
            return latencies;
        } finally {
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void call(McpClient client) {
        try {
            client.callTool("t", Map.of());
        } catch (McpException | IllegalStateException ex) {
            // The stream of the call is longer than its limit, or the client is closed.
        }
    }

    /** Returns the durations in nanoseconds of calls on several threads, sorted. */
    private static List<Long> measure(McpClient client, Duration time) throws InterruptedException {
        List<Long> latencies = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch ended = new CountDownLatch(THREADS);
        long end = System.nanoTime() + time.toNanos();
        for (int i = 0; i < THREADS; i++) {
            new Thread(() -> {
                        while (System.nanoTime() < end) {
                            long start = System.nanoTime();
                            client.callTool("t", Map.of());
                            latencies.add(System.nanoTime() - start);
                        }
                        ended.countDown();
                    })
                    .start();
        }
        ended.await();
        Collections.sort(latencies);
        return latencies;
    }

    /** Prints the latencies and returns the 95th percentile in milliseconds. */
    private static double print(String attack, List<Long> latencies) {
        double p95 = millis(latencies.get(latencies.size() * 95 / 100));
        System.out.printf(
                Locale.ROOT,
                "%-10s %5d calls, median %6.1f ms, 95%% %7.1f ms, worst %7.1f ms%n",
                attack,
                latencies.size(),
                millis(latencies.get(latencies.size() / 2)),
                p95,
                millis(latencies.get(latencies.size() - 1)));
        return p95;
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }
}
