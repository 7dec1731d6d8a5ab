package io.mcpclient.internal.era.legacy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.internal.inbound.ClientFeatures;
import io.mcpclient.schema.ElicitAction;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;

/**
 * Stage that sends the user to the web pages that a call requires, and then repeats the call.
 *
 * <pre>
 *  call ──► error -32042 with URLs ──► the user accepts each ──► all visits are complete, or a pause has passed ──► call
 *                     │ no handler, or too many   │ no                          │ no time left
 *                     └───────────────────────────┴─────────────────────────────┴──► the error of the server
 * </pre>
 *
 * The server may or may not report the end of a visit: without a report, the call is retried after a pause that grows each
 * time. The user is prompted once for each URL.
 *
 * Belongs behind the deadline stage: during visits only the total timeout of the call applies, and shortly before it ends, the
 * error of the server is returned instead. Thread-safe.
 *
 * @see "MCP 2025-11-25, client/elicitation, URL Elicitation Required Error (ELI-26 to ELI-28); fault F22"
 */
public final class UrlElicitationStage implements McpInterceptor {

    /** Maximum number of repetitions of one call. */
    private static final int MAX_ROUNDS = 3;

    /** Maximum number of URLs per call. */
    private static final int MAX_VISITS = 8;

    private static final Duration MARGIN = Duration.ofSeconds(1);

    /** Time for a user who has accepted before the call is retried, growing with each retry. */
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private final ClientFeatures features;

    private final Duration firstPause;

    private final boolean isOffered;

    /** Current visits. Unannounced ids are not stored. */
    private final Set<Visits> underWay = ConcurrentHashMap.newKeySet();

    /**
     * Creates the stage of one client.
     * @param features validates URLs and calls the handler
     */
    public UrlElicitationStage(ClientFeatures features) {
        this(features, FIRST_PAUSE);
    }

    UrlElicitationStage(ClientFeatures features, Duration firstPause) {
        this.features = features;
        this.firstPause = firstPause;
        this.isOffered =
                features.capabilities(ProtocolRevision.LATEST_HANDSHAKE).offersUrlElicitation();
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return this.isOffered ? attempt(call, next, new Journey(this.firstPause)) : next.handle(call);
    }

    /**
     * Records that the user has completed a page. Unknown ids are ignored.
     * @param elicitationId id that came with the URL
     */
    public void onElicitationComplete(String elicitationId) {
        this.underWay.forEach(visits -> visits.complete(elicitationId));
    }

    private Mono<Object> attempt(McpCall call, CallHandler next, Journey journey) {
        return next.handle(call).onErrorResume(McpRequestException.class, error -> {
            List<Map<?, ?>> addresses = addresses(error);
            return (addresses.isEmpty() || !journey.mayGoOn(addresses))
                    ? Mono.error(error)
                    : visit(call, journey, addresses)
                            .flatMap(done -> done ? attempt(call, next, journey) : Mono.error(error));
        });
    }

    /** The URLs of an error, empty if it is a different or an incomplete error. */
    private static List<Map<?, ?>> addresses(McpRequestException error) {
        if (error.code() != McpErrorCodes.URL_ELICITATION_REQUIRED
                || !(error.data() instanceof Map<?, ?> data)
                || !(data.get("elicitations") instanceof List<?> list)
                || !list.stream().allMatch(UrlElicitationStage::isAddress)) {
            return List.of();
        }
        return list.stream().<Map<?, ?>>map(address -> (Map<?, ?>) address).toList();
    }

    private static boolean isAddress(@Nullable Object element) {
        return element instanceof Map<?, ?> address
                && "url".equals(address.get("mode"))
                && address.get("url") instanceof String
                && address.get("elicitationId") instanceof String;
    }

    private Mono<Boolean> visit(McpCall call, Journey journey, List<Map<?, ?>> addresses) {
        // Registered before the user is prompted: the server may report the end before the handler returns.
        return Mono.using(
                () -> begin(call, addresses),
                visits -> Flux.fromIterable(journey.unknown(addresses))
                        .concatMap(address -> isAccepted(call, address))
                        .all(accepted -> accepted)
                        .flatMap(all -> all ? end(call, journey, visits, addresses) : Mono.just(false))
                        .timeout(
                                longest(call),
                                Mono.just(false),
                                call.deadline().time().timers()),
                visits -> {
                    this.underWay.remove(visits);
                    call.progress().resume();
                });
    }

