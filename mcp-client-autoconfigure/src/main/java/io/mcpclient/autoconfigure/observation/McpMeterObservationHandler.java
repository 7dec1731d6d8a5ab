package io.mcpclient.autoconfigure.observation;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.observation.MeterObservationHandler;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationView;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;

import io.mcpclient.observation.McpClientObservationContext;
import io.mcpclient.observation.McpExchangeObservationContext;

/**
 * Records operations, exchanges if enabled, and their HTTP requests in the same meters as Micrometer's
 * {@link DefaultMeterObservationHandler}, but finds a meter by the attributes of the observation, which are shared by many calls, instead of building its tags and its id for
 * each call. Looks up all meters again after one has been removed from the registry. Thread-safe.
 */
final class McpMeterObservationHandler implements MeterObservationHandler<Observation.Context> {

    /** Maximum number of meters of each type that are found by attributes; others are found in the registry. */
    static final int MAX_KNOWN = 2_000;

    private final MeterRegistry registry;

    private final boolean active;

    private final boolean exchanges;

    private final DefaultMeterObservationHandler events;

    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    private final Map<Key, LongTaskTimer> activeTimers = new ConcurrentHashMap<>();

    /**
     * Creates the handler.
     * @param active whether unfinished observations are measured as well
     * @param exchanges whether exchanges are measured; {@link McpMeterSelection} denies their meters otherwise
     */
    McpMeterObservationHandler(MeterRegistry registry, boolean active, boolean exchanges) {
        this.registry = registry;
        this.active = active;
        this.exchanges = exchanges;
        this.events = new DefaultMeterObservationHandler(registry);
        registry.config().onMeterRemoved(this::forget);
    }

    private void forget(Meter removed) {
        this.timers.clear();
        this.activeTimers.clear();
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof McpClientObservationContext || isRequestOfExchange(context);
    }

    /** Other HTTP requests of the application are left to Micrometer's handler. */
    private static boolean isRequestOfExchange(Observation.Context context) {
        ObservationView parent = context.getParentObservation();
        return parent != null
                && context instanceof ClientRequestObservationContext
                && parent.getContextView() instanceof McpExchangeObservationContext;
    }

    @Override
    public void onStart(Observation.Context context) {
        if (!isMeasured(context)) {
            return;
        }
        LongTaskTimer.Sample unfinished = this.active
                ? find(this.activeTimers, Key.of(context, KeyValue.NONE_VALUE), this::activeTimer)
                        .start()
                : null;
        context.put(Measured.class, new Measured(this.registry.config().clock().monotonicTime(), unfinished));
    }

    @Override
    public void onStop(Observation.Context context) {
        if (!isMeasured(context)) {
            return;
        }
        Throwable error = context.getError();
        String type = (error != null) ? error.getClass().getSimpleName() : KeyValue.NONE_VALUE;
        Measured measured = context.getRequired(Measured.class);
        long nanos = this.registry.config().clock().monotonicTime() - measured.start();
        find(this.timers, Key.of(context, type), this::timer).record(nanos, TimeUnit.NANOSECONDS);
        if (measured.unfinished() != null) {
            measured.unfinished().stop();
        }
    }

    private boolean isMeasured(Observation.Context context) {
        return this.exchanges || !(context instanceof McpExchangeObservationContext);
    }

    @Override
    public void onEvent(Observation.Event event, Observation.Context context) {
        this.events.onEvent(event, context);
    }

    private static <M> M find(Map<Key, M> known, Key key, Function<Key, M> registration) {
        M meter = known.get(key);
        if (meter == null) {
            meter = registration.apply(key);
            if (known.size() < MAX_KNOWN) {
                known.put(key, meter);
            }
        }
        return meter;
    }

    private Timer timer(Key key) {
        Tags tags = key.tags().and(SharedTags.tag("error", key.error()));
        return this.registry.timer(key.name(), SharedTags.all(tags));
    }

    private LongTaskTimer activeTimer(Key key) {
        return this.registry.more().longTaskTimer((key.name() + ".active").intern(), key.tags());
    }

    /**
     * An observation that has not ended.
     *
     * @param start monotonic time in nanoseconds
     * @param unfinished its measurement as unfinished, {@code null} if there is none
     */
    private record Measured(long start, LongTaskTimer.@Nullable Sample unfinished) {}

    /**
     * What a meter is found by.
     *
     * @param name name of the observation
     * @param attributes its attributes of low cardinality
     * @param error simple name of its exception
     */
    private record Key(String name, KeyValues attributes, String error) {

        static Key of(Observation.Context context, String error) {
            return new Key(String.valueOf(context.getName()), context.getLowCardinalityKeyValues(), error);
        }

        Tags tags() {
            return SharedTags.all(Tags.of(this.attributes.stream()
                    .map(attribute -> SharedTags.tag(attribute.getKey(), attribute.getValue()))
                    .toList()));
        }
    }
}
