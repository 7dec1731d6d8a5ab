package io.mcpclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

import com.sun.management.OperatingSystemMXBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSnapshot;

/**
 * The child process: a Spring Boot application without web, with the starter and metrics. Its arguments are the URL and the
 * number of servers. It prints one line with the values of all metrics.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ManyServersApplication {

    static final String RESULT = "result: ";

    private static final int TOOLS = 10;

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Longer than the shortest interval between two lists of a server. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    private static final int CALLS = 10_000;

    /** The metrics, in the order of the line. */
    enum Metric {
        START("start, ms"),
        START_CPU("start, ms of CPU"),
        START_THREAD("start, ms of CPU of its thread alone, without compilation of code"),
        LISTED("from the launch of the JVM until all tools are listed, ms"),
        LISTED_CPU("the same, ms of CPU"),
        SOFT_HEAP("live heap with what is only softly reachable, KB"),
        HEAP("live heap, KB"),
        THREADS("threads"),
        REFRESHED("refresh of all lists, ms"),
        REFRESHED_CPU("the same, ms of CPU"),
        FAILED("lists that failed"),
        CALLS("10,000 concurrent calls through the registry, ms"),
        CALLS_CPU("the same, ms of CPU"),
        CALLS_FAILED("calls that failed"),
        CALLS_HEAP("live heap after the calls, KB");

        private final String title;

        Metric(String title) {
            this.title = title;
        }

        String title() {
            return this.title;
        }
    }

    /** Counts the lists: a permit for each one that has been read. */
    static final class Lists {

        private final Semaphore read = new Semaphore(0);

        private final AtomicInteger failed = new AtomicInteger();

        /** Waits until none has been read for a while. */
        void awaitQuiet() throws InterruptedException {
            while (this.read.tryAcquire(QUIET.toMillis(), TimeUnit.MILLISECONDS)) {
                this.read.drainPermits();
            }
        }
    }

    @Bean
    Lists lists() {
        return new Lists();
    }

    @Bean
    McpInterceptor countedLists(Lists lists) {
        return (call, next) -> call.method().equals("tools/list")
                ? next.handle(call)
                        .doOnSuccess(listed -> lists.read.release())
                        .doOnError(error -> lists.failed.incrementAndGet())
                : next.handle(call);
    }

    public static void main(String[] args) throws InterruptedException {
        ParentProcessWatch.listen(line -> {}, () -> {});
        double[] values = run(args[0], Integer.parseInt(args[1]));
        System.out.println(
                RESULT + DoubleStream.of(values).mapToObj(Double::toString).collect(Collectors.joining(" ")));
    }

    private static double[] run(String url, int servers) throws InterruptedException {
        double[] values = new double[Metric.values().length];
        Clock start = new Clock();
        try (ConfigurableApplicationContext context = start(url, servers)) {
            start.stop(values, Metric.START);
            values[Metric.START_THREAD.ordinal()] =
                    ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e6;
            if (servers > 0) {
                McpToolRegistry registry = context.getBean(McpToolRegistry.class);
                McpToolSnapshot ready = registry.awaitReady(LIMIT);
                values[Metric.LISTED.ordinal()] =
                        ManagementFactory.getRuntimeMXBean().getUptime();
                values[Metric.LISTED_CPU.ordinal()] = Clock.cpuMillis();
                check(ready.tools().size() == servers * TOOLS, ready.missing().size() + " servers are missing");
                Lists lists = context.getBean(Lists.class);
                lists.awaitQuiet();
                values[Metric.SOFT_HEAP.ordinal()] = LiveHeap.bytes() / 1024.0;
                values[Metric.HEAP.ordinal()] = liveHeap();
                values[Metric.THREADS.ordinal()] = threads();
                refresh(values, registry, lists, servers);
                call(values, registry, ready.tools());
                values[Metric.CALLS_HEAP.ordinal()] = liveHeap();
            } else {
                values[Metric.SOFT_HEAP.ordinal()] = LiveHeap.bytes() / 1024.0;
                values[Metric.HEAP.ordinal()] = liveHeap();
                values[Metric.THREADS.ordinal()] = threads();
            }
        }
        return values;
    }

    private static ConfigurableApplicationContext start(String url, int servers) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("mcp.enabled", servers > 0);
        for (int i = 0; i < servers; i++) {
            properties.put("mcp.servers.server" + i + ".url", url);
        }
        SpringApplication application = new SpringApplication(ManyServersApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(properties);
        return application.run();
    }

    private static void refresh(double[] values, McpToolRegistry registry, Lists lists, int servers)
            throws InterruptedException {
        int failures = lists.failed.get();
        Clock clock = new Clock();
        registry.refresh();
        check(lists.read.tryAcquire(servers, LIMIT.toSeconds(), TimeUnit.SECONDS), "not all lists were read again");
        clock.stop(values, Metric.REFRESHED);
        values[Metric.FAILED.ordinal()] = lists.failed.get() - failures;
    }

    private static void call(double[] values, McpToolRegistry registry, List<McpRegisteredTool> tools) {
        AtomicInteger failed = new AtomicInteger();
        Clock clock = new Clock();
        Flux.range(0, CALLS)
                .flatMap(
                        i -> registry.callToolReactive(
                                        tools.get(i % tools.size()).name(), Map.of(), McpCallOptions.defaults())
                                .doOnError(error -> failed.incrementAndGet())
                                .onErrorComplete(),
                        CALLS)
                .then()
                .block(LIMIT);
        clock.stop(values, Metric.CALLS);
        values[Metric.CALLS_FAILED.ordinal()] = failed.get();
    }

    /** Without softly reachable objects, such as the names of properties that Spring Boot caches: memory is exhausted first. */
    private static double liveHeap() {
        List<byte[]> all = new ArrayList<>();
        try {
            while (true) {
                all.add(new byte[16 << 20]);
            }
        } catch (OutOfMemoryError expected) {
            all.clear();
        }
        return LiveHeap.bytes() / 1024.0;
    }

    private static double threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalStateException(problem);
        }
    }

    /** Time and CPU of the process since its creation. */
    private static final class Clock {

        private final long nanos = System.nanoTime();

        private final double cpu = cpuMillis();

        static double cpuMillis() {
            return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                            .getProcessCpuTime()
                    / 1e6;
        }

        /** Sets a metric of time, and the one of CPU that follows it. */
        void stop(double[] values, Metric metric) {
            values[metric.ordinal()] = (System.nanoTime() - this.nanos) / 1e6;
            values[metric.ordinal() + 1] = cpuMillis() - this.cpu;
        }
    }
}
