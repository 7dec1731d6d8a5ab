package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.CallStreams;
import io.mcpclient.internal.era.CapabilityGuard;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.era.Diagnosis;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.internal.era.PendingResponse;
import io.mcpclient.internal.era.ServerReplacement;
import io.mcpclient.internal.era.SilenceWatch;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.internal.inbound.ProgressFeeds;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.EmptyResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Task;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.ProtocolHeaders;
import io.mcpclient.support.schema.CancelTaskParams;
import io.mcpclient.support.schema.CancelledParams;
import io.mcpclient.support.schema.CreateTaskResult;
import io.mcpclient.support.schema.GetTaskParams;
import io.mcpclient.support.schema.GetTaskPayloadParams;
import io.mcpclient.support.schema.SetLevelParams;
import io.mcpclient.support.schema.SubscribeParams;
import io.mcpclient.support.schema.UnsubscribeParams;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;

/** A session of a handshake revision, from the response to {@code initialize} on. */
final class LegacySession implements EraSession {

    private static final Logger logger = Loggers.CONNECTION;

    /** Timeout of background messages. */
    static final Duration SIDE_MESSAGE_TIMEOUT = Duration.ofSeconds(5);

    /** Many servers never respond to the end of a session; do not wait longer (fault B22). */
    private static final Duration FAREWELL_TIMEOUT = Duration.ofSeconds(1);

    private final LegacyClient client;

    private final McpTransport transport;

    private final McpServerDescription server;

    private final Map<String, String> headers;

    private final ServerMessages serverMessages;

    private final LegacyFailures failures;

    private final LegacyDiagnosis diagnosis;

    private final InFlight inFlight;

    private final CallStreams streams = new CallStreams();

    private final Consumer<Throwable> onLost;

    /** Created when it is wanted for the first time, as for few servers. */
    private final LazyPart<ListeningStream> listening;

    private volatile Runnable answered = () -> {};

    private final Runnable interestWatcher = this::updateListening;

    private final @Nullable KeepAlive keepAlive;

    private volatile boolean abandoned;

    LegacySession(
            LegacyClient client,
            McpTransport transport,
            McpServerDescription server,
            Map<String, String> headers,
            ServerMessages serverMessages,
            InFlight inFlight,
            boolean isNew,
            @Nullable Duration keepAlive,
            Consumer<Throwable> onLost,
            ServerReplacement replacement) {
        this.client = client;
        this.transport = transport;
        this.server = server;
        this.headers = headers;
        this.serverMessages = serverMessages;
        this.inFlight = inFlight;
        long sinceNanos = client.time().nanoTime();
        this.failures = new LegacyFailures(
                client.name(),
                hasSession() ? client.losses() : null,
                () -> isNew ? client.time().since(sinceNanos) : null);
        this.diagnosis = diagnosis(replacement);
        this.onLost = onLost;
        this.listening = new LazyPart<>(() -> listening(keepAlive));
        this.keepAlive = (keepAlive != null) ? new KeepAlive(keepAlive, this::ping, onLost, client.time()) : null;
    }

    private LegacyDiagnosis diagnosis(ServerReplacement replacement) {
        return new LegacyDiagnosis(
                hasSession() ? new SessionProbe(this.failures, this.client.losses(), this::askBriefly) : null,
                replacement);
    }

    private ListeningStream listening(@Nullable Duration keepAlive) {
        return new ListeningStream(
                this.client.name(),
                this.transport,
                this.headers,
                this::isListeningWanted,
                this::onGap,
                this::isLostWith,
                () -> onSilence(false),
                TransportFeatures.isRequestScoped(this.transport)
                        ? new SilenceWatch(keepAlive, this.client.time(), this::onSilence)
                        : null,
                this.client.time());
    }

    /**
     * Concludes the handshake. Nothing else is sent before the server has accepted this (fault A10).
     * @param patience how long to retry with a busy server
     */
    Mono<Void> confirm(Duration patience) {
        // Do not wait for the end of the session: a slow server would hide the reason for its refusal (fault A06).
        return new Confirmation(() -> notify(McpMethods.NOTIFICATIONS_INITIALIZED, null), patience, this.client.time())
                .run()
                .doOnError(error -> end().subscribe())
                .doOnCancel(() ->
                        end().subscribe()) // the connect timeout has passed, and nothing else refers to the session
                .then(Mono.fromRunnable(this::begin));
    }

