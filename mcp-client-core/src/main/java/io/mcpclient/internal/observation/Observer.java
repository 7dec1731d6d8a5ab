package io.mcpclient.internal.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import reactor.util.context.ContextView;

import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.observation.DefaultMcpClientObservationConvention;
import io.mcpclient.observation.DefaultMcpExchangeObservationConvention;
import io.mcpclient.observation.DefaultMcpServerObservationConvention;
import io.mcpclient.observation.McpClientObservationContext;
import io.mcpclient.observation.McpClientObservationConvention;
import io.mcpclient.observation.McpClientObservationDocumentation;
import io.mcpclient.observation.McpExchangeObservationContext;
import io.mcpclient.observation.McpExchangeObservationConvention;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.observation.McpServerObservationContext;
import io.mcpclient.observation.McpServerObservationConvention;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.McpPeer;

/** Starts the observations of one client. Thread-safe. */
final class Observer {

    private static final String OUTER_TOOL_SPAN = "execute_tool";

    private final String serverName;

    private final McpPeer peer;

    private final McpObservationSettings settings;

    private final Messages messages;

    private final ObservationFailures failures;

    private volatile @Nullable String protocolVersion;

    Observer(String serverName, McpPeer peer, McpObservationSettings settings, Messages messages) {
        this.serverName = serverName;
        this.peer = peer;
        this.settings = settings;
        this.messages = messages;
        this.failures = new ObservationFailures(serverName);
    }

    Messages messages() {
        return this.messages;
    }

    McpObservationSettings settings() {
        return this.settings;
    }

    ObservationFailures failures() {
        return this.failures;
    }

    McpPeer peer() {
        return this.peer;
    }

    @Nullable
    String protocolVersion() {
        return this.protocolVersion;
    }

    void protocolVersion(String version) {
        this.protocolVersion = version;
    }

    private ObservationRegistry registry() {
        return this.settings.registry();
    }

    /** Returns the parent observation: that of the publisher, or else that of the thread. */
    @Nullable
    Observation current(ContextView context) {
        Observation given = context.getOrDefault(ObservationThreadLocalAccessor.KEY, null);
        return (given != null) ? given : registry().getCurrentObservation();
    }

    Watch operation(String method, @Nullable Object params, ContextView context) {
        Observation parent = current(context);
        McpClientObservationContext described = new McpClientObservationContext(
                this.serverName, this.peer, messages().describe(method, params));
        described.setProtocolVersion(this.protocolVersion);
        if (parent != null && method.equals(McpMethods.TOOLS_CALL) && isOuterToolSpan(parent)) {
            return Watch.join(described, parent, this.settings.operations());
        }
        return Watch.start(
                described,
                McpClientObservationDocumentation.OPERATION.observation(
                        supporting(this.settings.operations(), described),
                        Fallback.OPERATIONS,
                        () -> described,
                        registry()),
                parent);
    }

    private boolean isOuterToolSpan(Observation outer) {
        if (!this.settings.isJoiningOuterToolSpans()) {
            return false;
        }
        String contextual = outer.getContextView().getContextualName();
        String name = (contextual != null) ? contextual : outer.getContextView().getName();
        return name != null && name.startsWith(OUTER_TOOL_SPAN);
    }

    Watch exchange(JsonRpcRequest request, @Nullable String sessionId, ContextView context) {
        McpExchangeObservationContext described = new McpExchangeObservationContext(
                this.serverName,
                this.peer,
                messages().describe(request.method(), request.params()),
                String.valueOf(request.id().toJson()),
                sessionId);
        described.setProtocolVersion(this.protocolVersion);
        return Watch.start(
                described,
                McpClientObservationDocumentation.EXCHANGE.observation(
                        supporting(this.settings.exchanges(), described),
                        Fallback.EXCHANGES,
                        () -> described,
                        registry()),
                current(context));
    }

    /** The parent is the server's span, if the request has one. */
    Observation serverOperation(McpServerObservationContext described) {
        described.setProtocolVersion(this.protocolVersion);
        return McpClientObservationDocumentation.SERVER_OPERATION
                .observation(
                        supporting(this.settings.serverOperations(), described),
                        Fallback.SERVER_OPERATIONS,
                        () -> described,
                        registry())
                .start();
    }

    /**
     * A convention that does not support the context, such as an unstubbed mock, would fail the call: the default is used
     * instead.
     */
    private static <C extends Observation.Context, T extends ObservationConvention<C>> @Nullable T supporting(
            T convention, C context) {
        return convention.supportsContext(context) ? convention : null;
    }

    /** Ends a watch with a result. Never throws. */
    void succeeded(Watch watch, @Nullable Object result) {
        Failure failure = null;
        try {
            if (result instanceof CallToolResult answer) {
                failure = answer.isErrorResult() ? Failure.ofTool() : null;
                watch.context().setResultText(messages().payload(answer));
            }
            if (result != null) {
                watch.context().setResponse(result);
            }
            watch.end(failure, this.protocolVersion);
        } catch (Throwable ex) {
            this.failures.log(ex);
        }
    }

    /** Ends a watch without a result. Never throws. */
    void failed(Watch watch, Failure failure) {
        try {
            watch.end(failure, this.protocolVersion);
        } catch (Throwable ex) {
            this.failures.log(ex);
        }
    }

    /** Conventions used if the configured one does not support a context. */
    private static final class Fallback {

        static final McpClientObservationConvention OPERATIONS = new DefaultMcpClientObservationConvention();

        static final McpExchangeObservationConvention EXCHANGES = new DefaultMcpExchangeObservationConvention();

        static final McpServerObservationConvention SERVER_OPERATIONS = new DefaultMcpServerObservationConvention();
    }
}
