package io.mcpclient.protocol.modern;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.protocol.Answer;
import io.mcpclient.protocol.ProgressFeeds;
import io.mcpclient.schema.CancelledParams;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.McpResult;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpTransport;

/**
 * Sends one request and brings its answer, whatever kind of result that is. Where every exchange has a way of its own, a
 * request that changes nothing is sent again when its answer was lost, as a new request. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http (HTM-05, HTM-11 to HTM-16), basic/patterns/cancellation (CAN-01, CAN-03),
 *     server/utilities/logging (LOG-03)"
 */
final class RoundTrip implements CallHandler {

    /** How often a request is sent again, and the pause before the first time. */
    private static final int REPETITIONS = 3;

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ModernClient client;

    private final McpTransport transport;

    private final ModernRequests requests;

    private final ModernFailures failures;

    private final ModernMessages messages;

    private final boolean logging;

    RoundTrip(
            ModernClient client,
            McpTransport transport,
            ModernRequests requests,
            ModernFailures failures,
            ModernMessages messages,
            boolean logging) {
        this.client = client;
        this.transport = transport;
        this.requests = requests;
        this.failures = failures;
        this.messages = messages;
        this.logging = logging;
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        return once(call, 0);
    }

    private Mono<Object> once(McpCall call, int repetition) {
        Mono<Object> answer = Mono.defer(() -> send(call));
        if (!this.transport.isRequestScoped() || !RepeatableMethods.contain(call.method())) {
            return answer;
        }
        return answer.onErrorResume(
                error -> repetition < REPETITIONS && isLostAnswer(error),
                error -> Mono.delay(pause(repetition)).then(once(call, repetition + 1)));
    }

    /** The way broke on which the answer was to come; that the server refused or failed is an answer of its own. */
    private static boolean isLostAnswer(Throwable error) {
        return error instanceof McpConnectionException failure
                && failure.outcome() == McpOutcome.UNKNOWN
                && !(failure.getCause() instanceof HttpStatusException);
    }

    private static Duration pause(int repetition) {
        long longest = PAUSE.toMillis() << repetition;
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
    }

    private Mono<Object> send(McpCall call) {
        JsonRpcId.NumberId id = this.client.nextId();
        ProgressFeeds feeds = this.client.notifications().progress();
        boolean reports = feeds.areWantedFor(call);
        Mono<Object> answer = exchange(call, id, meta(reports ? id : null));
        return reports ? feeds.follow(call, id, answer) : answer;
    }

    private Map<String, Object> meta(JsonRpcId.@Nullable NumberId progressToken) {
        LoggingLevel level = this.logging ? this.client.wishes().logLevel() : null;
        Map<String, Object> meta = new LinkedHashMap<>();
        if (progressToken != null) {
            meta.put(McpMetaKeys.PROGRESS_TOKEN, progressToken.toJson());
        }
        if (level != null) {
            meta.put(McpMetaKeys.LOG_LEVEL, level);
        }
        return meta;
    }

    private Mono<Object> exchange(McpCall call, JsonRpcId id, Map<String, Object> meta) {
        ExchangeRequest request = this.requests.shape(
                id,
                call.method(),
                call.params(),
                wireType(call),
                call.options(),
                meta,
                mirrored(call),
                ExchangeKind.SINGLE);
        call.progress().markSent();
        return new Answer<>(
                this.transport.exchange(request),
                new Answer.Request(
                        this.failures,
                        id,
                        call.method(),
                        false,
                        this.messages::ofExchange,
                        call.progress(),
                        () -> cancelAtServer(id)),
                Answer::result);
    }

    /** A result that may be of another kind is read to something that can be asked for it. */
    private static Class<?> wireType(McpCall call) {
        Class<?> type = call.resultType();
        boolean known = type.getPackage() == McpResult.class.getPackage();
        return known ? type : Map.class;
    }

    private Map<String, String> mirrored(McpCall call) {
        return (this.transport.isRequestScoped() && call.method().equals(McpMethods.TOOLS_CALL))
                ? this.client.toolHeaders().of(call.params())
                : Map.of();
    }

    /** Where every exchange has a way of its own, closing it says it all. */
    private void cancelAtServer(JsonRpcId id) {
        if (!this.transport.isRequestScoped()) {
            this.transport
                    .send(
                            new JsonRpcNotification(
                                    McpMethods.NOTIFICATIONS_CANCELLED,
                                    CancelledParams.of(id.toJson(), "given up by the caller")),
                            Map.of())
                    .timeout(ModernSession.SIDE_MESSAGE_TIMEOUT)
                    .subscribe(null, error -> {});
        }
    }
}
