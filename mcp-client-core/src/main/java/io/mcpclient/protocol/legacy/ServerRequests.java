package io.mcpclient.protocol.legacy;

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
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.error.SafeText;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.jsonrpc.UnwritableMessageException;
import io.mcpclient.protocol.InboundHandler;
import io.mcpclient.protocol.InboundObserver;
import io.mcpclient.protocol.InboundSettings;
import io.mcpclient.protocol.Lane;
import io.mcpclient.protocol.MetaEntries;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.transport.IgnoredMessages;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * Answers the requests of a server in one session: every one of them, unless the server takes it back.
 *
 * <pre>
 *  ping          ──► lane of its own ────────────────────────────► {}
 *  request       ──► handlers: so many at once, 64 more wait ────► result or error
 *                      │ no room
 *                      └──► lane of refusals ────────────────────► error
 *  cancelled     ──► stops the one it names ─────────────────────► nothing
 * </pre>
 *
 * Each lane is bounded, so that a flood costs neither memory nor the connections that our own calls need. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/utilities/ping, basic/utilities/cancellation (RPC-17, PNG-01, CAN-09, CAN-11, ELI-30, TMO-08);
 *     faults B15, B19, B20, F21, F22, F31"
 */
final class ServerRequests {

    private static final Logger logger = LoggerFactory.getLogger(ServerRequests.class);

    /** Requests that may wait for a handler. */
    static final int WAITING = 64;

    /** How often one call may ask the user: more than any dialogue needs, and not for ever. */
    static final int PROMPTS_PER_CALL = 32;

    /** An answer is worth more than another side message: a person may have worked on it. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    /** The answer waits for a report that is under way, and must not wait long. */
    private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(2);

    private final TransportProvider.Context context;

    private final McpTransport transport;

    private final ClientTasks tasks;

    private final Supplier<? extends Collection<CallProgress>> inFlight;

    private final Lane handlers;

    private final InboundObserver observer;

    private final Lane pings = new Lane(4, 60);

    private final Lane refusals = new Lane(4, 1000);

    /** The requests that are neither answered nor taken back. The JSON type of an id is part of it. */
    private final ConcurrentMap<JsonRpcId, ServerRequest> open = new ConcurrentHashMap<>();

    /** How often the user was asked because of a call, as long as there is the call. */
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
     * Creates the answers of one session.
     * @param context name and counters of the client
     * @param transport sends the answers
     * @param handler makes the answers, each within a time of its own
     * @param settings how many requests are handled at once
     * @param inFlight the calls of this session that wait for the server: those that a request holds up if its channel does
     *     not tell which call raised it
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
        this.handlers = new Lane(settings.maxRequests(), WAITING);
        this.inFlight = inFlight;
        this.observer = settings.observer();
    }

    /**
     * Takes one request. Never blocks.
     * @param request the request
     * @param headers headers of the session, for the answer
     * @param revision revision that is spoken; the newest of the era as long as none is agreed on
     * @param raisedBy the call of ours in whose exchange the request came, or {@code null} if the channel does not tell
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
            refuse(request, headers, McpErrorCodes.INTERNAL_ERROR, "Too many requests");
            return;
        }
        ServerRequest taken = new ServerRequest(
                this.context.serverName(), request, headers, heldUp(raisedBy), reports(request, headers));
        if (this.open.putIfAbsent(request.id(), taken) != null) {
            // Delivered twice, as a stream that was taken up again may do (HTL-15): the first one gets its answer.
            taken.stop();
            this.context.ignored().count(IgnoredMessages.Reason.UNKNOWN_ID, "request with the id of a pending one");
            return;
        }
        Disposable place = this.handlers.offer(work(taken, revision), weight(request));
        if (place == null) {
            this.open.remove(request.id(), taken);
            taken.stop();
            refuse(request, headers, McpErrorCodes.INTERNAL_ERROR, "Too many requests");
            return;
        }
        taken.startedBy(place);
        if (this.closed) {
            stop(taken); // closed in this very moment, and nobody else would notice
        }
    }

    private boolean isTooPressing(JsonRpcRequest request, @Nullable CallProgress raisedBy) {
        return raisedBy != null
                && McpMethods.ELICITATION_CREATE.equals(request.method())
                && this.prompts.merge(raisedBy, 1, Integer::sum) > PROMPTS_PER_CALL;
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

    /** The place in the lane is kept until the answer has arrived: a server that does not take answers gets no handlers. */
    private Mono<Void> work(ServerRequest taken, ProtocolRevision revision) {
        JsonRpcRequest request = taken.request();
        Mono<JsonRpcMessage> answered = Mono.defer(
                        () -> this.tasks.answer(request.method(), request.params(), revision, taken))
                .map(result -> result(request, result))
                .switchIfEmpty(Mono.error(() -> new IllegalStateException("no response")))
                .onErrorResume(error -> Mono.just(refusal(request, error)))
                .doFinally(signal -> taken.handled())
                // From here on it cannot be taken back any more.
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

    private void refuse(JsonRpcRequest request, Map<String, String> headers, int code, String message) {
        offer(this.refusals, request, new JsonRpcError(request.id(), code, message, null), headers);
    }

    private void offer(Lane lane, JsonRpcRequest request, JsonRpcMessage answer, Map<String, String> headers) {
        Mono<Void> work = this.observer.observe(request, Mono.just(answer), made -> send(request, made, headers));
        if (lane.offer(work, weight(request)) == null && !this.closed) {
            this.context.ignored().count(IgnoredMessages.Reason.OVERFLOW, request.method());
        }
    }

    private static long weight(JsonRpcRequest request) {
        return JsonCodec.sizeOf(request.params()).heap()
                + JsonCodec.sizeOf(request.id().toJson()).heap();
    }

    /** Never fails, and sends an answer once: what has become of it is not known when sending fails. */
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
     * The server takes one of its requests back: the work is stopped, and there is no answer. What is not open, answered
     * requests included, is ignored.
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

    /** The session has ended: all work is stopped, and nothing is answered any more. May be called twice. */
    void close() {
        this.closed = true;
        // What waits first: otherwise it would take the places of what is stopped.
        List.of(this.handlers, this.pings, this.refusals).forEach(Lane::close);
        this.open.values().forEach(this::stop);
        this.tasks.close();
    }
}
