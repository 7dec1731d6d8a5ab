package io.mcpclient;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.CallChain;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.observation.McpClientObservations;
import io.mcpclient.observation.ToolAudit;
import io.mcpclient.operation.GeneralOperations;
import io.mcpclient.operation.OperationCalls;
import io.mcpclient.operation.PromptOperations;
import io.mcpclient.operation.ResourceOperations;
import io.mcpclient.operation.ToolOperations;
import io.mcpclient.protocol.Connection;
import io.mcpclient.protocol.Era;
import io.mcpclient.protocol.InboundSettings;
import io.mcpclient.protocol.McpClientState;
import io.mcpclient.protocol.McpEra;
import io.mcpclient.protocol.McpProtocol;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.protocol.SessionWishes;
import io.mcpclient.protocol.detection.DetectingEra;
import io.mcpclient.protocol.legacy.LegacyEra;
import io.mcpclient.protocol.legacy.LegacySettings;
import io.mcpclient.protocol.modern.ModernEra;
import io.mcpclient.protocol.modern.ModernSettings;
import io.mcpclient.protocol.resumption.ResumingEra;
import io.mcpclient.resilience.CallGate;
import io.mcpclient.resilience.Resilience;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.session.ServerIdentity;
import io.mcpclient.session.SessionMemory;
import io.mcpclient.task.TaskOperations;
import io.mcpclient.task.TaskServer;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.McpPeer;
import io.mcpclient.transport.TransportProvider;

/**
 * Puts a client together from its settings: what its parts are, and in which order a call passes them. Used once.
 */
final class ClientAssembly {

    private final McpClientBuilder settings;

    ClientAssembly(McpClientBuilder settings) {
        this.settings = settings;
    }

    McpClient build() {
        JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT.withMaxMessageSize(this.settings.maxMessageSize));
        IgnoredMessages ignored = new IgnoredMessages(this.settings.name);
        TransportProvider.Context context = new TransportProvider.Context(this.settings.name, codec, ignored);
        McpPeer peer = this.settings.choice.peer();
        McpClientObservations observed =
                new McpClientObservations(this.settings.name, peer, this.settings.observation, codec);
        InboundSettings inbound = inbound(observed);
        ModernEra modern = modern(context, inbound);
        SessionMemory memory = memory(codec);
        CallGate gate = new CallGate(drainTimeout());
        Duration releaseTimeout = this.settings.shutdownTimeout.minus(drainTimeout());

        Connection connection = new Connection(
                context,
                observed.transport(this.settings.choice.provider(
                        new TransportChoice.Limits(
                                this.settings.connectTimeout,
                                this.settings.responseTimeout,
                                releaseTimeout,
                                this.settings.maxMessageSize,
                                this.settings.maxConcurrentRequests),
                        observed.webClient())),
                era(context, modern, inbound, memory),
                new Connection.Settings(this.settings.connectTimeout, releaseTimeout),
                this.settings.reconnect);
        connection.addListener(status -> tellRevision(status, observed));
        this.settings.statusListeners.forEach(connection::addListener);
        Resilience resilience = resilience();
        connection.addListener(
                status -> resilience.onStatus(status.isConnected(), status.state() == McpClientState.CLOSING));

        // The whole way of a call, in order: observation, audit, the gate, the user's interceptors,
        // the deadline and what follows it, the connection.
        List<McpInterceptor> stages = new ArrayList<>();
        stages.add(new ToolAudit());
        stages.add(gate);
        stages.addAll(this.settings.interceptors);
        stages.addAll(resilience.stages());
        CallHandler chain = observed.chain(CallChain.of(stages, connection));

