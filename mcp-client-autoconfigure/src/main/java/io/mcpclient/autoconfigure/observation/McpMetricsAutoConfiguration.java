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
import io.mcpclient.autoconfigure.McpProperties;
import io.mcpclient.registry.McpToolRegistry;

/**
 * Auto-configuration of the meters of all clients, including those that are added later, and of the buckets of their
 * durations, which a bean of the same name replaces and {@code management.metrics.distribution} overrides.
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
        boolean serverName =
                properties.getIfAvailable(McpProperties::new).getObservation().isIncludeServerName();
        return new McpMeterBinder(clients, serverName);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(McpToolRegistry.class)
    McpToolCostMeters mcpToolCostMeters(McpClients clients, McpToolRegistry tools) {
        return new McpToolCostMeters(clients, tools);
    }

    @Bean
    @ConditionalOnMissingBean(name = "mcpDurationBuckets")
    static MeterFilter mcpDurationBuckets() {
        return new McpDurationBuckets();
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
        McpMeterObservationHandler mcpMeterObservationHandler(MeterRegistry registry, MetricsProperties properties) {
            boolean active = !properties.getObservations().getIgnoredMeters().contains(IgnoredMeters.LONG_TASK_TIMER);
            return new McpMeterObservationHandler(registry, active);
        }
    }
}
