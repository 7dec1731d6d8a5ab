package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.McpCall;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.internal.inbound.BoundedExecutor;
import io.mcpclient.internal.inbound.ClientFeatures;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputRequiredResult;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.RequestState;
import io.mcpclient.schema.ResultType;
import io.mcpclient.support.Backoff;
import io.mcpclient.support.Loggers;

/**
 * Runs multi-round-trip requests: provides the input that a server requests, and sends the request again, transparently for
 * callers.
 *
 * <pre>
 *  request ──► complete ─────────────────────────────────────────────► result
 *     ▲   ├──► input requests ──► all are validated ──► all handlers ──┐
 *     ├───────────────────── responses, state ◄────────────────────────┘
 *     │   ├──► only a state ──► a growing pause ──┐
 *     ├───────────────────────────────── state ◄──┘
 *         └──► anything not allowed, not provided or too much ────────► error, and nothing is sent
 * </pre>
 *
 * Calls share no state, and no handler is called before all input requests of a round are validated. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/patterns/mrtr (MRTR-01 to MRTR-22, RPC-18 to RPC-20); faults F22 to F25"
 */
final class MultiRoundTrip {

    private static final Logger logger = Loggers.CALLS;

    /** Maximum number of input requests per round. */
    static final int MAX_INPUTS = 16;

    /** Maximum number of characters of a state. */
    static final int MAX_STATE = 256 * 1024;

    private static final Set<String> MAY_ASK =
            Set.of(McpMethods.TOOLS_CALL, McpMethods.PROMPTS_GET, McpMethods.RESOURCES_READ);

    private static final Set<String> MAY_BE_ASKED =
            Set.of(McpMethods.ELICITATION_CREATE, McpMethods.SAMPLING_CREATE_MESSAGE, McpMethods.ROOTS_LIST);

    private final JsonCodec codec;

    private final ClientFeatures features;

    private final int maxRounds;

    private final Supplier<Backoff> pauses;

    private final McpRequestContext context;

    private final BoundedExecutor handlers;

    private final Scheduler threads;

    /**
     * Creates the rounds of one client.
     * @param serverName configured name of the server
     * @param codec reads params that are not records of the vocabulary
     * @param features validates input requests and calls the handlers
     * @param maxRounds maximum number of repetitions of one call, at least 1
     * @param handlers runs the handlers of all calls of the client
     */
    MultiRoundTrip(
            String serverName, JsonCodec codec, ClientFeatures features, int maxRounds, BoundedExecutor handlers) {
        this(
                serverName,
                codec,
                features,
                maxRounds,
                handlers,
                () -> Backoff.exponential(Duration.ofMillis(100), 2, Duration.ofSeconds(5)));
    }

    MultiRoundTrip(
            String serverName,
            JsonCodec codec,
            ClientFeatures features,
            int maxRounds,
            BoundedExecutor handlers,
            Supplier<Backoff> pauses) {
        this.codec = codec;
        this.features = features;
        this.threads = features.threads();
        this.maxRounds = maxRounds;
        this.pauses = pauses;
        this.context = new Context(serverName);
        this.handlers = handlers;
    }

    /**
     * Adds everything that a server may request, with or without a handler.
     * @param offered capabilities of the client
     * @return capabilities of a request whose caller provides input itself (CAP-03, CAP-06)
     */
    static ClientCapabilities manual(ClientCapabilities offered) {
        return offered.withRoots(false).withSampling(true).withElicitation(true, true);
    }

    /**
     * Sends a request as often as the server requests input.
     * @param call the request
     * @param round sends it once, under a new id each time
     * @return the result, or the input request if the caller handles it
     */
    Mono<Object> handle(McpCall call, CallHandler round) {
        return Mono.defer(() -> {
            if (InputParams.arePresent(call.params())) {
                call.progress().markInputRequested();
            }
            return attempt(call, new Dialogue(call, round));
        });
    }

    private Mono<Object> attempt(McpCall attempt, Dialogue dialogue) {
        return dialogue.round.handle(attempt).flatMap(result -> {
            ResultType kind = InterimResult.kindOf(result);
            if (kind.equals(ResultType.COMPLETE) || kind.equals(ResultType.TASK)) {
                return Mono.just(result);
            }
            if (kind.equals(ResultType.INPUT_REQUIRED)) {
                return asked(result, dialogue);
            }
            throw InputFailures.unknownKind(attempt, kind);
        });
    }

    private Mono<Object> asked(Object result, Dialogue dialogue) {
        McpCall call = dialogue.call;
        call.progress().markInputRequested();
        InputRequiredResult asked = read(call, result);
        Map<String, InputRequest> requests = asked.inputRequests();
        Map<String, InputRequest> questions = (requests != null) ? requests : Map.of();
        check(call, questions);
        if (call.options().isManualInput()) {
            return Mono.just(result);
        }
        dialogue.next(questions, this.maxRounds);
        logger.debug(
                "MCP server \"{}\": {} needs {} inputs, round {}",
                call.serverName(),
                call.method(),
                questions.size(),
                dialogue.rounds);
        if (questions.isEmpty()) {
            return call.deadline()
                    .time()
                    .delay(dialogue.pause(this.pauses))
                    .flatMap(over -> again(dialogue, (requests != null) ? Map.of() : null, asked.requestState()));
        }
        return answers(questions, call).flatMap(answers -> again(dialogue, answers, asked.requestState()));
    }

