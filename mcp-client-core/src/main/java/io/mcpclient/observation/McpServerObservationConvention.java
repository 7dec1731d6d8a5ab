package io.mcpclient.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names and attributes of server requests and the client's responses. Must be thread-safe.
 *
 * @see DefaultMcpServerObservationConvention
 */
public interface McpServerObservationConvention extends ObservationConvention<McpServerObservationContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof McpServerObservationContext;
    }
}
