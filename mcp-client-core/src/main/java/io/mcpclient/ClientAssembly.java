package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.mcpclient.call.McpInterceptor;
import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.inbound.InboundThreads;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.internal.observation.ToolAudit;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.internal.pipeline.Resilience;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.status.McpClientState;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.TransportProvider;

/**
 * Assembles a client from its settings: its parts, and the order in which a call passes them. The parts that exist once per
 * identity are assembled by {@link IdentityAssembly}. Used once.
 */
final class ClientAssembly {

    private final McpClientBuilder settings;

    ClientAssembly(McpClientBuilder settings) {
        this.settings = settings;
    }

    McpClient build() {
        JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT
                .withMaxMessageSize(this.settings.maxMessageSize)
                .withMaxNodes(this.settings.maxMessageNodes));
        IgnoredMessages ignored = new IgnoredMessages(this.settings.name);
        McpClientObservations observed = new McpClientObservations(
                this.settings.name, this.settings.choice.peer(), this.settings.observation, codec);
        DrainGate gate = new DrainGate(drainTimeout(), this.settings.time);
        Duration releaseTimeout = this.settings.shutdownTimeout.minus(drainTimeout());
        Resilience resilience = resilience();
        IdentityAssembly identities = new IdentityAssembly(
                this.settings,
                new IdentityAssembly.Shared(
                        codec,
                        ignored,
                        observed,
                        transports(observed, releaseTimeout),
                        InboundThreads.of(this.settings.name, this.settings.maxInboundRequests),
                        stages(gate, resilience),
                        new Connection.Settings(this.settings.connectTimeout, releaseTimeout)));

        Principals principals = (this.settings.principals != null)
                ? new Principals(this.settings, this.settings.principals, identities, gate)
                : null;
        Identity application = (principals != null)
                ? principals.application()
                : identities.ofApplication(connection ->
                        new ClientLifecycle(gate, connection, ClientLifecycle.Others.NONE, identities.threads()));
        this.settings.statusListeners.forEach(application.connection()::addListener);
        application
                .connection()
                .addListener(
                        status -> resilience.onStatus(status.isConnected(), status.state() == McpClientState.CLOSING));
        return new DefaultMcpClient(
                application,
                principals,
                new DefaultMcpClient.Timeouts(
                        this.settings.connectTimeout,
                        this.settings.requestTimeout,
                        this.settings.requestTimeoutMax,
                        this.settings.shutdownTimeout),
                resilience,
                ignored,
                this.settings.listeners,
                observed,
                identities.pins());
    }

    private TransportProvider transports(McpClientObservations observed, Duration releaseTimeout) {
        return observed.transport(this.settings.choice.provider(
                new TransportChoice.Limits(
                        this.settings.connectTimeout,
                        this.settings.responseTimeout,
                        releaseTimeout,
                        this.settings.maxMessageSize,
                        this.settings.maxConcurrentRequests),
                observed.webClient()));
    }

    /**
     * All stages of a call, in order: observation, audit, the gate, the user's interceptors, the deadline and subsequent
     * stages, a connection.
     */
    private List<McpInterceptor> stages(DrainGate gate, Resilience resilience) {
        List<McpInterceptor> stages = new ArrayList<>();
        stages.add(new ToolAudit(this.settings.principals != null));
        stages.add(gate);
        stages.addAll(this.settings.interceptors);
        stages.addAll(resilience.stages());
        return stages;
    }

    private Resilience resilience() {
        return new Resilience(
                this.settings.name,
                new Resilience.Settings(
                        this.settings.retry,
                        this.settings.circuitBreaker,
                        this.settings.maxConcurrentRequests,
                        this.settings.maxQueuedRequests,
                        (this.settings.acquireTimeout != null)
                                ? this.settings.acquireTimeout
                                : this.settings.connectTimeout),
                this.settings.time);
    }

    private Duration drainTimeout() {
        Duration drain = (this.settings.drainTimeout != null)
                ? this.settings.drainTimeout
                : this.settings.shutdownTimeout.dividedBy(2);
        if (drain.compareTo(this.settings.shutdownTimeout) >= 0) {
            throw this.settings.rules.invalid(
                    "drain-timeout",
                    "leaves no part of the shutdown-timeout for ending the session",
                    "Use a value below the shutdown-timeout, " + this.settings.shutdownTimeout.toMillis() + " ms.");
        }
        return drain;
    }
}
