package io.mcpclient.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * The child process: a Spring Boot application without web, with Actuator and metrics, and with the starter if that is on the
 * class path. Its arguments are properties, as {@code name=value}. It prints one line with the values of all metrics at the end of
 * the start, and names no class of the library.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StartApplication {

    static final String RESULT = "result: ";

    /** The metrics, in the order of the line. */
    enum Metric {
        TIME(
                "ms since the launch of the JVM",
                () -> System.currentTimeMillis()
                        - ManagementFactory.getRuntimeMXBean().getStartTime()),
        CPU(
                "ms of CPU",
                () -> ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                .getProcessCpuTime()
                        / 1_000_000),
        THREAD(
                "ms of CPU of its thread alone, without compilation of code",
                () -> ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000),
        CLASSES("loaded classes", () -> ManagementFactory.getClassLoadingMXBean()
                .getTotalLoadedClassCount()),
        MEMORY("peak of resident memory, MB", Metric::peakOfMemory);

        private final String title;
        private final LongSupplier value;

        Metric(String title, LongSupplier value) {
            this.title = title;
            this.value = value;
        }

        String title() {
            return this.title;
        }

        /** The high-water mark that Linux counts, or 0 elsewhere. */
        private static long peakOfMemory() {
            Path status = Path.of("/proc/self/status");
            if (!Files.exists(status)) {
                return 0;
            }
            try (Stream<String> lines = Files.lines(status)) {
                return lines.filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                        .findFirst()
                        .orElse(0);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        String now() {
            return Long.toString(this.value.getAsLong());
        }
    }

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(StartApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Arrays.stream(args)
                .map(property -> property.split("=", 2))
                .collect(Collectors.<String[], String, Object>toMap(parts -> parts[0], parts -> parts[1])));
        application.run();
        exit();
    }

    /** Prints the values of all metrics, and ends the process. */
    static void exit() {
        System.out.println(RESULT + Stream.of(Metric.values()).map(Metric::now).collect(Collectors.joining(" ")));
        System.exit(0);
    }
}