    /**
     * Pings the server once to find out whether it knows the resumed session.
     * @return completes if it does; a {@link McpSessionException} if it does not; or the reason why the reply does not tell
     */
    Mono<Void> prove() {
        return ping().onErrorResume(McpException.class, error -> {
            McpException refusal = FirstResponse.judge(error, this.diagnosis.isAmbiguous(error));
            return (refusal != null) ? Mono.error(refusal) : Mono.empty();
        });
    }

    /** Starts background work of the session. */
    void begin() {
        this.serverMessages.agreed(this.headers, this.server);
        this.client.notifications().beginSession(this.server.capabilities(), false);
        this.client.inbound().listeners().addWatcher(this.interestWatcher);
        updateListening();
        restoreDesiredState();
        if (this.keepAlive != null) {
            this.keepAlive.start();
        }
    }

    private Mono<Void> ping() {
        return exchange(sideCall(McpMethods.PING, null), this.client.nextId(), Map.of())
                .then();
    }

    private Mono<Void> askBriefly() {
        return ping().timeout(SIDE_MESSAGE_TIMEOUT, this.client.time().timers());
    }

    /**
     * Handles a silent listening stream. A server that replies to a ping gets a new stream if it had kept the old one open
     * before; a server that does not is lost (fault B17).
     */
    private void onSilence(boolean wasActive) {
        Mono.defer(this::askBriefly)
                .onErrorResume(McpRequestException.class, alive -> Mono.empty())
                .retry(1)
                .subscribe(nothing -> {}, this.onLost, () -> {
                    if (wasActive) {
                        this.listening.get().replace();
                    }
                });
    }

    /** A background request of this client. */
    private McpCall sideCall(String method, @Nullable Object params) {
        return new McpCall(
                this.client.name(),
                method,
                params,
                EmptyResult.class,
                McpCallOptions.defaults(),
                Deadline.after(this.client.time(), SIDE_MESSAGE_TIMEOUT),
                new CallProgress());
    }

    /** Restores the desired state, which the server dropped with the previous session (LIFE-14, fault D19). */
    private void restoreDesiredState() {
        DesiredSessionState desired = this.client.desired();
        LoggingLevel level = desired.logLevel();
        if (level != null && this.server.capabilities().hasLogging()) {
            repeat(McpMethods.LOGGING_SET_LEVEL, SetLevelParams.of(level));
        }
        desired.watched().forEach(uri -> repeat(McpMethods.RESOURCES_SUBSCRIBE, SubscribeParams.of(uri)));
    }

    private void repeat(String method, Object params) {
        // Not through handle(): restored state must not override a change that was requested in the meantime.
        exchange(sideCall(method, params), this.client.nextId(), Map.of())
                .timeout(SIDE_MESSAGE_TIMEOUT, this.client.time().timers())
                .subscribe(
                        done -> {},
                        error -> logger.warn(
                                "MCP server \"{}\": {} was not accepted in the new session: {}",
                                this.client.name(),
                                method,
                                error.getMessage()));
    }

    private void updateListening() {
        if (this.listening.present() == null && !isListeningWanted()) {
            return;
        }
        ListeningStream stream = this.listening.get();
        if (this.abandoned) {
            stream.stop(); // created too late for the other thread
        }
        stream.update();
    }

    /** The stream is needed only for messages with a receiver here, and only if the server declares that it sends them. */
    private boolean isListeningWanted() {
        McpListeners listeners = this.client.inbound().listeners();
        boolean hearsChanges = this.server.capabilities().notifiesToolListChanged()
                || this.server.capabilities().notifiesPromptListChanged()
                || this.server.capabilities().notifiesResourceListChanged();
        return this.client.answersRequests()
                || (!listeners.log().isEmpty() && this.server.capabilities().hasLogging())
                || (!listeners.change().isEmpty() && hearsChanges)
                || !this.client.desired().watched().isEmpty()
                || this.client.notifications().followTasks();
    }

    @Override
    public McpServerDescription server() {
        return this.server;
    }

