package io.mcpclient.autoconfigure.observation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler.IgnoredMeters;
import io.micrometer.core.instrument.observation.MeterObservationHandler;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ObservationProperties;
import io.mcpclient.registry.McpToolRegistry;

/**
 * Auto-configuration of the meters of all clients, including those that are added later, of the buckets of their durations, which a
 * bean of the same name replaces and {@code management.metrics.distribution} overrides, and of the selection of durations and tags,
 * which a bean of the same name replaces as well.
 */
@AutoConfiguration(
        after = McpClientAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({McpClients.class, MeterRegistry.class})
public final class McpMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    McpMeterBinder mcpMeterBinder(McpClients clients, ObjectProvider<McpProperties> properties) {
        return new McpMeterBinder(clients, observation(properties).includeServerName());
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(McpToolRegistry.class)
    McpToolCostMeters mcpToolCostMeters(McpClients clients, McpToolRegistry tools) {
        return new McpToolCostMeters(clients, tools);
    }

    @Bean
    @ConditionalOnMissingBean(name = "mcpDurationBuckets")
    static MeterFilter mcpDurationBuckets(ObjectProvider<McpProperties> properties) {
        return new McpDurationBuckets(observation(properties).histograms());
    }

    @Bean
    @ConditionalOnMissingBean(name = "mcpMeterSelection")
    static MeterFilter mcpMeterSelection(ObjectProvider<McpProperties> properties) {
        return new McpMeterSelection(observation(properties).includeExchangeMetrics());
    }

    private static ObservationProperties observation(ObjectProvider<McpProperties> properties) {
        return properties.getIfAvailable(McpProperties::unset).observation();
    }

    /**
     * Faster recording of calls, unless the application has a handler of its own for the meters of observations.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MetricsProperties.class)
    static class MeterHandlerConfiguration {

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        @ConditionalOnBean(value = DefaultMeterObservationHandler.class, name = "defaultMeterObservationHandler")
        @ConditionalOnSingleCandidate(MeterObservationHandler.class)
        McpMeterObservationHandler mcpMeterObservationHandler(
                MeterRegistry registry, MetricsProperties metrics, ObjectProvider<McpProperties> properties) {
            boolean active = !metrics.getObservations().getIgnoredMeters().contains(IgnoredMeters.LONG_TASK_TIMER);
            return new McpMeterObservationHandler(
                    registry, active, observation(properties).includeExchangeMetrics());
        }
    }
}
