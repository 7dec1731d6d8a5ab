package io.mcpclient.observation;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;

import io.mcpclient.handler.HandlerScope;

/** One operation or exchange under observation, from its start to its end, which comes once. Thread-safe. */
final class Watch {

    private final McpClientObservationContext context;

    private final Observation observation;

    private final @Nullable McpClientObservationConvention joining;

    private final AtomicBoolean ended = new AtomicBoolean();

    private Watch(
            McpClientObservationContext context,
            Observation observation,
            @Nullable McpClientObservationConvention joining) {
        this.context = context;
        this.observation = observation;
        this.joining = joining;
    }

    /**
     * Starts an observation of its own.
     * @param parent in whose name, or {@code null} if that is not known
     */
    static Watch start(McpClientObservationContext context, Observation observation, @Nullable Observation parent) {
        if (parent == null) {
            observation.start();
        } else {
            // Tracing takes the span of the thread where that is another one than the span of the parent.
            try (Observation.Scope scope = parent.openScope()) {
                observation.parentObservation(parent).start();
            }
        }
        return new Watch(context, observation, null);
    }

    /** Adds to an observation of somebody else, who ends it. */
    static Watch join(
            McpClientObservationContext context, Observation outer, McpClientObservationConvention convention) {
        return new Watch(context, outer, convention);
    }

    McpClientObservationContext context() {
        return this.context;
    }

    /** Fields that a propagator has written, none of them checked. */
    Map<String, String> carrier() {
        Map<String, String> carrier = this.context.getCarrier();
        return (carrier != null) ? carrier : Map.of();
    }

    /** What is done in its name: further observations become its children, and handlers run in its scope. */
    Context within(Context context) {
        return within(context, this.observation);
    }

    /** Runs work of this thread in its scope: what that begins without knowing a parent becomes its child, too. */
    void inScope(Runnable work) {
        try (Observation.Scope scope = this.observation.openScope()) {
            work.run();
        }
    }

    static Context within(Context context, Observation observation) {
        HandlerScope scope = () -> observation.openScope()::close;
        return context.put(ObservationThreadLocalAccessor.KEY, observation).put(HandlerScope.class, scope);
    }

    /** Ends it, unless it has ended. */
    void end(@Nullable Failure failure, @Nullable String protocolVersion) {
        if (!this.ended.compareAndSet(false, true)) {
            return;
        }
        this.context.setProtocolVersion(protocolVersion);
        if (failure != null) {
            this.context.setErrorType(failure.type());
            this.context.setStatusCode(failure.statusCode());
        }
        if (this.joining != null) {
            describe(this.joining);
            return;
        }
        if (failure != null) {
            this.observation.error(failure.cause());
        }
        this.observation.stop();
    }

    /** As attributes of the span alone: the metric of the outer observation has attributes of its own choosing. */
    private void describe(McpClientObservationConvention convention) {
        KeyValues values = convention
                .getLowCardinalityKeyValues(this.context)
                .and(convention.getHighCardinalityKeyValues(this.context));
        for (KeyValue value : values) {
            if (!value.getValue().equals(KeyValue.NONE_VALUE)) {
                this.observation.highCardinalityKeyValue(value);
            }
        }
    }
}
