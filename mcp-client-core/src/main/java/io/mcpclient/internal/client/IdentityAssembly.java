package io.mcpclient.internal.client;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.CallHandler;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.connection.TransportSource;
import io.mcpclient.internal.era.Connector;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.internal.era.detection.DetectingConnector;
import io.mcpclient.internal.era.legacy.LegacyConnector;
import io.mcpclient.internal.era.legacy.ResumingConnector;
import io.mcpclient.internal.era.modern.ModernConnector;
import io.mcpclient.internal.extension.EnabledExtensions;
import io.mcpclient.internal.identity.PrincipalSessions;
import io.mcpclient.internal.identity.PrincipalStage;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.InboundThreads;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.internal.operation.CallDefaults;
import io.mcpclient.internal.operation.DefinitionStage;
import io.mcpclient.internal.operation.GeneralOperations;
import io.mcpclient.internal.operation.KnownTools;
import io.mcpclient.internal.operation.ListLimits;
import io.mcpclient.internal.operation.ListOperation;
import io.mcpclient.internal.operation.ListReports;
import io.mcpclient.internal.operation.ListRequests;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.internal.operation.OutputStage;
import io.mcpclient.internal.operation.ToolDefinitions;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.operation.ToolPinStore;
import io.mcpclient.internal.operation.ToolPins;
import io.mcpclient.internal.operation.ToolReview;
import io.mcpclient.internal.pipeline.CallChain;
import io.mcpclient.internal.pipeline.DangerousTools;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.internal.pipeline.Resilience;
import io.mcpclient.internal.session.ServerIdentity;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.internal.session.StoredToolPins;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.internal.task.TaskInputs;
import io.mcpclient.internal.task.TaskOperations;
import io.mcpclient.internal.task.TaskParts;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.internal.task.TaskStage;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.status.McpExtensionStatus;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.support.Backoff;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.TransportProvider;

/**
 * Assembles the parts of a client that exist once per identity. All data received for one identity, down to the schemas of
 * tools, is held in objects that are unreachable from other identities, so that isolation needs no further checks.
 *
 * <pre>
 *  of the application      operations ──► stages ──► its connection
 *  of a user               operations ──► stages ──► the user's current session ──► its connection
 * </pre>
 *
 * A user's session may end while the user still holds an object of it, such as a task. Calls therefore look up the current
 * session.
 *
 * @see "MCP 2026-07-28, architecture (SEC-27); fault H26"
 */
final class IdentityAssembly {

    private final ClientParts parts;

    private final McpClientSettings settings;

    private final ServerEndpoint endpoint;

    private final Shared shared;

    /** Created with the first call. */
    private final LazyPart<CallPipeline> pipeline = new LazyPart<>(this::pipeline);

    private final DangerousTools dangerous;

    private final EnabledExtensions extensions;

    /** The approved tools, or {@code null} if they are not pinned. */
    private final @Nullable ToolPins pins;

    /** Protocol of the application's connection, once it is known. */
    private @Nullable DetectingConnector detecting;

    IdentityAssembly(ClientParts parts, ServerEndpoint endpoint, Shared shared) {
        this.parts = parts;
        this.settings = parts.settings();
        this.endpoint = endpoint;
        this.shared = shared;
        this.extensions = new EnabledExtensions(parts.extensions(), shared.ignored());
        this.dangerous = new DangerousTools(this.settings.tools().approval());
        this.pins = (this.settings.tools().pinning() != McpToolPinning.OFF)
                ? new ToolPins(
                        changes -> publish(listener -> changes.forEach(listener::onToolDefinitionChanged)), tool -> {
                            this.dangerous.approved(tool);
                            publish(listener -> listener.onToolsChanged(parts.name()));
                        })
                : null;
    }

    /** Returns the extensions that client or server have declared. */
    List<McpExtensionStatus> extensions(@Nullable McpServerDescription server) {
        return this.extensions.status(server);
    }

    private CallPipeline pipeline() {
        return new CallPipeline(
                this.parts,
                this.shared.observed(),
                this.shared.gate(),
                this.shared.resilience(),
                this.shared.threads(),
                this.shared.codec(),
                this.dangerous);
    }

    private void publish(Consumer<McpChangeListener> change) {
        this.shared
                .threads()
                .listeners()
                .schedule(() -> this.parts.listeners().change().forEach(listener -> this.parts
                        .listeners()
                        .call(this.parts.name(), "changes", listener, () -> change.accept(listener))));
    }

    /** Tool changes that await approval, or {@code null} if tools are not pinned. */
    @Nullable
    ToolPins pins() {
        return this.pins;
    }

