package io.mcpclient.testkit;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.micrometer.common.KeyValue;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelBaggageManager;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;

import static org.awaitility.Awaitility.await;

/** An application that measures and traces: Prometheus, and OpenTelemetry with an exporter that keeps what it gets. */
public final class Telemetry implements AutoCloseable {

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(this.exporter))
            .build();

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private final ObservationRegistry registry = ObservationRegistry.create();

    private final OtelTracer tracer;

    private final OtelPropagator propagator;

    public Telemetry() {
        OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
                .setTracerProvider(this.provider)
                .setPropagators(ContextPropagators.create(TextMapPropagator.composite(
                        W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())))
                .build();
        OtelCurrentTraceContext current = new OtelCurrentTraceContext();
        this.tracer = new OtelTracer(
                sdk.getTracer("test"),
                current,
                event -> {},
                new OtelBaggageManager(current, List.of("tenant"), List.of()));
        this.propagator = new OtelPropagator(sdk.getPropagators(), sdk.getTracer("test"));
        this.registry
                .observationConfig()
                .observationHandler(new DefaultMeterObservationHandler(this.meters))
                .observationHandler(new FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(this.tracer, this.propagator),
                        new PropagatingReceiverTracingObservationHandler<>(this.tracer, this.propagator),
                        new DefaultTracingObservationHandler(this.tracer)));
    }

    public ObservationRegistry registry() {
        return this.registry;
    }

    public OtelTracer tracer() {
        return this.tracer;
    }

    public OtelPropagator propagator() {
        return this.propagator;
    }

    /** What a scrape would get. */
    public String scrape() {
        return this.meters.scrape();
    }

    /** All spans that have ended. */
    public List<SpanData> spans() {
        return this.exporter.getFinishedSpanItems();
    }

    /** The only span of this name, once it has ended. */
    public SpanData span(String name) {
        return spans(name, 1).get(0);
    }

    /** The spans of this name once there are so many: the outer ones first, and those in the order of their starts. */
    public List<SpanData> spans(String name, int count) {
        await().atMost(Duration.ofSeconds(30)).until(() -> named(name).size() == count);
        List<SpanData> named = named(name);
        Set<String> ids = named.stream().map(SpanData::getSpanId).collect(Collectors.toSet());
        return named.stream()
                .sorted(Comparator.<SpanData, Boolean>comparing(span -> ids.contains(span.getParentSpanId()))
                        .thenComparing(SpanData::getStartEpochNanos))
                .toList();
    }

    private List<SpanData> named(String name) {
        return spans().stream().filter(span -> span.getName().equals(name)).toList();
    }

    public static String attribute(SpanData span, String key) {
        return span.getAttributes().get(AttributeKey.stringKey(key));
    }

    /** The timers of a name, each as its tags with the number of its samples under "count". */
    public List<Map<String, String>> timers(String name) {
        return this.meters.find(name).timers().stream().map(Telemetry::tags).toList();
    }

    private static Map<String, String> tags(Timer timer) {
        Map<String, String> tags = new TreeMap<>();
        for (Tag tag : timer.getId().getTags()) {
            tags.put(tag.getKey(), tag.getValue());
        }
        tags.put("count", String.valueOf(timer.count()));
        return tags;
    }

    /** Begins an observation of the application's own. */
    public Observation observation(String name, KeyValue... values) {
        Observation observation =
                Observation.createNotStarted(name, this.registry).contextualName(name);
        for (KeyValue value : values) {
            observation.lowCardinalityKeyValue(value);
        }
        return observation;
    }

    @Override
    public void close() {
        this.provider.close();
        this.meters.close();
    }
}
