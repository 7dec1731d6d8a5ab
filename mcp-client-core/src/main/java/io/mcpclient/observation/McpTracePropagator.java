package io.mcpclient.observation;

import java.util.function.BiConsumer;

import io.micrometer.observation.ObservationView;
import org.jspecify.annotations.Nullable;

/**
 * Reads the context of the current span without starting another one, for {@link McpObservationMode#PROPAGATE}. The
 * auto-configuration has an implementation for Micrometer Tracing. Must be thread-safe and must not block.
 */
@FunctionalInterface
public interface McpTracePropagator {

    /**
     * Writes the fields of the current trace context.
     * @param current the caller's observation, or {@code null} if none is known; then the thread's current span is used
     * @param carrier receives name and value; everything but {@code traceparent}, {@code tracestate} and {@code baggage} is
     *     dropped
     */
    void inject(@Nullable ObservationView current, BiConsumer<String, String> carrier);
}
