package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.era.CapabilityGuard;
import io.mcpclient.internal.era.Diagnosis;
import io.mcpclient.internal.era.Diagnosis.Certain;
import io.mcpclient.internal.era.Diagnosis.SessionAmbiguous;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.schema.SetLevelParams;
import io.mcpclient.support.schema.SubscribeParams;
import io.mcpclient.support.schema.UnsubscribeParams;
import io.mcpclient.transport.McpTransport;

/**
 * A session with a discovered server of the stateless revision. Nothing is negotiated: a session is client-side state, and the
 * path of a call.
 *
 * <pre>
 *  ping, setLevel, subscribe      no longer have requests of their own
 *  undeclared capability          rejected here; its lists are empty
 *  anything else                  cache ─► multi-round-trip ─► mirroring (over HTTP) ─► round trip ─► transport
 * </pre>
 *
 * @see "MCP 2026-07-28, basic/index, statelessness (RPC-29, LIFE-11, LIFE-12), changelog (PNG-04, LOG-03, RES-09, ROOT-05)"
 */
final class ModernSession implements EraSession {

    /** Timeout of background messages. */
    static final Duration SIDE_MESSAGE_TIMEOUT = Duration.ofSeconds(5);

    /** Requests of the handshake revisions without a counterpart. */
    private static final Set<String> GONE =
            Set.of(McpMethods.INITIALIZE, McpMethods.TASKS_LIST, McpMethods.TASKS_RESULT);

    private final ModernClient client;

    private final McpTransport transport;

    private final McpServerDescription server;

    private final ModernRequests requests;

    private final ModernFailures failures;

    private final RoundTrip roundTrip;

    private final CallHandler round;

    private final Subscriptions subscriptions;

    private final ModernDiagnosis diagnosis;

    private final Consumer<Throwable> onLost;

    ModernSession(
            ModernClient client,
            McpTransport transport,
            McpServerDescription server,
            ModernMessages messages,
            Consumer<Throwable> onLost) {
        this.client = client;
        this.transport = transport;
        this.server = server;
        this.requests = new ModernRequests(client, server.revision(), transport);
        this.failures = new ModernFailures(client.name());
        this.roundTrip = new RoundTrip(
                client,
                transport,
                this.requests,
                this.failures,
                messages,
                server.capabilities().hasLogging());
        this.round = TransportFeatures.isRequestScoped(transport)
                ? new MirroringStage(
                        client.toolHeaders(), () -> client.cache().invalidate(McpMethods.TOOLS_LIST), this.roundTrip)
                : this.roundTrip;
        this.onLost = onLost;
        this.diagnosis = new ModernDiagnosis(
                new ServerProbe(this::discover, this.failures, client.time()),
                TransportFeatures.isRequestScoped(transport));
        this.subscriptions = new Subscriptions(client, transport, this.requests, server, this::lostOrNot);
        messages.subscriptions(this.subscriptions);
    }

    @Override
    public void onAnswer(Runnable answered) {
        this.roundTrip.onAnswer(answered);
    }

    void start() {
        this.subscriptions.start();
    }

    @Override
    public McpServerDescription server() {
        return this.server;
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        return Mono.defer(() -> {
            if (GONE.contains(call.method())) {
                return Mono.error(gone(call));
            }
            Mono<Object> refused = CapabilityGuard.refused(
                    call,
                    this.server,
                    this.client.inbound().extensions(),
                    this.client.context().codec());
            if (refused != null) {
                return refused;
            }
            return switch (call.method()) {
                case McpMethods.PING -> done(call, ping(call));
                case McpMethods.LOGGING_SET_LEVEL -> done(call, Mono.fromRunnable(() -> setLevel(call)));
                case McpMethods.RESOURCES_SUBSCRIBE -> done(call, watch(uri(call)));
                case McpMethods.RESOURCES_UNSUBSCRIBE -> done(call, this.subscriptions.unwatch(uri(call)));
                default ->
                    this.client
                            .cache()
                            .handle(call, () -> TransportFeatures.grant(this.transport), this::request)
                            .map(result -> wanted(call, result));
            };
        });
    }

    private Mono<Object> request(McpCall call) {
        return this.client.rounds().handle(call, this.round);
    }

    /** Raw requests are read to plain JSON first, so that their type can be determined. */
    private Object wanted(McpCall call, Object result) {
        TaskAnswer.check(call, result, this.client.settings().protocol().tasks());
        if (call.resultType().isInstance(result)) {
            return result;
        }
        try {
            Object converted = this.client.context().codec().convert(result, call.resultType());
            if (converted != null) {
                return converted;
            }
        } catch (IllegalArgumentException ex) {
            throw unfit(call, ": " + ex.getMessage());
        }
        throw unfit(call, "");
    }