    private static InputRequiredResult read(McpCall call, Object result) {
        if (!MAY_ASK.contains(call.method())) {
            throw InputFailures.notAllowed(call);
        }
        InputRequiredResult asked;
        try {
            asked = InterimResult.read(result);
        } catch (IllegalArgumentException ex) {
            throw InputFailures.malformed(call, ex);
        }
        RequestState state = asked.requestState();
        if (state != null && state.value().length() > MAX_STATE) {
            throw InputFailures.tooLongState(call, MAX_STATE);
        }
        return asked;
    }

    private static void check(McpCall call, Map<String, InputRequest> questions) {
        if (questions.size() > MAX_INPUTS) {
            throw InputFailures.tooManyInputs(call, questions.size(), MAX_INPUTS);
        }
        questions.forEach((key, question) -> {
            if (!MAY_BE_ASKED.contains(question.method())) {
                throw InputFailures.notServed(call, key, question.method(), "unknown kind of input");
            }
        });
    }

    /** The first request unchanged, except for the input of the latest round (MRTR-06, MRTR-09, MRTR-10). */
    private Mono<Object> again(
            Dialogue dialogue, @Nullable Map<String, InputResponse> answers, @Nullable RequestState state) {
        McpCall call = dialogue.call;
        return attempt(call.withParams(InputParams.with(call.params(), answers, state, this.codec)), dialogue);
    }

    /**
     * Calls the handlers for input requests, all concurrently up to the limit of handlers. In the meantime only the total timeout of
     * the call applies; its cancellation stops the handlers.
     * @param questions the input requests, by opaque keys of the server
     * @param call the call that needs the input
     * @return a response for each input request, in their order; {@link io.mcpclient.error.McpProtocolException} if one of them
     *     is not allowed, before any handler is called; {@link io.mcpclient.error.McpRejectedException} if a handler refuses
     */
    Mono<Map<String, InputResponse>> answers(Map<String, InputRequest> questions, McpCall call) {
        return Mono.using(
                () -> paused(call),
                progress -> Mono.fromCallable(() -> prepared(questions, call))
                        .subscribeOn(this.threads)
                        .flatMap(this::all),
                CallProgress::resume);
    }

    private static CallProgress paused(McpCall call) {
        call.progress().pause();
        return call.progress();
    }

    /** Validates all input requests before any handler is called (MRTR-12, MRTR-15). */
    private Map<String, Mono<InputResponse>> prepared(Map<String, InputRequest> questions, McpCall call) {
        check(call, questions);
        Map<String, Mono<InputResponse>> prepared = new LinkedHashMap<>();
        questions.forEach((key, question) -> prepared.put(key, prepared(key, question, call)));
        return prepared;
    }

    private Mono<InputResponse> prepared(String key, InputRequest question, McpCall call) {
        String method = question.method();
        try {
            Mono<InputResponse> handled = this.features
                    .prepare(method, question.params(), ProtocolRevision.LATEST, this.context)
                    .cast(InputResponse.class);
            return inTurn(handled)
                    .onErrorMap(
                            McpRequestRefusedException.class,
                            refusal -> InputFailures.refused(call, key, method, refusal));
        } catch (McpRequestRefusedException ex) {
            throw InputFailures.notServed(call, key, method, String.valueOf(ex.getMessage()));
        }
    }

    private Mono<Map<String, InputResponse>> all(Map<String, Mono<InputResponse>> prepared) {
        return Flux.fromIterable(prepared.entrySet())
                .flatMapSequential(
                        entry -> entry.getValue().map(answer -> Map.entry(entry.getKey(), answer)), MAX_INPUTS)
                .collect(LinkedHashMap::new, (answers, answer) -> answers.put(answer.getKey(), answer.getValue()));
    }

    /** Handlers of all calls share one executor, as in the handshake revisions; the caller's context is passed on. */
    private Mono<InputResponse> inTurn(Mono<InputResponse> work) {
        return Mono.create(caller -> {
            Mono<Void> handled = work.contextWrite(caller.contextView())
                    .doOnSuccess(caller::success)
                    .doOnError(caller::error)
                    .onErrorComplete()
                    .then();
            Disposable place = this.handlers.offer(handled, 0, () -> caller.error(waitedInVain()));
            if (place != null) {
                caller.onDispose(place);
            }
        });
    }

    private static McpRequestRefusedException waitedInVain() {
        return new McpRequestRefusedException(McpErrorCodes.INVALID_REQUEST, "too many requests wait for a handler");
    }

    /** Progress of one call. Steps run in sequence, on any thread. */
    private static final class Dialogue {

        private final McpCall call;

        private final CallHandler round;

        private int rounds;

        private long prompts;

        private @Nullable Backoff pauses;

        Dialogue(McpCall call, CallHandler round) {
            this.call = call;
            this.round = round;
        }

        /** Begins a round, up to the limit (F22). */
        void next(Map<String, InputRequest> questions, int maxRounds) {
            if (this.rounds == maxRounds) {
                throw InputFailures.tooManyRounds(this.call, maxRounds);
            }
            this.rounds++;
            this.prompts += questions.values().stream()
                    .filter(question -> question.method().equals(McpMethods.ELICITATION_CREATE))
                    .count();
            if (this.prompts > InboundSettings.PROMPTS_PER_CALL) {
                throw InputFailures.tooManyPrompts(this.call, InboundSettings.PROMPTS_PER_CALL);
            }
        }

        /** A server that returns only a state is busy: each pause is longer than the previous one. */
        Duration pause(Supplier<Backoff> newPauses) {
            Backoff known = this.pauses;
            if (known == null) {
                known = newPauses.get();
                this.pauses = known;
            }
            return known.next();
        }
    }

    private record Context(String serverName) implements McpRequestContext {

        @Override
        public @Nullable String relatedTask() {
            return null;
        }

        @Override
        public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
            // The server does not wait, so nothing receives reports (MRTR-13).
        }
    }
}