    @Override
    public @Nullable String sessionId() {
        return this.headers.get(ProtocolHeaders.SESSION_ID);
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        UrlElicitationStage visits = this.client.urlElicitation();
        return (visits != null) ? visits.intercept(call, this::request) : request(call);
    }

    private Mono<Object> request(McpCall call) {
        return Mono.defer(() -> {
            Mono<Object> refused = CapabilityGuard.refused(
                    call,
                    this.server,
                    this.client.inbound().extensions(),
                    this.client.context().codec());
            if (refused != null) {
                return refused;
            }
            if (call.options().logLevel() != null) {
                this.client.ignoredLogLevel().note(call, noLevelOfCalls());
            }
            JsonRpcId id = this.client.nextId();
            ProgressFeeds feeds = this.client.notifications().progress();
            if (feeds.areWantedFor(call)) {
                Map<String, Object> meta = new LinkedHashMap<>(call.options().meta());
                meta.put(McpMetaKeys.PROGRESS_TOKEN, id.toJson());
                return remembered(call, feeds.follow(call, id, exchange(call, id, meta)))
                        .doOnNext(this::taskBegun);
            }
            return remembered(call, exchange(call, id, call.options().meta()));
        });
    }

    private String noLevelOfCalls() {
        return "revision " + this.server.revision()
                + " of the server has one level for the whole session. Use log-level or setLoggingLevel instead";
    }

    private Mono<Object> exchange(McpCall call, JsonRpcId id, Map<String, Object> meta) {
        Object params;
        try {
            params = MetaEntries.with(
                    understood(call.params()), meta, this.client.context().codec());
        } catch (IllegalArgumentException ex) {
            return Mono.error(this.failures.unwritable(call.method(), ex));
        }
        Map<String, String> headers = headers(call);
        call.progress().markSent();
        CallStreams.Call stream = this.streams.follow(call.method(), call.progress());
        PendingResponse<Object> answer = new PendingResponse<>(
                this.transport.exchange(new ExchangeRequest(
                        new JsonRpcRequest(id, call.method(), params),
                        call.resultType(),
                        headers,
                        ExchangeKind.RESUMABLE,
                        stream)),
                new PendingResponse.Request(
                        this.failures,
                        id,
                        call.method(),
                        this.server.revision().allowsBatches(),
                        this.serverMessages::onMessage,
                        call.progress(),
                        () -> cancelAtServer(id, call.method()),
                        stream),
                this::result);
        return this.client.answersRequests() ? this.inFlight.follow(call.progress(), answer) : answer;
    }

    private Object result(ReceivedMessage answer) {
        this.answered.run();
        return PendingResponse.result(answer);
    }

    @Override
    public void onAnswer(Runnable answered) {
        this.answered = answered;
    }

    /** Params without members that the revision does not define: in older ones, a completion has no context (CMP-02). */
    private @Nullable Object understood(@Nullable Object params) {
        return (params instanceof CompleteParams completion
                        && !this.server.revision().hasCompletionContext())
                ? new CompleteParams(completion.ref(), completion.argument(), null, completion.meta())
                : params;
    }

    /** Updates the session's state after requests that the server has accepted. */
    private Mono<Object> remembered(McpCall call, Mono<Object> answer) {
        Object params = call.params();
        if (params instanceof SetLevelParams desired) {
            return answer.doOnNext(done -> this.client.desired().logLevel(desired.level()));
        }
        if (params instanceof SubscribeParams desired) {
            return answer.doOnNext(done -> watch(desired.uri(), true));
        }
        if (params instanceof UnsubscribeParams desired) {
            return answer.doOnNext(done -> watch(desired.uri(), false));
        }
        if (params instanceof GetTaskPayloadParams ended) {
            return answer.doOnNext(result -> taskEnded(ended.taskId()));
        }
        if (params instanceof GetTaskParams awaited) {
            return answer.doOnNext(this::taskSeen)
                    .doOnError(LegacySession::isUnknownTask, unknown -> taskEnded(awaited.taskId()));
        }
        if (params instanceof CancelTaskParams unwanted) {
            return answer.doOnTerminate(() -> taskEnded(unwanted.taskId()));
        }
        return answer;
    }

    private void watch(String uri, boolean watched) {
        Set<String> resources = this.client.desired().resources();
        if (watched ? resources.add(uri) : resources.remove(uri)) {
            updateListening();
        }
    }