    private McpException unfit(McpCall call, String why) {
        return new McpProtocolException(
                McpErrorDetails.of(
                        this.client.name(),
                        call.method(),
                        McpOutcome.ANSWERED,
                        "the result is not a valid " + call.resultType().getSimpleName() + why),
                Reason.MALFORMED);
    }

    private Mono<Object> done(McpCall call, Mono<Void> work) {
        return work.then(Mono.fromSupplier(() -> wanted(call, Map.of())));
    }

    /** There is no ping any more; discovery replaces it, which every server must support at little cost (PNG-04). */
    private Mono<Void> ping(McpCall call) {
        McpCall discovery = new McpCall(
                call.serverName(),
                McpMethods.SERVER_DISCOVER,
                null,
                DiscoverResult.class,
                call.options(),
                call.deadline(),
                call.progress());
        return request(discovery).map(result -> wanted(discovery, result)).then();
    }

    /** The level accompanies every later request. */
    private void setLevel(McpCall call) {
        Object requested = (call.params() instanceof SetLevelParams params) ? params.level() : plain(call, "level");
        LoggingLevel level =
                (requested instanceof LoggingLevel known) ? known : new LoggingLevel(String.valueOf(requested));
        if (!level.isKnown()) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                            this.client.name(),
                            call.method(),
                            McpOutcome.NOT_SENT,
                            "the level is not defined by the protocol and would fail every request"),
                    McpRejectedException.Reason.UNSUPPORTED);
        }
        this.client.desired().logLevel(level);
    }

    /** Results from before the server's agreement may be outdated without a notification: later reads ask the server. */
    private Mono<Void> watch(String uri) {
        return this.subscriptions
                .watch(uri)
                .doOnSuccess(agreed -> this.client.cache().invalidateResource(uri));
    }

    private String uri(McpCall call) {
        if (call.params() instanceof SubscribeParams params) {
            return params.uri();
        }
        return (call.params() instanceof UnsubscribeParams params) ? params.uri() : String.valueOf(plain(call, "uri"));
    }

    private static @Nullable Object plain(McpCall call, String member) {
        return (call.params() instanceof Map<?, ?> params) ? params.get(member) : null;
    }

    private McpException gone(McpCall call) {
        return new McpRejectedException(
                McpErrorDetails.of(
                        this.client.name(),
                        call.method(),
                        McpOutcome.NOT_SENT,
                        "revision " + this.server.revision() + " of the server has no such request"),
                McpRejectedException.Reason.UNSUPPORTED);
    }

    @Override
    public TaskServer tasks() {
        return new ModernTaskServer(
                this.server.capabilities(), this.client.settings().protocol().tasks());
    }

    @Override
    public Mono<Void> notify(String method, @Nullable Object params) {
        return this.transport
                .send(new JsonRpcNotification(method, params), this.requests.headers(method))
                .onErrorMap(error -> this.failures.translate(method, error));
    }

    /** Servers request roots when they need them, without notifications. */
    @Override
    public Mono<Void> rootsChanged() {
        return Mono.empty();
    }

    @Override
    public Diagnosis diagnose(McpException error) {
        return this.diagnosis.of(error);
    }

    private Mono<Object> discover() {
        McpCall discovery = new McpCall(
                this.client.name(),
                McpMethods.SERVER_DISCOVER,
                null,
                DiscoverResult.class,
                McpCallOptions.defaults(),
                Deadline.after(this.client.time(), SIDE_MESSAGE_TIMEOUT),
                new CallProgress());
        return this.roundTrip
                .handle(discovery)
                .timeout(SIDE_MESSAGE_TIMEOUT, this.client.time().timers());
    }

    /** A subscription found no connection. */
    private void lostOrNot(Throwable cause) {
        if (cause instanceof McpException error && diagnose(error) instanceof SessionAmbiguous ambiguous) {
            ambiguous
                    .probe()
                    .filter(result -> result.diagnosis() == Certain.LOST)
                    .subscribe(result -> this.onLost.accept(result.error()));
            return;
        }
        this.onLost.accept(cause);
    }

    @Override
    public void abandon() {
        this.subscriptions.stop();
    }

    @Override
    public Mono<Void> end() {
        return Mono.defer(() -> {
            abandon();
            return TransportFeatures.endSession(this.transport, Map.of())
                    .timeout(SIDE_MESSAGE_TIMEOUT, this.client.time().timers())
                    .onErrorComplete();
        });
    }
}
