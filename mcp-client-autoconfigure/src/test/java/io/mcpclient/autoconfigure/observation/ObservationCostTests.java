package io.mcpclient.autoconfigure.observation;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The bytes that a call allocates with metrics, compared with a call that is not observed. */
@Timeout(120)
class ObservationCostTests {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int WARM_UP = 1_000;

    private static final int CALLS = 500;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpObservationAutoConfiguration.class,
                    McpMetricsAutoConfiguration.class,
                    ObservationAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    PrometheusMetricsExportAutoConfiguration.class));

    /** Of all threads except those of the server. */
    private static long allocated() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(thread -> !thread.getThreadName().startsWith("scripted-"))
                .mapToLong(ThreadInfo::getThreadId)
                .map(THREADS::getThreadAllocatedBytes)
                .sum();
    }

    private long bytesPerCall(String mode) {
        AtomicReference<Long> bytes = new AtomicReference<>();
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.protocol=legacy",
                            "mcp.observation.mode=" + mode)
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        client.listTools();
                        call(client, WARM_UP);
                        long before = allocated();
                        call(client, CALLS);
                        bytes.set((allocated() - before) / CALLS);
                    });
        }
        return bytes.get();
    }

    private static void call(McpClient client, int times) {
        for (int i = 0; i < times; i++) {
            client.callTool("echo", Map.of());
        }
    }

    @Test
    void callWithMetricsAllocatesLittleMoreThanWithout() {
        long without = bytesPerCall("off");
        long with = bytesPerCall("full");

        assertThat(with - without)
                .as("%,d bytes with metrics, %,d without", with, without)
                .isLessThan(11_000);
    }
}