    /**
     * Parts shared by all identities.
     *
     * @param codec reads and writes messages
     * @param ignored counts ignored messages
     * @param observed observes the client
     * @param transports creates the transports of each identity
     * @param threads threads of handlers and listeners
     * @param gate tracks calls in flight
     * @param resilience deadline, retries, circuit breaker and concurrency
     */
    record Shared(
            JsonCodec codec,
            McpIgnoredMessages ignored,
            McpClientObservations observed,
            Function<TransportProvider.Context, TransportSource> transports,
            InboundThreads threads,
            DrainGate gate,
            Resilience resilience) {}

    /** Parts created before the operations: the connection and its inbound handling. */
    private record Line(
            Connection connection,
            ModernConnector modern,
            DesiredSessionState desired,
            @Nullable SessionMemory memory,
            IdentityCredentials credentials,
            @Nullable ToolReview review) {}

    /** Assembles the application's identity. */
    Identity ofApplication() {
        boolean isOneOfMany = this.parts.hasConnectionPerPrincipal();
        Line line = line(() -> McpPrincipal.APPLICATION, isOneOfMany, this.parts.listeners(), this.endpoint.identity());
        return identity(
                line,
                () -> operations(
                        line,
                        isOneOfMany ? () -> McpPrincipal.APPLICATION : null,
                        line.connection(),
                        line.connection().tasks(),
                        line.modern()::answers));
    }

    /**
     * Assembles the identity of one user.
     * @param principal principal of the user, with the newest token
     * @param sessions lookup of the user's current session, this one or a later one
     */
    Identity ofUser(Supplier<McpPrincipal> principal, PrincipalSessions<Identity> sessions) {
        ServerIdentity identity = this.endpoint.identity();
        Line line = line(
                principal,
                true,
                this.parts.listeners().ofUser(),
                (identity != null) ? identity.onBehalfOf(principal.get().name()) : null);
        return identity(
                line,
                () -> operations(
                        line,
                        principal,
                        call -> sessions.continueFor(
                                principal, present -> present.connection().handle(call)),
                        sessions.continueFor(
                                principal, present -> present.connection().tasks()),
                        (taskId, questions) ->
                                PrincipalStage.named(principal, line.modern().answers(taskId, questions))));
    }

    /** Pins refer to the definitions as sent by the server, before any filtering. */
    private @Nullable ToolReview review(@Nullable SessionMemory memory) {
        return (this.pins != null)
                ? new ToolReview(
                        this.parts.name(),
                        this.settings.tools().pinning(),
                        this.shared.codec(),
                        (memory != null) ? store(memory.pins()) : ToolPinStore.NONE,
                        this.pins,
                        this.parts.time())
                : null;
    }

    private static ToolPinStore store(StoredToolPins kept) {
        return new ToolPinStore(kept::load, kept::keep);
    }

    private Line line(
            Supplier<McpPrincipal> principal,
            boolean isOneOfMany,
            McpListeners listeners,
            @Nullable ServerIdentity identity) {
        TransportProvider.Context context = new TransportProvider.Context(
                this.parts.name(), this.shared.codec(), this.shared.ignored(), principal, this.parts.time());
        DesiredSessionState desired =
                new DesiredSessionState(this.settings.protocol().logLevel());
        InboundSettings inbound = new InboundSettings(
                this.parts.handlers(),
                listeners,
                this.settings.limits().maxInboundRequests(),
                this.settings.timeouts().requestMax(),
                desired,
                this.settings.timeouts().changeDebounce(),
                this.shared
                        .observed()
                        .inbound(method -> listeners.request(method).isPresent()),
                this.shared.threads(),
                this.extensions,
                isOneOfMany ? principal : null);
        RequestNumbers ids = (this.settings.endpoint() instanceof McpProcessSettings)
                ? RequestNumbers.fromOne()
                : RequestNumbers.unguessable();
        ModernConnector modern = modern(context, inbound, ids);
        SessionMemory memory = (this.settings.sessions() != null && identity != null)
                ? new SessionMemory(
                        this.settings.sessions(),
                        identity.asSeenBy(this.settings.protocol().clientInfo().name()),
                        this.shared.codec(),
                        this.parts.time())
                : null;
        Connection connection = new Connection(
                context,
                this.shared.transports().apply(context),
                era(context, modern, inbound, memory, ids),
                this.settings,
                Backoff.exponential(
                        this.settings.reconnect().initialInterval(),
                        this.settings.reconnect().multiplier(),
                        this.settings.reconnect().maxInterval()));
        connection.addListener(this::recordRevision);
        IdentityCredentials credentials = this.endpoint.credentials(principal);
        return new Line(connection, modern, desired, memory, credentials, review(memory));
    }

    private void recordRevision(McpServerStatus status) {
        McpServerDescription server = status.server();
        if (server != null) {
            this.shared.observed().onProtocolVersion(server.revision().wireValue());
        }
    }

