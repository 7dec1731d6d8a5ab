package io.mcpclient.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and attributes of operations: calls of a client, each with all its exchanges, and notifications to the server. Must be
 * thread-safe.
 *
 * @see DefaultMcpClientObservationConvention
 */
public interface McpClientObservationConvention extends ObservationConvention<McpClientObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof McpClientObservationContext && !(context instanceof McpExchangeObservationContext);
    }
}
