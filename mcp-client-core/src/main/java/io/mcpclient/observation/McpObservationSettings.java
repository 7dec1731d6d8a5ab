package io.mcpclient.observation;

import io.micrometer.observation.ObservationRegistry;

/**
 * What is observed of a client, and where it is reported. Immutable; what is sensitive is off unless it is switched on.
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

    /** The values, copied for each change and never changed afterwards. */
    private static final class Values implements Cloneable {

        private final ObservationRegistry registry;

        private McpObservationMode mode;

        private McpClientObservationConvention operations = new DefaultMcpClientObservationConvention();

        private McpExchangeObservationConvention exchanges = new DefaultMcpExchangeObservationConvention();

        private McpServerObservationConvention serverOperations = new DefaultMcpServerObservationConvention();

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
     * Returns settings with which nothing is observed, the default of a client.
     * @return the settings
     */
    public static McpObservationSettings off() {
        return OFF;
    }

    /**
     * Returns settings with which everything is observed that is not sensitive.
     * @param registry takes the observations; with {@link ObservationRegistry#NOOP} nothing is observed
     * @return the settings, in mode {@link McpObservationMode#FULL}
     */
    public static McpObservationSettings of(ObservationRegistry registry) {
        return new McpObservationSettings(new Values(registry, McpObservationMode.FULL));
    }

    /**
     * Copies these settings with another mode.
     * @param mode how much is observed
     * @return the copy
     */
    public McpObservationSettings withMode(McpObservationMode mode) {
        Values copy = this.values.copy();
        copy.mode = mode;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with other names and attributes for operations.
     * @param convention the convention
     * @return the copy
     */
    public McpObservationSettings withConvention(McpClientObservationConvention convention) {
        Values copy = this.values.copy();
        copy.operations = convention;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with other names and attributes for exchanges on the wire.
     * @param convention the convention
     * @return the copy
     */
    public McpObservationSettings withExchangeConvention(McpExchangeObservationConvention convention) {
        Values copy = this.values.copy();
        copy.exchanges = convention;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with other names and attributes for requests of servers.
     * @param convention the convention
     * @return the copy
     */
    public McpObservationSettings withServerConvention(McpServerObservationConvention convention) {
        Values copy = this.values.copy();
        copy.serverOperations = convention;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with a source of the trace context for {@link McpObservationMode#PROPAGATE}. Without one,
     * nothing goes along in that mode. In mode {@link McpObservationMode#FULL} the handlers of the registry see to that.
     * @param propagator reads the present trace context
     * @return the copy
     */
    public McpObservationSettings withPropagator(McpTracePropagator propagator) {
        Values copy = this.values.copy();
        copy.propagator = propagator;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with a decision on baggage, which may hold data of users. Off by default.
     * @param baggage whether it goes to the server
     * @return the copy
     * @see "MCP 2026-07-28, basic/index, _meta (TRC-05)"
     */
    public McpObservationSettings withBaggage(boolean baggage) {
        Values copy = this.values.copy();
        copy.baggage = baggage;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with a decision on arguments and results of tools, which may hold anything. Off by default.
     * @param payloads whether spans show them, as JSON text that is cut where it is long; metrics never do
     * @return the copy
     */
    public McpObservationSettings withPayloads(boolean payloads) {
        Values copy = this.values.copy();
        copy.payloads = payloads;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with a decision on the HTTP requests below the exchanges. On by default: each has an
     * observation of its own, {@code http.client.requests}, and a span below that of its exchange.
     * @param httpRequests whether they are observed, too
     * @return the copy
     */
    public McpObservationSettings withHttpRequests(boolean httpRequests) {
        Values copy = this.values.copy();
        copy.httpRequests = httpRequests;
        return new McpObservationSettings(copy);
    }

    /**
     * Copies these settings with a decision on tool calls within a span that stands for the very same execution of the
     * tool: one whose name begins with {@code execute_tool}. By default such a span gets our attributes, and there is no
     * second one; nor is the call measured a second time.
     * @param joining whether to join such a span
     * @return the copy
     */
    public McpObservationSettings withJoiningOuterToolSpans(boolean joining) {
        Values copy = this.values.copy();
        copy.joiningOuterToolSpans = joining;
        return new McpObservationSettings(copy);
    }

    /**
     * Returns how much is observed.
     * @return the mode that was set; {@link McpObservationMode#OFF} where there is nobody to report to
     */
    public McpObservationMode mode() {
        boolean inVain =
                this.values.mode == McpObservationMode.FULL && registry().isNoop();
        return inVain ? McpObservationMode.OFF : this.values.mode;
    }

    /**
     * Returns where observations are reported.
     * @return the registry
     */
    public ObservationRegistry registry() {
        return this.values.registry;
    }

    /**
     * Tells whether baggage goes to the server.
     * @return false by default
     */
    public boolean hasBaggage() {
        return this.values.baggage;
    }

    /**
     * Tells whether spans show arguments and results of tools.
     * @return false by default
     */
    public boolean hasPayloads() {
        return this.values.payloads;
    }

    /**
     * Tells whether HTTP requests are observed.
     * @return true by default
     */
    public boolean hasHttpRequests() {
        return this.values.httpRequests;
    }

    /**
     * Tells whether tool calls join the span of whoever executes a tool.
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
     * Returns how the trace context gets into requests.
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
