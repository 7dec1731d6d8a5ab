package io.mcpclient.internal.observation;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

import io.mcpclient.handler.HandlerScope;
import io.mcpclient.observation.McpClientObservationContext;
import io.mcpclient.observation.McpClientObservationConvention;

/** One observation of an operation or exchange, which ends exactly once. Thread-safe. */
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
     * Starts a new observation.
     * @param parent parent observation, or {@code null} if there is none
     */
    static Watch start(McpClientObservationContext context, Observation observation, @Nullable Observation parent) {
        if (parent == null) {
            observation.start();
        } else {
            // Tracing prefers the span of the thread to the span of the parent, so open the parent's scope.
            try (Observation.Scope scope = parent.openScope()) {
                observation.parentObservation(parent).start();
            }
        }
        return new Watch(context, observation, null);
    }

    /** Adds to an observation that is owned, and ended, by another component. */
    static Watch join(
            McpClientObservationContext context, Observation outer, McpClientObservationConvention convention) {
        return new Watch(context, outer, convention);
    }

    McpClientObservationContext context() {
        return this.context;
    }

    /** Fields written by a propagator, not validated. */
    Map<String, String> carrier() {
        Map<String, String> carrier = this.context.getCarrier();
        return (carrier != null) ? carrier : Map.of();
    }

    /** Adds the observation to a context: further observations become its children, and handlers run in its scope. */
    Context within(Context context) {
        return within(context, this.observation);
    }

    /** Runs work on this thread in its scope, so that observations without an explicit parent become its children as well. */
    void inScope(Runnable work) {
        try (Observation.Scope scope = this.observation.openScope()) {
            work.run();
        }
    }

    static Context within(Context context, Observation observation) {
        HandlerScope scope = () -> observation.openScope()::close;
        return context.put(ObservationThreadLocalAccessor.KEY, observation).put(HandlerScope.class, scope);
    }

    /** Ends the observation, unless it has ended already. */
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
        try {
            if (failure != null) {
                this.observation.error(failure.cause());
            }
        } finally {
            this.observation.stop();
        }
    }

    /** Adds the attributes to the span only: the metric of the outer observation has its own attributes. */
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

    /**
     * Passes on observed signals. A subclass ends the watch before the downstream subscriber continues, so that a span ends before
     * its parent.
     *
     * @param <T> type of the values
     */
    abstract static class ObservingSubscriber<T> implements CoreSubscriber<T>, Subscription {

        final Observer observer;

        final Watch watch;

        final CoreSubscriber<? super T> actual;

        private final Context context;

        private @Nullable Subscription upstream;

        /**
         * Creates the subscriber.
         * @param context context for the source: that of the downstream subscriber, within the watch
         */
        ObservingSubscriber(Observer observer, Watch watch, Context context, CoreSubscriber<? super T> actual) {
            this.observer = observer;
            this.watch = watch;
            this.context = context;
            this.actual = actual;
        }

        @Override
        public final Context currentContext() {
            return this.context;
        }

        @Override
        public final void onSubscribe(Subscription upstream) {
            this.upstream = upstream;
            this.actual.onSubscribe(this);
        }

        @Override
        public final void request(long n) {
            Subscription source = this.upstream;
            if (source != null) {
                source.request(n);
            }
        }

        @Override
        public final void cancel() {
            Subscription source = this.upstream;
            if (source != null) {
                source.cancel();
            }
            this.observer.failed(this.watch, Failure.cancelled());
        }
    }
}
