package io.mcpclient.benchmarks;

import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.sun.management.UnixOperatingSystemMXBean;
import reactor.core.publisher.Flux;

import io.mcpclient.McpClient;
import io.mcpclient.settings.McpProtocol;

/**
 * Calls for a long time, with samples of what the process keeps, and fails if the heap, the threads or the open descriptors grow. Before
 * that, makes 10,000 calls at once through one client. The heap of this JVM is small, so that neither is possible with memory
 * without bounds.
 */
public final class SoakBenchmark {

    private static final List<String> SERVER_JVM = List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

    private static final int SAMPLES = 24;

    private static final int AT_ONCE = 10_000;

    private static final int BATCH = 200;

    /** Called in turn, by clients of both revisions. */
    private static final List<Workload> WORKLOADS =
            List.of(Workload.SMALL_JSON, Workload.PROGRESS, Workload.LARGE_EVENT, Workload.LIST_TOOLS);

    private final Duration time;
    private final long calls;

    private SoakBenchmark(Duration time, long calls) {
        this.time = time;
        this.calls = calls;
    }

    public static void main(String[] args) throws Exception {
        Process server = Jvm.start(SERVER_JVM, StubServer.class);
        try (BufferedReader said = server.inputReader(StandardCharsets.UTF_8)) {
            URI url = URI.create("http://127.0.0.1:" + said.readLine().substring("port ".length()) + "/mcp");
            boolean passed = parse(args).run(url);
            server.destroy();
            System.exit(passed ? 0 : 1);
        } finally {
            server.destroy();
        }
    }

    private static SoakBenchmark parse(String[] args) {
        String arg = args.length == 0 ? "--minutes=30" : args[0];
        if (args.length <= 1 && arg.startsWith("--minutes=")) {
            return new SoakBenchmark(Duration.ofMinutes(number(arg)), Long.MAX_VALUE);
        }
        if (args.length == 1 && arg.startsWith("--calls=")) {
            return new SoakBenchmark(Duration.ofDays(1), number(arg));
        }
        throw new IllegalArgumentException("Expected --minutes=N or --calls=N");
    }

    private static long number(String arg) {
        return Long.parseLong(arg.substring(arg.indexOf('=') + 1));
    }

    private boolean run(URI server) throws Exception {
        atOnce(server);
        List<Load> loads = new ArrayList<>();
        for (Client client : List.of(Client.OURS_REACTIVE, Client.OURS_STATELESS)) {
            for (Workload workload : WORKLOADS) {
                loads.add(Load.of(client, server, workload));
            }
        }
        System.out.printf(
                Locale.ROOT, "%n%10s %14s %12s %8s %12s%n", "seconds", "calls", "live KB", "threads", "descriptors");
        List<Sample> samples = new ArrayList<>();
        long start = System.nanoTime();
        long done = 0;
        for (int i = 1; i <= SAMPLES; i++) {
            long untilCall = this.calls == Long.MAX_VALUE ? Long.MAX_VALUE : this.calls * i / SAMPLES;
            long untilNanos = this.time.toNanos() * i / SAMPLES;
            while (done < untilCall && System.nanoTime() - start < untilNanos) {
                for (Load load : loads) {
                    load.run(BATCH, new Latencies(BATCH));
                    done += BATCH;
                }
            }
            Sample sample = Sample.take();
            samples.add(sample);
            System.out.printf(
                    Locale.ROOT,
                    "%10d %,14d %,12d %8d %12d%n",
                    Duration.ofNanos(System.nanoTime() - start).toSeconds(),
                    done,
                    sample.heap() / 1024,
                    sample.threads(),
                    sample.descriptors());
        }
        for (Load load : loads) {
            load.close();
        }
        return report(samples);
    }

    private static void atOnce(URI server) {
        Workload workload = Workload.SMALL_JSON;
        try (McpClient client = McpClient.builder("soak")
                .url(server)
                .protocol(settings -> settings.withEra(McpProtocol.LEGACY))
                .limits(limits -> limits.withMaxQueuedRequests(AT_ONCE))
                .timeouts(timeouts -> timeouts.withRequest(Subject.LIMIT).withAcquire(Subject.LIMIT))
                .build()) {
            client.session().connect();
            long before = LiveHeap.bytes();
            long start = System.nanoTime();
            Long completed = Flux.range(0, AT_ONCE)
                    .flatMap(call -> OursReactiveSubject.call(client, workload), AT_ONCE)
                    .count()
                    .block(Subject.LIMIT);
            System.out.printf(
                    Locale.ROOT,
                    "%,d of %,d calls at once completed in %d ms with a heap of %d MB; live heap %,d KB before, %,d KB after%n",
                    completed,
                    AT_ONCE,
                    Duration.ofNanos(System.nanoTime() - start).toMillis(),
                    Runtime.getRuntime().maxMemory() >> 20,
                    before / 1024,
                    LiveHeap.bytes() / 1024);
        }
    }

    private static boolean report(List<Sample> samples) {
        boolean passed = true;
        for (Growth growth : List.of(
                new Growth(
                        "live heap",
                        512 * 1024,
                        samples.stream().map(Sample::heap).toList()),
                new Growth("threads", 4, samples.stream().map(Sample::threads).toList()),
                new Growth(
                        "open descriptors",
                        16,
                        samples.stream().map(Sample::descriptors).toList()))) {
            if (growth.isGrowing()) {
                System.out.println("FAILED: " + growth.describe());
                passed = false;
            }
        }
        if (passed) {
            System.out.println("Nothing grows.");
        }
        return passed;
    }

    private record Sample(long heap, long threads, long descriptors) {

        static Sample take() {
            var system = ManagementFactory.getOperatingSystemMXBean();
            return new Sample(
                    LiveHeap.bytes(),
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    system instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0);
        }
    }
}
