package io.mcpclient.autoconfigure.observation;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.properties.ObservationProperties;
import io.mcpclient.observation.DefaultMcpClientObservationConvention;
import io.mcpclient.observation.DefaultMcpExchangeObservationConvention;
import io.mcpclient.observation.DefaultMcpServerObservationConvention;
import io.mcpclient.observation.McpClientObservationConvention;
import io.mcpclient.observation.McpExchangeObservationConvention;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.observation.McpServerObservationConvention;
import io.mcpclient.observation.McpTracePropagator;

/** Maps properties and beans to settings, one line for each. */
record PropertiesMcpObservation(ObservationProperties properties) {

    McpObservationSettings settings(
            ObservationRegistry registry,
            @Nullable McpTracePropagator propagator,
            @Nullable McpClientObservationConvention operations,
            @Nullable McpExchangeObservationConvention exchanges,
            @Nullable McpServerObservationConvention serverOperations) {
        McpObservationSettings settings = McpObservationSettings.of(registry)
                .withMode(this.properties.mode())
                .withBaggage(this.properties.includeBaggage())
                .withPayloads(this.properties.includePayloads())
                .withHttpRequests(this.properties.includeHttpRequests())
                .withJoiningOuterToolSpans(this.properties.joinToolSpans());
        settings = (propagator != null) ? settings.withPropagator(propagator) : settings;
        boolean serverName = this.properties.includeServerName();
        return settings.withConvention(
                        (operations != null) ? operations : new DefaultMcpClientObservationConvention(serverName))
                .withExchangeConvention(
                        (exchanges != null) ? exchanges : new DefaultMcpExchangeObservationConvention(serverName))
                .withServerConvention(
                        (serverOperations != null)
                                ? serverOperations
                                : new DefaultMcpServerObservationConvention(serverName));
    }
}
