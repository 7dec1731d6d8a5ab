package io.mcpclient.autoconfigure.observation;

import java.time.Duration;
import java.util.Set;
import java.util.stream.DoubleStream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;

import io.mcpclient.autoconfigure.properties.ObservationProperties.Histograms;
import io.mcpclient.observation.DefaultMcpClientObservationConvention;
import io.mcpclient.observation.DefaultMcpExchangeObservationConvention;
import io.mcpclient.observation.DefaultMcpServerObservationConvention;

/**
 * Configures the bucket boundaries of MCP durations that the OpenTelemetry conventions recommend, unless the application has
 * configured others. A histogram has 15 time series for each combination of tags. All meters of one name have one or none: the
 * registry for Prometheus cannot be scraped otherwise.
 */
final class McpDurationBuckets implements MeterFilter {

    private static final Set<String> NAMES = Set.of(
            DefaultMcpClientObservationConvention.NAME,
            DefaultMcpExchangeObservationConvention.NAME,
            DefaultMcpServerObservationConvention.NAME,
            McpSessionTimer.NAME);

    private static final double[] SECONDS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300};

    private static final DistributionStatisticConfig ADVISED = DistributionStatisticConfig.builder()
            .serviceLevelObjectives(DoubleStream.of(SECONDS)
                    .map(seconds -> seconds * Duration.ofSeconds(1).toNanos())
                    .toArray())
            .build();

    private final Histograms histograms;

    McpDurationBuckets(Histograms histograms) {
        this.histograms = histograms;
    }

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return hasHistogram(id) ? config.merge(ADVISED) : config;
    }

    private boolean hasHistogram(Meter.Id id) {
        return switch (this.histograms) {
            case NONE -> false;
            case OPERATIONS -> id.getName().equals(DefaultMcpClientObservationConvention.NAME);
            case ALL -> NAMES.contains(id.getName());
        };
    }
}
