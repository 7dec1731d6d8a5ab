package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.internal.inbound.BoundedExecutor;
import io.mcpclient.internal.inbound.InboundHandler;
import io.mcpclient.internal.inbound.InboundObserver;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.jsonrpc.UnwritableMessageException;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.json.JsonSize;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * Handles the requests of a server in one session: every one of them gets a response, unless the server cancels it.
 *
 * <pre>
 *  ping          ──► own executor ───────────────────────────────► {}
 *  request       ──► handlers: limited, 64 more wait ────────────► result or error
 *                      │ no room, or no handler ends for 5 s
 *                      └──► executor of refusals ────────────────► error
 *  cancelled     ──► stops the request with that id ─────────────► nothing
 * </pre>
 *
 * Each executor is bounded, so that a flood costs neither memory nor the connections that our own calls need. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/ping, basic/utilities/cancellation (RPC-17, PNG-01, CAN-09, CAN-11, ELI-30, TMO-08);
 *     faults B15, B19, B20, F21, F22, F31"
 */
final class ServerRequests {

    private static final Logger logger = Loggers.HANDLERS;

    /** Maximum number of requests that wait for a handler. */
    static final int WAITING = 64;

    /** Longer than for background messages: the response may contain a person's work. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    /** Maximum wait of a response for a progress report in flight. */
    private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(2);

    private final TransportProvider.Context context;

    private final McpTransport transport;

    private final ClientTasks tasks;

    private final Supplier<? extends Collection<CallProgress>> inFlight;

    private final BoundedExecutor handlers;

    private final InboundObserver observer;

    private final BoundedExecutor pings = new BoundedExecutor(4, 60);

    private final BoundedExecutor refusals = new BoundedExecutor(4, 1000);

    /** Pending requests, neither completed nor cancelled. The JSON type of an id is part of it. */
    private final ConcurrentMap<JsonRpcId, ServerRequest> open = new ConcurrentHashMap<>();

    /** Number of user prompts per call, for the lifetime of the call. */
    private final Map<CallProgress, Integer> prompts = Collections.synchronizedMap(new WeakHashMap<>());

    private volatile boolean closed;

    ServerRequests(
            TransportProvider.Context context,
            McpTransport transport,
            InboundHandler handler,
            InboundSettings settings) {
        this(context, transport, handler, settings, List::of);
    }

    /**
     * Creates the handling of one session.
     * @param context name and counters of the client
     * @param transport sends the responses
     * @param handler makes the responses, each with its own timeout
     * @param settings maximum number of concurrent requests
     * @param inFlight the in-flight calls of this session: a request delays them all if its channel does not reveal the call
     *     that caused it
     */
    ServerRequests(
            TransportProvider.Context context,
            McpTransport transport,
            InboundHandler handler,
            InboundSettings settings,
            Supplier<? extends Collection<CallProgress>> inFlight) {
        this.context = context;
        this.transport = transport;
        this.tasks = new ClientTasks(context, handler, settings);
        this.handlers = BoundedExecutor.ofHandlers(settings.maxRequests(), WAITING, context.time());
        this.inFlight = inFlight;
        this.observer = settings.observer();
    }

    /**
     * Accepts one request. Never blocks.
     * @param request the request
     * @param headers headers of the session, for the response
     * @param revision negotiated revision; the newest of the era before negotiation
     * @param raisedBy the call whose exchange carried the request, or {@code null} if the channel does not reveal it
     */
    void onRequest(
            JsonRpcRequest request,
            Map<String, String> headers,
            ProtocolRevision revision,
            @Nullable CallProgress raisedBy) {
        if (this.closed) {
            return;
        }
        if (McpMethods.PING.equals(request.method())) {
            offer(this.pings, request, new JsonRpcResult(request.id(), Map.of()), headers);
            return;
        }
        if (isTooPressing(request, raisedBy)) {
            refuse(request, headers);
            return;
        }
        ServerRequest taken = new ServerRequest(
                this.context.serverName(), request, headers, heldUp(raisedBy), reports(request, headers));
        if (this.open.putIfAbsent(request.id(), taken) != null) {
            // Delivered twice, as a resumed stream may do (HTL-15): the first one gets its response.
            taken.stop();
            this.context.ignored().count(McpIgnoredMessages.Reason.UNKNOWN_ID, "request with the id of a pending one");
            return;
        }
        Disposable place = this.handlers.offer(work(taken, revision), weight(request), () -> refuse(taken));
        if (place == null) {
            refuse(taken);
            return;
        }
        taken.startedBy(place);
        if (this.closed) {
            stop(taken); // closed concurrently, and nothing else would notice
        }
    }

    private boolean isTooPressing(JsonRpcRequest request, @Nullable CallProgress raisedBy) {
        return raisedBy != null
                && McpMethods.ELICITATION_CREATE.equals(request.method())
                && this.prompts.merge(raisedBy, 1, Integer::sum) > InboundSettings.PROMPTS_PER_CALL;
    }

    private List<CallProgress> heldUp(@Nullable CallProgress raisedBy) {
        return (raisedBy != null) ? List.of(raisedBy) : List.copyOf(this.inFlight.get());
    }

