package io.mcpclient.observation;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.ClientRequestObservationConvention;

/**
 * Settings for the observation of a client. Immutable; sensitive data is off unless enabled.
 *
 * @see "OpenTelemetry semantic conventions for generative AI, MCP"
 */
public final class McpObservationSettings {

    private static final McpTracePropagator NOWHERE = (current, carrier) -> {};

    private static final McpObservationSettings OFF =
            new McpObservationSettings(new Values(ObservationRegistry.NOOP, McpObservationMode.OFF));

    private final Values values;

    private McpObservationSettings(Values values) {
        this.values = values;
    }

    /** The values, copied for each change and never modified afterwards. */
    private static final class Values implements Cloneable {

        private final ObservationRegistry registry;

        private McpObservationMode mode;

        private McpClientObservationConvention operations = new DefaultMcpClientObservationConvention();

        private McpExchangeObservationConvention exchanges = new DefaultMcpExchangeObservationConvention();

        private McpServerObservationConvention serverOperations = new DefaultMcpServerObservationConvention();

        private @Nullable ClientRequestObservationConvention httpConvention;

        private McpTracePropagator propagator = NOWHERE;

        private boolean baggage;

        private boolean payloads;

        private boolean httpRequests = true;

        private boolean joiningOuterToolSpans = true;

        Values(ObservationRegistry registry, McpObservationMode mode) {
            this.registry = registry;
            this.mode = mode;
        }

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    /**
     * Returns settings without observation, the default of a client.
     * @return the settings
     */
    public static McpObservationSettings off() {
        return OFF;
    }

    /**
     * Returns settings that observe everything except sensitive data.
     * @param registry receives the observations; with {@link ObservationRegistry#NOOP} nothing is observed
     * @return the settings, in mode {@link McpObservationMode#FULL}
     */
    public static McpObservationSettings of(ObservationRegistry registry) {
        return new McpObservationSettings(new Values(registry, McpObservationMode.FULL));
    }

    /**
     * Returns a copy with another mode.
     * @param mode extent of the observation
     * @return the copy
     */
    public McpObservationSettings withMode(McpObservationMode mode) {
        Values copy = this.values.copy();
        copy.mode = mode;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy with another convention for operations.
     * @param convention the convention
     * @return the copy
     */
    public McpObservationSettings withConvention(McpClientObservationConvention convention) {
        Values copy = this.values.copy();
        copy.operations = convention;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy with another convention for exchanges on the wire.
     * @param convention the convention
     * @return the copy
     */
    public McpObservationSettings withExchangeConvention(McpExchangeObservationConvention convention) {
        Values copy = this.values.copy();
        copy.exchanges = convention;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy with another convention for server requests.
     * @param convention the convention
     * @return the copy
     */
    public McpObservationSettings withServerConvention(McpServerObservationConvention convention) {
        Values copy = this.values.copy();
        copy.serverOperations = convention;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy with a source of the trace context for {@link McpObservationMode#PROPAGATE}. Without one, nothing is
     * propagated in that mode. In mode {@link McpObservationMode#FULL} the handlers of the registry propagate the context.
     * @param propagator reads the current trace context
     * @return the copy
     */
    public McpObservationSettings withPropagator(McpTracePropagator propagator) {
        Values copy = this.values.copy();
        copy.propagator = propagator;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy that sends baggage or not. Baggage may contain data of users and is off by default.
     * @param baggage whether baggage is sent to the server
     * @return the copy
     * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: Overview, _meta</a>
     */
    public McpObservationSettings withBaggage(boolean baggage) {
        Values copy = this.values.copy();
        copy.baggage = baggage;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy that records arguments and results of tools or not. They may contain sensitive data and are off by
     * default.
     * @param payloads whether spans have them as shortened JSON text; metrics never have them
     * @return the copy
     */
    public McpObservationSettings withPayloads(boolean payloads) {
        Values copy = this.values.copy();
        copy.payloads = payloads;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy that observes the HTTP requests of the exchanges or not. On by default: each has its own observation,
     * {@code http.client.requests}, and a span whose parent is the exchange.
     * @param httpRequests whether HTTP requests are observed
     * @return the copy
     */
    public McpObservationSettings withHttpRequests(boolean httpRequests) {
        Values copy = this.values.copy();
        copy.httpRequests = httpRequests;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy with a convention for the HTTP requests of the exchanges. {@code http.url} is recorded without a query,
     * whatever the convention returns.
     * @param convention determines name and attributes; {@code null} for those of Spring, the default
     * @return the copy
     */
    public McpObservationSettings withHttpConvention(@Nullable ClientRequestObservationConvention convention) {
        Values copy = this.values.copy();
        copy.httpConvention = convention;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns a copy that joins outer tool spans or not. An outer tool span represents the same execution of the tool; its name
     * begins with {@code execute_tool}. By default, a tool call within such a span adds its attributes to it; it has no second
     * span and is not measured a second time.
     * @param joining whether to join outer tool spans
     * @return the copy
     */
    public McpObservationSettings withJoiningOuterToolSpans(boolean joining) {
        Values copy = this.values.copy();
        copy.joiningOuterToolSpans = joining;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns the extent of the observation.
     * @return the configured mode; {@link McpObservationMode#OFF} if the registry takes no observations
     */
    public McpObservationMode mode() {
        boolean isNoop =
                this.values.mode == McpObservationMode.FULL && registry().isNoop();
        return isNoop ? McpObservationMode.OFF : this.values.mode;
    }

    /**
     * Returns the registry for observations.
     * @return the registry
     */
    public ObservationRegistry registry() {
        return this.values.registry;
    }

    /**
     * Returns whether baggage is sent to the server.
     * @return false by default
     */
    public boolean hasBaggage() {
        return this.values.baggage;
    }

    /**
     * Returns whether spans have arguments and results of tools.
     * @return false by default
     */
    public boolean hasPayloads() {
        return this.values.payloads;
    }

    /**
     * Returns whether HTTP requests are observed.
     * @return true by default
     */
    public boolean hasHttpRequests() {
        return this.values.httpRequests;
    }

    /**
     * Returns whether tool calls join outer tool spans.
     * @return true by default
     */
    public boolean isJoiningOuterToolSpans() {
        return this.values.joiningOuterToolSpans;
    }

    /**
     * Returns the convention for operations.
     * @return the default convention unless another one was set
     */
    public McpClientObservationConvention operations() {
        return this.values.operations;
    }

    /**
     * Returns the convention for exchanges.
     * @return the default convention unless another one was set
     */
    public McpExchangeObservationConvention exchanges() {
        return this.values.exchanges;
    }

    /**
     * Returns the convention for requests of servers.
     * @return the default convention unless another one was set
     */
    public McpServerObservationConvention serverOperations() {
        return this.values.serverOperations;
    }

    /**
     * Returns the convention for HTTP requests.
     * @return the convention, {@code null} for that of Spring
     */
    public @Nullable ClientRequestObservationConvention httpConvention() {
        return this.values.httpConvention;
    }

    /**
     * Returns the propagator for {@link McpObservationMode#PROPAGATE}.
     * @return the default propagator unless another one was set
     */
    public McpTracePropagator propagator() {
        return this.values.propagator;
    }

    @Override
    public String toString() {
        return "McpObservationSettings[mode=" + mode() + "]";
    }
}
