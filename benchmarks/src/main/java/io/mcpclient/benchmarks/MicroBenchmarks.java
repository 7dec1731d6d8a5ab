package io.mcpclient.benchmarks;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks of single parts with JMH, with the bytes that an operation allocates ({@code gc.alloc.rate.norm}). Arguments are
 * {@code --quick} and regular expressions of names.
 */
public final class MicroBenchmarks {

    private MicroBenchmarks() {}

    public static void main(String[] args) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .addProfiler(GCProfiler.class, "churn=false")
                .resultFormat(ResultFormatType.TEXT)
                .result("target/micro.txt")
                .shouldFailOnError(true)
                .jvmArgs("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
        boolean quick = false;
        for (String arg : args) {
            if (arg.equals("--quick")) {
                quick = true;
            } else {
                options.include(arg);
            }
        }
        new Runner(options.forks(quick ? 1 : 3)
                        .warmupIterations(quick ? 2 : 5)
                        .warmupTime(TimeValue.milliseconds(quick ? 500 : 1000))
                        .measurementIterations(quick ? 2 : 5)
                        .measurementTime(TimeValue.milliseconds(quick ? 500 : 1000))
                        .build())
                .run();
    }
}
