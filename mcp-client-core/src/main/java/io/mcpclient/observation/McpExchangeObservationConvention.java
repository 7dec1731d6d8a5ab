package io.mcpclient.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and attributes of exchanges: one request on the wire and its response. Must be thread-safe.
 *
 * @see DefaultMcpExchangeObservationConvention
 */
public interface McpExchangeObservationConvention extends ObservationConvention<McpExchangeObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof McpExchangeObservationContext;
    }
}