    /** Some servers never report the end of a visit: after a pause the call itself is retried. */
    private static Mono<Boolean> end(McpCall call, Journey journey, Visits visits, List<Map<?, ?>> addresses) {
        journey.begun(addresses);
        return visits.completed()
                .doOnTerminate(() -> journey.over(addresses))
                .timeout(
                        journey.nextPause(),
                        Mono.empty(),
                        call.deadline().time().timers())
                .thenReturn(true);
    }

    private Visits begin(McpCall call, List<Map<?, ?>> addresses) {
        Visits visits = new Visits(addresses);
        this.underWay.add(visits);
        call.progress().pause();
        return visits;
    }

    private Mono<Boolean> isAccepted(McpCall call, Map<?, ?> address) {
        return this.features
                .answer(
                        McpMethods.ELICITATION_CREATE,
                        address,
                        ProtocolRevision.LATEST_HANDSHAKE,
                        new Context(call.serverName()))
                .map(answer ->
                        answer instanceof ElicitResult result && result.action().equals(ElicitAction.ACCEPT))
                .onErrorReturn(false);
    }

    /** Until shortly before the fixed deadline, so that the error of the server is returned rather than a timeout. */
    private static Duration longest(McpCall call) {
        Duration left = Duration.ofNanos(Math.max(0, call.deadline().latestRemainingNanos()));
        Duration margin = left.dividedBy(10);
        return left.minus((margin.compareTo(MARGIN) < 0) ? margin : MARGIN);
    }

    /** Visits that one call has caused. Steps run in sequence, on any thread. */
    private static final class Journey {

        private final Set<String> underWay = new HashSet<>();

        private Duration pause;

        private int rounds;

        private int visits;

        Journey(Duration firstPause) {
            this.pause = firstPause;
        }

        /** A user is not sent to a page that is open already, nor to too many. */
        boolean mayGoOn(List<Map<?, ?>> addresses) {
            int unknown = unknown(addresses).size();
            if (unknown > 0) {
                this.rounds++;
                this.visits += unknown;
            }
            return this.rounds <= MAX_ROUNDS && this.visits <= MAX_VISITS;
        }

        List<Map<?, ?>> unknown(List<Map<?, ?>> addresses) {
            return addresses.stream()
                    .filter(address -> !this.underWay.contains(idOf(address)))
                    .toList();
        }

        void begun(List<Map<?, ?>> addresses) {
            addresses.forEach(address -> this.underWay.add(idOf(address)));
        }

        void over(List<Map<?, ?>> addresses) {
            addresses.forEach(address -> this.underWay.remove(idOf(address)));
        }

        Duration nextPause() {
            Duration next = this.pause;
            Duration doubled = next.multipliedBy(2);
            this.pause = (doubled.compareTo(LONGEST_PAUSE) < 0) ? doubled : LONGEST_PAUSE;
            return next;
        }
    }

    private static String idOf(Map<?, ?> address) {
        return String.valueOf(address.get("elicitationId"));
    }

    /** The visits that one call waits for. */
    private static final class Visits {

        private final Set<Object> open = ConcurrentHashMap.newKeySet();

        private final Sinks.Empty<Void> completed = Sinks.empty();

        Visits(List<Map<?, ?>> addresses) {
            addresses.forEach(address -> this.open.add(idOf(address)));
        }

        void complete(String id) {
            if (this.open.remove(id) && this.open.isEmpty()) {
                this.completed.tryEmitEmpty();
            }
        }

        Mono<Void> completed() {
            return this.completed.asMono();
        }
    }

    private record Context(String serverName) implements McpRequestContext {

        @Override
        public @Nullable String relatedTask() {
            return null;
        }

        @Override
        public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
            // Errors carry no token to report with.
        }
    }
}
