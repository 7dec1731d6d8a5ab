package io.mcpclient.autoconfigure.observation;

import java.time.Duration;
import java.util.Set;
import java.util.stream.DoubleStream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;

/**
 * Configures the bucket boundaries of MCP durations that the OpenTelemetry conventions recommend, unless the application has
 * configured others.
 */
final class McpDurationBuckets implements MeterFilter {

    private static final Set<String> NAMES = Set.of(
            "mcp.client.operation.duration",
            "mcp.client.exchange.duration",
            "mcp.server.operation.duration",
            McpSessionTimer.NAME);

    private static final double[] SECONDS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300};

    private static final DistributionStatisticConfig ADVISED = DistributionStatisticConfig.builder()
            .serviceLevelObjectives(DoubleStream.of(SECONDS)
                    .map(seconds -> seconds * Duration.ofSeconds(1).toNanos())
                    .toArray())
            .build();

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return NAMES.contains(id.getName()) ? config.merge(ADVISED) : config;
    }
}
