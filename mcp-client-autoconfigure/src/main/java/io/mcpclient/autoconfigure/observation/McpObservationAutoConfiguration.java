package io.mcpclient.autoconfigure.observation;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.client.ClientRequestObservationConvention;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.observation.McpClientObservationConvention;
import io.mcpclient.observation.McpExchangeObservationConvention;
import io.mcpclient.observation.McpServerObservationConvention;
import io.mcpclient.observation.McpTracePropagator;
import io.mcpclient.spring.McpClientCustomizer;

/**
 * Auto-configuration of the observation of all clients, if there is a registry to report to. Convention beans determine names
 * and attributes, if there are any. A customizer of the application is applied later and takes precedence.
 */
@AutoConfiguration(
        after = McpClientAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ObservationRegistry.class, McpProperties.class})
public final class McpObservationAutoConfiguration {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    McpClientCustomizer mcpObservationCustomizer(
            McpProperties properties,
            ObservationRegistry registry,
            ObjectProvider<McpTracePropagator> propagator,
            ObjectProvider<McpClientObservationConvention> operations,
            ObjectProvider<McpExchangeObservationConvention> exchanges,
            ObjectProvider<McpServerObservationConvention> serverOperations,
            ObjectProvider<ClientRequestObservationConvention> httpRequests) {
        PropertiesMcpObservation observation = new PropertiesMcpObservation(properties.observation());
        return (server, builder) -> builder.observation(observation
                .settings(
                        registry,
                        propagator.getIfAvailable(),
                        operations.getIfUnique(),
                        exchanges.getIfUnique(),
                        serverOperations.getIfUnique())
                .withHttpConvention(httpRequests.getIfUnique()));
    }

    /** Trace propagation, if there is a tracer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Tracer.class, Propagator.class})
    @ConditionalOnBean({Tracer.class, Propagator.class})
    static class TracingConfiguration {

        @Bean
        @ConditionalOnMissingBean
        McpTracePropagator mcpTracePropagator(Tracer tracer, Propagator propagator) {
            return new TracerMcpTracePropagator(tracer, propagator);
        }
    }
}
