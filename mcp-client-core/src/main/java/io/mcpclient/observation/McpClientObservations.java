package io.mcpclient.observation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.protocol.InboundObserver;
import io.mcpclient.transport.McpPeer;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * The places where one client is observed: what a builder puts around its parts.
 *
 * <pre>
 *  caller ──► chain ──► … ──► transport ──► WebClient      inbound
 *             operation       exchange      HTTP request   request of the server
 * </pre>
 *
 * Each is the part itself where nothing is to be seen of it. Thread-safe.
 */
public final class McpClientObservations {

    private final String serverName;

    private final McpObservationSettings settings;

    private final Observer observer;

    private final TraceEnvelope envelope;

    /**
     * Creates the observations of one client.
     * @param serverName configured name of the server
     * @param peer where it is
     * @param settings what is observed
     * @param codec writes what is added to messages
     */
    public McpClientObservations(String serverName, McpPeer peer, McpObservationSettings settings, JsonCodec codec) {
        this.serverName = serverName;
        this.settings = settings;
        this.observer = new Observer(serverName, peer, settings, new Messages(codec, settings.hasPayloads()));
        this.envelope = new TraceEnvelope(codec, !observesHttp());
    }

    /**
     * Returns where the server is.
     * @return what is known of the way to it
     */
    public McpPeer peer() {
        return this.observer.peer();
    }

    private boolean isFull() {
        return this.settings.mode() == McpObservationMode.FULL;
    }

    /** Then the request of HTTP has a span of its own, which is what its headers tell. */
    private boolean observesHttp() {
        return isFull() && this.settings.hasHttpRequests();
    }

    /**
     * Learns which revision is spoken from now on.
     * @param version the revision as on the wire
     */
    public void onProtocolVersion(String version) {
        this.observer.protocolVersion(version);
    }

    /**
     * Observes the operations of callers.
     * @param chain all stages behind
     * @return the chain to call
     */
    public CallHandler chain(CallHandler chain) {
        return isFull() ? new ObservedChain(this.observer, chain) : chain;
    }

    /**
     * Observes exchanges, and has the trace context go along.
     * @param provider creates the transport
     * @return the provider to use
     */
    public TransportProvider transport(TransportProvider provider) {
        return (this.settings.mode() == McpObservationMode.OFF)
                ? provider
                : context -> provider.create(context).map(this::traced);
    }

    private McpTransport traced(McpTransport transport) {
        return isFull()
                ? TracingTransport.observed(transport, this.envelope, this.observer)
                : TracingTransport.propagating(
                        transport, this.envelope, this.settings.hasBaggage(), this::presentFields);
    }

    private Map<String, String> presentFields(ContextView context) {
        Map<String, String> carrier = new LinkedHashMap<>(4);
        this.settings.propagator().inject(this.observer.current(context), carrier::put);
        return carrier;
    }

    /**
     * Observes HTTP requests.
     * @return prepares each {@code WebClient}, before customizers of the application
     */
    public Consumer<WebClient.Builder> webClient() {
        return observesHttp()
                ? builder -> builder.observationRegistry(this.settings.registry())
                        .observationConvention(new HttpRequestConvention(this.settings.hasBaggage()))
                : builder -> {};
    }

    /**
     * Observes requests of the server.
     * @param handled tells whether the application handles a method that the protocol does not know
     * @return the observer
     */
    public InboundObserver inbound(Predicate<String> handled) {
        return isFull() ? new ObservedRequests(this.serverName, this.observer, handled) : InboundObserver.NONE;
    }

    /**
     * Returns what a thread that waits hands over to the publisher that it waits for: in whose name it acts.
     * @return the context, empty if that is not known
     */
    public Context ofCaller() {
        if (this.settings.mode() == McpObservationMode.OFF) {
            return Context.empty();
        }
        Observation current = this.settings.registry().getCurrentObservation();
        return (current != null) ? Context.of(ObservationThreadLocalAccessor.KEY, current) : Context.empty();
    }

    /** Every call is an operation, unless several are one. */
    private record ObservedChain(Observer observer, CallHandler chain) implements CallHandler {

        @Override
        public Mono<Object> handle(McpCall call) {
            return new ObservedOperation<>(
                    this.observer, call.method(), call.params(), false, watch -> this.chain.handle(call));
        }

        @Override
        public <T> Mono<T> asOne(String method, @Nullable Object params, Mono<T> calls) {
            return new ObservedOperation<>(this.observer, method, params, true, watch -> calls);
        }
    }
}
