package io.mcpclient.autoconfigure.observation;

import java.util.function.BiConsumer;

import io.micrometer.observation.ObservationView;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.micrometer.tracing.propagation.Propagator;
import org.jspecify.annotations.Nullable;

import io.mcpclient.observation.McpTracePropagator;

/** Reads the current span from Micrometer Tracing: that of the observation, or else that of the thread. */
record TracerMcpTracePropagator(Tracer tracer, Propagator propagator) implements McpTracePropagator {

    @Override
    public void inject(@Nullable ObservationView current, BiConsumer<String, String> carrier) {
        Span span = spanOf(current);
        if (span != null) {
            this.propagator.inject(span.context(), carrier, (fields, key, value) -> {
                if (fields != null) {
                    fields.accept(key, value);
                }
            });
        }
    }

    private @Nullable Span spanOf(@Nullable ObservationView current) {
        TracingContext context = (current != null) ? current.getContextView().get(TracingContext.class) : null;
        Span span = (context != null) ? context.getSpan() : null;
        return (span != null) ? span : this.tracer.currentSpan();
    }
}
