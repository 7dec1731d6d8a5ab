package io.mcpclient.internal.observation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

import io.micrometer.observation.Observation;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.call.McpInterceptor;
import io.mcpclient.internal.http.HttpRequestObserver;
import io.mcpclient.internal.inbound.InboundObserver;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.observation.McpObservationMode;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.transport.McpPeer;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * Creates the observed versions of one client's parts.
 *
 * <pre>
 *  caller ──► stage ──► … ──► transport ──► HTTP request   inbound
 *             operation       exchange      HTTP request   request of the server
 * </pre>
 *
 * A part that is not observed is returned unchanged. Thread-safe.
 */
public final class McpClientObservations {

    private final String serverName;

    private final McpObservationSettings settings;

    private final Observer observer;

    private final TracingTransport.TraceEnvelope envelope;

    /**
     * Creates the observations of one client.
     * @param serverName configured name of the server
     * @param peer address and transport of the server
     * @param settings observation settings
     * @param codec writes the trace context into messages
     */
    public McpClientObservations(String serverName, McpPeer peer, McpObservationSettings settings, JsonCodec codec) {
        this.serverName = serverName;
        this.settings = settings;
        this.observer = new Observer(serverName, peer, settings, new Messages(codec, settings.hasPayloads()));
        this.envelope = new TracingTransport.TraceEnvelope(codec, !observesHttp());
    }

    /**
     * Returns the server's address and transport.
     * @return the peer
     */
    public McpPeer peer() {
        return this.observer.peer();
    }

    private boolean isFull() {
        return this.settings.mode() == McpObservationMode.FULL;
    }

    /** If so, each HTTP request has its own span, and its headers propagate that span. */
    private boolean observesHttp() {
        return isFull() && this.settings.hasHttpRequests();
    }

    /**
     * Sets the negotiated protocol revision.
     * @param version the revision as on the wire
     */
    public void onProtocolVersion(String version) {
        this.observer.protocolVersion(version);
    }

    /**
     * Returns the stage that observes the operations of callers.
     * @return the stage, {@code null} if they are not observed
     */
    public @Nullable McpInterceptor stage() {
        return isFull() ? new ObservationStage(this.observer) : null;
    }

    /**
     * Observes exchanges and propagates the trace context.
     * @param provider creates the transport
     * @return the observed provider
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
     * Returns what observes HTTP requests.
     * @return the observer, {@code null} if they are not observed
     */
    public @Nullable HttpRequestObserver httpRequests() {
        return observesHttp()
                ? new HttpRequestObservations(
                        this.settings.registry(),
                        new HttpRequestConvention(this.settings.hasBaggage(), this.settings.httpConvention()),
                        this.observer.failures())
                : null;
    }

    /**
     * Observes requests of the server.
     * @param handled returns whether the application handles a method that the protocol does not define
     * @return the observer
     */
    public InboundObserver inbound(Predicate<String> handled) {
        return isFull() ? new ObservedRequests(this.serverName, this.observer, handled) : InboundObserver.NONE;
    }

    /**
     * Returns the context passed by a blocking caller to its publisher: the current observation.
     * @return the context, empty if there is no current observation
     */
    public Context ofCaller() {
        if (this.settings.mode() == McpObservationMode.OFF) {
            return Context.empty();
        }
        Observation current = this.settings.registry().getCurrentObservation();
        return (current != null) ? Context.of(ObservationThreadLocalAccessor.KEY, current) : Context.empty();
    }
}