        OperationCalls calls = new OperationCalls(
                this.settings.name, chain, this.settings.requestTimeout, this.settings.requestTimeoutMax);
        ToolOperations tools = new ToolOperations(
                calls,
                codec,
                this.settings.maxPages,
                this.settings.outputValidation,
                this.settings.retry.trustAnnotations());
        connection.beforeEachRenewal(tools::forgetListed);
        DefaultReactiveMcpClient reactive = new DefaultReactiveMcpClient(
                this.settings.name,
                connection,
                new ClientLifecycle(gate, connection),
                new GeneralOperations(calls, connection::notify),
                tools,
                new TaskOperations(
                        calls,
                        tools,
                        connection.server().map(this::tasksAt),
                        codec,
                        modern::answers,
                        this.settings.maxPages),
                new ResourceOperations(calls, this.settings.maxPages),
                new PromptOperations(calls, this.settings.maxPages));
        return new DefaultMcpClient(
                reactive,
                new DefaultMcpClient.Timeouts(
                        this.settings.connectTimeout,
                        this.settings.requestTimeout,
                        this.settings.requestTimeoutMax,
                        this.settings.shutdownTimeout),
                resilience,
                ignored,
                this.settings.listeners,
                memory,
                observed);
    }

    private @Nullable SessionMemory memory(JsonCodec codec) {
        String spoken =
                (this.settings.revision != null) ? this.settings.revision.wireValue() : this.settings.protocol.name();
        ServerIdentity identity = this.settings.choice.identity(this.settings.name, spoken);
        return (this.settings.sessions != null && identity != null)
                ? new SessionMemory(this.settings.sessions, identity.asSeenBy(this.settings.clientInfo.name()), codec)
                : null;
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
                                : this.settings.connectTimeout));
    }

    private Duration drainTimeout() {
        Duration drain = (this.settings.drainTimeout != null)
                ? this.settings.drainTimeout
                : this.settings.shutdownTimeout.dividedBy(2);
        if (drain.compareTo(this.settings.shutdownTimeout) >= 0) {
            throw this.settings.rules.invalid(
                    "drain-timeout",
                    "leaves no time of the shutdown-timeout for ending the session",
                    "Use less than the shutdown-timeout, " + this.settings.shutdownTimeout.toMillis() + " ms.");
        }
        return drain;
    }

    private static void tellRevision(McpServerStatus status, McpClientObservations observed) {
        ServerDescription server = status.server();
        if (server != null) {
            observed.onProtocolVersion(server.revision().wireValue());
        }
    }

    private InboundSettings inbound(McpClientObservations observed) {
        return new InboundSettings(
                this.settings.handlers,
                this.settings.listeners,
                this.settings.maxInboundRequests,
                this.settings.requestTimeoutMax,
                new SessionWishes(this.settings.logLevel),
                this.settings.changeDebounce,
                observed.inbound(
                        method -> this.settings.listeners.request(method).isPresent()));
    }

    private ModernEra modern(TransportProvider.Context context, InboundSettings inbound) {
        boolean keeps =
                (this.settings.caching != null) ? this.settings.caching : !this.settings.choice.isWebClientCustomized();
        return new ModernEra(
                context,
                new ModernSettings(
                        this.settings.clientInfo,
                        ProtocolRevision.LATEST,
                        this.settings.tasks,
                        this.settings.maxInputRounds,
                        keeps,
                        this.settings.keepAlive),
                inbound);
    }

    private Era era(
            TransportProvider.Context context,
            ModernEra modern,
            InboundSettings inbound,
            @Nullable SessionMemory memory) {
        LegacyEra legacy = new LegacyEra(
                context,
                new LegacySettings(this.settings.clientInfo, this.settings.revision, this.settings.keepAlive),
                inbound,
                memory != null && memory.isShared());
        Era era = era(modern, legacy);
        return (memory != null) ? new ResumingEra(era, legacy, memory, this.settings.connectTimeout) : era;
    }

    private Era era(ModernEra modern, LegacyEra legacy) {
        boolean isHttpWithSse = this.settings.choice.isHttpWithSse();
        if (isHttpWithSse && this.settings.protocol == McpProtocol.MODERN) {
            throw this.settings.rules.invalid(
                    "protocol",
                    "is modern, but the transport is HTTP+SSE, which has handshake revisions only",
                    "Change one of the two.");
        }
        if (isHttpWithSse || this.settings.protocol == McpProtocol.LEGACY) {
            return legacy;
        }
        Set<ProtocolRevision> accepted = (this.settings.protocol == McpProtocol.MODERN)
                ? EnumSet.of(ProtocolRevision.LATEST)
                : EnumSet.allOf(ProtocolRevision.class);
        return new DetectingEra(this.settings.name, modern, legacy, accepted, this.settings.connectTimeout);
    }

    private TaskServer tasksAt(ServerDescription server) {
        return new TaskServer(server.capabilities(), server.era() == McpEra.MODERN, this.settings.tasks);
    }
}
