package io.mcpclient.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and attributes of operations: what a caller asks of a client, whatever exchanges it takes, and notifications that
 * are sent. Must be thread-safe.
 *
 * @see DefaultMcpClientObservationConvention
 */
public interface McpClientObservationConvention extends ObservationConvention<McpClientObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof McpClientObservationContext && !(context instanceof McpExchangeObservationContext);
    }
}
