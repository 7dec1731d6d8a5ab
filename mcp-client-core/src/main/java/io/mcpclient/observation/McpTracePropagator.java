package io.mcpclient.observation;

import java.util.function.BiConsumer;

import io.micrometer.observation.ObservationView;
import org.jspecify.annotations.Nullable;

/**
 * Reads the context of the present span without beginning another one, for {@link McpObservationMode#PROPAGATE}. There is
 * one for Micrometer Tracing in the auto-configuration. Must be thread-safe and must not block.
 */
@FunctionalInterface
public interface McpTracePropagator {

    /**
     * Writes the fields of the present trace context.
     * @param current observation that the caller runs in, or {@code null} if none is known: then that of the thread counts
     * @param carrier takes name and value; everything but {@code traceparent}, {@code tracestate} and {@code baggage} is
     *     dropped
     */
    void inject(@Nullable ObservationView current, BiConsumer<String, String> carrier);
}