    private Identity identity(Line line, Supplier<Operations> creation) {
        LazyPart<Operations> operations = new LazyPart<>(creation);
        line.connection().beforeEachRenewal(() -> forgetTools(operations.present(), line.review()));
        return new Identity(line.connection(), line.credentials(), operations, line.desired(), line.memory());
    }

    private Operations operations(
            Line line,
            @Nullable Supplier<McpPrincipal> principal,
            CallHandler connection,
            Mono<TaskServer> server,
            TaskInputs inputs) {
        KnownTools known = new KnownTools(
                this.parts.name(),
                this.settings.tools().outputValidation(),
                this.dangerous::listed,
                this.shared.threads().checks(),
                this.settings.lists().maxToolsSize());
        CallDefaults defaults = new CallDefaults(
                this.parts.name(),
                this.settings.timeouts().request(),
                this.settings.timeouts().requestMax(),
                this.parts.time());
        ListReports reports = reports(line.connection());
        ListLimits limits = limits();
        ToolDefinitions definitions = new ToolDefinitions(
                defaults,
                known,
                new ListRequests<>(ListOperation.TOOLS, defaults.through(connection), limits, reports));
        OutputStage output = new OutputStage(definitions, this.shared.codec());
        TaskParts tasks =
                new TaskParts(defaults, definitions, output, server, this.shared.codec(), inputs, limits, reports);
        ToolReview review = line.review();
        CallHandler chain = CallChain.of(
                this.pipeline
                        .get()
                        .stages(new CallPipeline.OfIdentity(
                                principal,
                                known,
                                new TaskStage(tasks),
                                output,
                                new DefinitionStage(this.parts.name(), this.shared.codec()),
                                (review != null) ? review.stage() : null)),
                connection);
        OperationCalls calls = defaults.through(chain);
        return new Operations(
                calls,
                new GeneralOperations(calls, this.shared.codec(), line.connection()::notify),
                new ToolOperations(
                        calls,
                        this.shared.codec(),
                        new ListRequests<>(ListOperation.TOOLS, calls, limits, reports),
                        definitions,
                        this.settings.retry().trustAnnotations()),
                new TaskOperations(tasks.through(chain)),
                new ListRequests<>(ListOperation.PROMPTS, calls, limits, reports),
                new ListRequests<>(ListOperation.RESOURCES, calls, limits, reports),
                new ListRequests<>(ListOperation.RESOURCE_TEMPLATES, calls, limits, reports));
    }

    /** The next session may be that of another server. */
    private static void forgetTools(@Nullable Operations operations, @Nullable ToolReview review) {
        if (operations != null) {
            operations.tools().discardListed();
        }
        if (review != null) {
            review.reviewAgain();
        }
    }

    private ListLimits limits() {
        return new ListLimits(this.settings.lists(), this.settings.limits().maxMessageNodes());
    }

    /** Lists of users are read often and resemble those of the application: log them at debug level. */
    private ListReports reports(Connection connection) {
        return new ListReports(
                this.parts.name(),
                connection.isOfApplication() ? Level.WARN : Level.DEBUG,
                this.parts.time(),
                connection::listed);
    }

    private ModernConnector modern(TransportProvider.Context context, InboundSettings inbound, RequestNumbers ids) {
        @Nullable Boolean caching = this.settings.protocol().caching();
        boolean keeps = (caching != null) ? caching : this.parts.webClient() == null;
        return new ModernConnector(context, this.settings, keeps, inbound, ids);
    }

    private Connector era(
            TransportProvider.Context context,
            ModernConnector modern,
            InboundSettings inbound,
            @Nullable SessionMemory memory,
            RequestNumbers ids) {
        LegacyConnector legacy =
                new LegacyConnector(context, this.settings, inbound, memory != null && memory.isShared(), ids);
        Connector era = era(modern, legacy);
        return (memory != null)
                ? new ResumingConnector(era, legacy, memory, this.settings.connectTimeout(), this.parts.time())
                : era;
    }

    private Connector era(ModernConnector modern, LegacyConnector legacy) {
        if (this.settings.isHttpWithSse() || this.settings.protocol().era() == McpProtocol.LEGACY) {
            return legacy;
        }
        Set<ProtocolRevision> accepted = Set.copyOf(this.settings.protocol().acceptedRevisions());
        return detecting(new DetectingConnector(
                this.parts.name(), modern, legacy, accepted, this.settings.connectTimeout(), this.parts.time()));
    }

    /** A claim is the starting point for the application, and its detection result that for users, but not vice versa. */
    private DetectingConnector detecting(DetectingConnector era) {
        DetectingConnector ofApplication = this.detecting;
        if (ofApplication == null) {
            if (this.settings.protocol().claimsHandshake()) {
                era.remember("its card claims handshake revisions only", Duration.ZERO);
            }
            this.detecting = era;
        } else {
            era.startFrom(ofApplication);
        }
        return era;
    }
}
