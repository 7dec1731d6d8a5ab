package io.mcpclient.benchmarks;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/** Reads the resources that this process has used so far: time, CPU of all its threads, bytes allocated by its Java threads. */
final class Meter {

    private final com.sun.management.OperatingSystemMXBean system =
            ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    private final com.sun.management.ThreadMXBean threads =
            ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);
    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final @Nullable Method totalAllocated = totalAllocatedMethod();

    /** Reads before something is measured. */
    Reading start() throws ReflectiveOperationException {
        return read(LinuxThreads.contextSwitches());
    }

    /** Reads after it. Context switches are read on the outside, because reading files allocates. */
    Reading stop() throws ReflectiveOperationException {
        Reading reading = read(Map.of());
        return reading.with(LinuxThreads.contextSwitches());
    }

    /** A reading allocates a few kilobytes itself, so it encloses thousands of calls and not a single one. */
    private Reading read(Map<String, Long> switches) throws ReflectiveOperationException {
        Map<Long, Long> perThread = new HashMap<>();
        long total = 0;
        if (this.totalAllocated != null) {
            total = (Long) this.totalAllocated.invoke(this.threads);
        } else {
            long[] ids = this.threads.getAllThreadIds();
            long[] bytes = this.threads.getThreadAllocatedBytes(ids);
            for (int i = 0; i < ids.length; i++) {
                if (bytes[i] >= 0) {
                    perThread.put(ids[i], bytes[i]);
                }
            }
        }
        return new Reading(
                System.nanoTime(),
                this.system.getProcessCpuTime(),
                LinuxThreads.cpuNanosOfCompiler().orElseGet(() -> this.compiler.getTotalCompilationTime() * 1_000_000),
                total,
                perThread,
                this.threads.getTotalStartedThreadCount(),
                switches);
    }

    /** Java 21 sums over all threads, including terminated ones; earlier versions sum over live threads only. */
    private static @Nullable Method totalAllocatedMethod() {
        try {
            return com.sun.management.ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
        } catch (NoSuchMethodException olderThan21) {
            return null;
        }
    }

    record Reading(
            long nanos,
            long cpuNanos,
            long compilerNanos,
            long total,
            Map<Long, Long> perThread,
            long started,
            Map<String, Long> switches) {

        Reading with(Map<String, Long> contextSwitches) {
            return new Reading(
                    this.nanos,
                    this.cpuNanos,
                    this.compilerNanos,
                    this.total,
                    this.perThread,
                    this.started,
                    contextSwitches);
        }

        /** Returns the context switches in between of the threads that still exist, or nothing if the system does not count. */
        OptionalLong switchesSince(Reading earlier) {
            return this.switches.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(this.switches.entrySet().stream()
                            .mapToLong(thread -> thread.getValue() - earlier.switches.getOrDefault(thread.getKey(), 0L))
                            .sum());
        }

        long nanosSince(Reading earlier) {
            return this.nanos - earlier.nanos;
        }

        long cpuNanosSince(Reading earlier) {
            return this.cpuNanos - earlier.cpuNanos;
        }

        long compilerNanosSince(Reading earlier) {
            return this.compilerNanos - earlier.compilerNanos;
        }

        long allocatedSince(Reading earlier) {
            long sum = this.total - earlier.total;
            for (Map.Entry<Long, Long> thread : this.perThread.entrySet()) {
                sum += thread.getValue() - earlier.perThread.getOrDefault(thread.getKey(), 0L);
            }
            return sum;
        }

        /** Returns the number of threads that ended in between; before Java 21 their allocation is missing in the sum. */
        long threadsLostSince(Reading earlier) {
            if (this.perThread.isEmpty()) {
                return 0;
            }
            long ended = earlier.perThread.keySet().stream()
                    .filter(id -> !this.perThread.containsKey(id))
                    .count();
            long appeared = this.perThread.keySet().stream()
                    .filter(id -> !earlier.perThread.containsKey(id))
                    .count();
            return ended + this.started - earlier.started - appeared;
        }
    }
}