    private void taskBegun(Object result) {
        if (result instanceof CreateTaskResult) {
            updateListening();
        }
    }

    private void taskSeen(Object result) {
        if (result instanceof Task task && task.status().isTerminal()) {
            taskEnded(task.taskId());
        }
    }

    private static boolean isUnknownTask(Throwable error) {
        return error instanceof McpRequestException answered && answered.code() == McpErrorCodes.INVALID_PARAMS;
    }

    private void taskEnded(String taskId) {
        this.client.notifications().progress().taskEnded(taskId);
        updateListening();
    }

    /** Headers of the protocol override those of the caller. */
    private Map<String, String> headers(McpCall call) {
        if (call.options().headers().isEmpty()) {
            return this.headers;
        }
        Map<String, String> merged = new LinkedHashMap<>(call.options().headers());
        merged.putAll(this.headers);
        return merged;
    }

    /**
     * A closed stream is not a cancellation in these revisions: the server must be notified (HTL-10, CAN-01). Waiting for a
     * task is not cancelled: the task continues and has its own cancellation (CAN-05, TSKL-12).
     */
    private void cancelAtServer(JsonRpcId id, String method) {
        if (method.startsWith("tasks/")) {
            return;
        }
        this.transport
                .send(
                        new JsonRpcNotification(
                                McpMethods.NOTIFICATIONS_CANCELLED,
                                CancelledParams.of(id.toJson(), "cancelled by the caller")),
                        this.headers)
                .timeout(SIDE_MESSAGE_TIMEOUT, this.client.time().timers())
                .subscribe(null, error -> {});
    }

    @Override
    public TaskServer tasks() {
        return new LegacyTaskServer(this.server.capabilities());
    }

    @Override
    public Mono<Void> notify(String method, @Nullable Object params) {
        return this.transport
                .send(new JsonRpcNotification(method, params), this.headers)
                .onErrorMap(error -> this.failures.translate(method, error));
    }

    @Override
    public Mono<Void> rootsChanged() {
        return (this.client.features().capabilities(this.server.revision()).roots() != null)
                ? notify(McpMethods.NOTIFICATIONS_ROOTS_LIST_CHANGED, null)
                : Mono.empty();
    }

    @Override
    public Diagnosis diagnose(McpException error) {
        return this.diagnosis.of(error);
    }

    /** Changes during the gap are unknown. */
    private void onGap() {
        this.client.notifications().everythingChanged(this.server.capabilities());
    }

    /** The listening stream has no connection: this affects everything else too. */
    private boolean isLostWith(Throwable error) {
        boolean isLost = error instanceof McpException failure && LegacyDiagnosis.isLost(failure);
        if (isLost) {
            this.onLost.accept(error);
        }
        return isLost;
    }

    @Override
    public void abandon() {
        this.client.inbound().listeners().removeWatcher(this.interestWatcher);
        this.abandoned = true;
        ListeningStream present = this.listening.present();
        if (present != null) {
            present.stop();
        }
        if (this.keepAlive != null) {
            this.keepAlive.stop();
        }
        this.serverMessages.close();
    }

    /**
     * Ends the calls whose streams belong to a session that the server has declared lost. Any other loss, such as a refused
     * connection, leaves them: a server that is shutting down may still serve its streams.
     */
    @Override
    public void lost(McpException cause) {
        abandon();
        endStreams(cause);
    }

    private void endStreams(McpException cause) {
        if (cause instanceof McpSessionException) {
            this.streams.end(method -> this.failures.lostInFlight(method, cause));
        }
    }

    /** Asks the server whether it still knows the session, if calls depend on that. */
    @Override
    public void onReplaced() {
        if (hasSession() && this.streams.areOpen()) {
            askBriefly().subscribe(null, error -> endStreams(this.failures.translate(McpMethods.PING, error)));
        }
    }

    @Override
    public Mono<Void> end() {
        return Mono.defer(() -> {
            abandon();
            return TransportFeatures.endSession(this.transport, hasSession() ? this.headers : Map.of())
                    .timeout(FAREWELL_TIMEOUT, this.client.time().timers())
                    .onErrorComplete();
        });
    }

    private boolean hasSession() {
        return this.headers.containsKey(ProtocolHeaders.SESSION_ID);
    }
}