    private @Nullable ProgressReports reports(JsonRpcRequest request, Map<String, String> headers) {
        Object token = ServerRequest.meta(request).get(McpMetaKeys.PROGRESS_TOKEN);
        if (!(token instanceof String || token instanceof Number)) {
            return null;
        }
        Map<String, Object> relation = ServerRequest.relation(request);
        return new ProgressReports(
                token,
                relation.isEmpty() ? null : relation,
                report -> this.transport
                        .send(report, headers)
                        .timeout(REPORT_TIMEOUT, this.context.time().timers())
                        .onErrorResume(error -> notSent(request, error)),
                this.context.time());
    }

    /** The slot is kept until the response has arrived: a server that does not accept responses gets no handlers. */
    private Mono<Void> work(ServerRequest taken, ProtocolRevision revision) {
        JsonRpcRequest request = taken.request();
        Mono<JsonRpcMessage> answered = Mono.defer(
                        () -> this.tasks.answer(request.method(), request.params(), revision, taken))
                .map(result -> result(request, result))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("no response")))
                .onErrorResume(error -> Mono.just(refusal(request, error)))
                .doFinally(signal -> taken.handled())
                // From here on it can no longer be cancelled.
                .filter(answer -> this.open.remove(request.id(), taken));
        return this.observer.observe(
                request, answered, answer -> taken.endReports().then(send(request, answer, taken.headers())));
    }

    private JsonRpcMessage result(JsonRpcRequest request, Object result) {
        Object related = MetaEntries.with(result, ServerRequest.relation(request), this.context.codec());
        return new JsonRpcResult(request.id(), (related != null) ? related : Map.of());
    }

    private static JsonRpcMessage refusal(JsonRpcRequest request, Throwable error) {
        return (error instanceof McpRequestRefusedException refused)
                ? new JsonRpcError(request.id(), refused.code(), String.valueOf(refused.getMessage()), null)
                : new JsonRpcError(request.id(), McpErrorCodes.INTERNAL_ERROR, "Internal error", null);
    }

    /** Refuses a request that gets no handler, unless it was cancelled. */
    private void refuse(ServerRequest taken) {
        if (this.open.remove(taken.id(), taken)) {
            taken.stop();
            refuse(taken.request(), taken.headers());
        }
    }

    private void refuse(JsonRpcRequest request, Map<String, String> headers) {
        JsonRpcError error = new JsonRpcError(request.id(), McpErrorCodes.INTERNAL_ERROR, "Too many requests", null);
        offer(this.refusals, request, error, headers);
    }

    private void offer(
            BoundedExecutor executor, JsonRpcRequest request, JsonRpcMessage answer, Map<String, String> headers) {
        Mono<Void> work = this.observer.observe(request, Mono.just(answer), made -> send(request, made, headers));
        if (executor.offer(work, weight(request), () -> {}) == null && !this.closed) {
            this.context.ignored().count(McpIgnoredMessages.Reason.OVERFLOW, request.method());
        }
    }

    private static long weight(JsonRpcRequest request) {
        return JsonSize.of(request.params()).heap()
                + JsonSize.of(request.id().toJson()).heap();
    }

    /** Never fails, and sends a response once: its outcome is unknown when sending fails. */
    private Mono<Void> send(JsonRpcRequest request, JsonRpcMessage answer, Map<String, String> headers) {
        return this.transport
                .send(answer, headers)
                .onErrorResume(
                        UnwritableMessageException.class,
                        error -> this.transport.send(refusal(request, unwritable(request, error)), headers))
                .timeout(ANSWER_TIMEOUT, this.context.time().timers())
                .onErrorResume(error -> notSent(request, error));
    }

    private Throwable unwritable(JsonRpcRequest request, Throwable error) {
        logger.warn(
                "MCP server \"{}\": its request {} failed: the handler's response cannot be written as JSON",
                this.context.serverName(),
                SafeText.excerpt(request.method()),
                error);
        return error;
    }

    private Mono<Void> notSent(JsonRpcRequest request, Throwable error) {
        logger.debug(
                "MCP server \"{}\": a response to its request {} was not sent",
                this.context.serverName(),
                SafeText.excerpt(request.method()),
                error);
        return Mono.empty();
    }

    /**
     * Cancels a request at the server's demand: the work is stopped, and there is no response. A request that is not pending,
     * for example a completed one, is ignored.
     * @param requestId id as plain JSON, a string or an integer
     */
    void cancel(@Nullable Object requestId) {
        JsonRpcId id = JsonRpcId.ofJson(requestId);
        ServerRequest taken = (id != null) ? this.open.get(id) : null;
        if (taken == null) {
            logger.debug(
                    "MCP server \"{}\": ignored the cancellation of a request that is not pending",
                    this.context.serverName());
            return;
        }
        stop(taken);
    }

    private void stop(ServerRequest taken) {
        if (this.open.remove(taken.id(), taken)) {
            taken.stop();
        }
    }

    /** Stops all work: the session has ended, and no more responses are sent. May be called twice. */
    void close() {
        this.closed = true;
        // Queued requests first: otherwise they would take the slots of the stopped ones.
        List.of(this.handlers, this.pings, this.refusals).forEach(BoundedExecutor::close);
        this.open.values().forEach(this::stop);
        this.tasks.close();
    }
}
