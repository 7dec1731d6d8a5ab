package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.internal.era.CallActivity;
import io.mcpclient.internal.era.MetaEntries;
import io.mcpclient.internal.era.PendingResponse;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.internal.inbound.ProgressFeeds;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.McpResult;
import io.mcpclient.support.schema.CancelledParams;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;

/**
 * Sends one request and returns its result, of any type. Each repetition of a call is a new request. Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http (HTM-05, HTM-11 to HTM-16), basic/patterns/cancellation (CAN-01,
 *     CAN-03),
 *     server/utilities/logging (LOG-03)"
 */
final class RoundTrip implements CallHandler {

    private final ModernClient client;

    private final McpTransport transport;

    private final ModernRequests requests;

    private final ModernFailures failures;

    private final ModernMessages messages;

    private final boolean logging;

    private volatile Runnable answered = () -> {};

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
        return Mono.defer(() -> send(call));
    }

    private Mono<Object> send(McpCall call) {
        JsonRpcId.NumberId id = this.client.nextId();
        ProgressFeeds feeds = this.client.notifications().progress();
        boolean reports = feeds.areWantedFor(call);
        try {
            Mono<Object> answer = exchange(call, id, meta(call, reports ? id : null));
            return reports ? feeds.follow(call, id, answer) : answer;
        } catch (IllegalArgumentException ex) {
            return Mono.error(this.failures.unwritable(call.method(), ex));
        }
    }

    private Map<String, Object> meta(McpCall call, JsonRpcId.@Nullable NumberId progressToken) {
        LoggingLevel level = logLevel(call);
        Map<String, Object> meta = new LinkedHashMap<>();
        if (progressToken != null) {
            meta.put(McpMetaKeys.PROGRESS_TOKEN, progressToken.toJson());
        }
        if (level != null) {
            meta.put(McpMetaKeys.LOG_LEVEL, level);
        }
        return meta;
    }

    /** The level of the call takes precedence over that of the client. */
    private @Nullable LoggingLevel logLevel(McpCall call) {
        if (!this.logging) {
            this.client.ignoredLogLevel().note(call, "the server does not offer logging");
            return null;
        }
        LoggingLevel ofCall = call.options().logLevel();
        LoggingLevel ofClient = this.client.desired().logLevel();
        if (ofCall != null || ofClient == null) {
            return ofCall;
        }
        boolean isInParams = MetaEntries.has(
                call.params(), McpMetaKeys.LOG_LEVEL, this.client.context().codec());
        return isInParams ? null : ofClient;
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
        return new PendingResponse<>(
                this.transport.exchange(request.with(new CallActivity(call.progress()))),
                new PendingResponse.Request(
                        this.failures,
                        id,
                        call.method(),
                        false,
                        this.messages::ofExchange,
                        call.progress(),
                        () -> cancelAtServer(id),
                        null),
                this::result);
    }

    private Object result(ReceivedMessage answer) {
        this.answered.run();
        return PendingResponse.result(answer);
    }

    void onAnswer(Runnable answered) {
        this.answered = answered;
    }

    /** A result that may have another type is decoded to a form that reveals its type. */
    private static Class<?> wireType(McpCall call) {
        Class<?> type = call.resultType();
        boolean known = type.getPackage() == McpResult.class.getPackage();
        return known ? type : Map.class;
    }

    private Map<String, String> mirrored(McpCall call) {
        return (TransportFeatures.isRequestScoped(this.transport)
                        && call.method().equals(McpMethods.TOOLS_CALL))
                ? this.client.toolHeaders().of(call.params())
                : Map.of();
    }

    /** If every exchange has its own stream, closing it is the cancellation. */
    private void cancelAtServer(JsonRpcId id) {
        if (!TransportFeatures.isRequestScoped(this.transport)) {
            this.transport
                    .send(
                            new JsonRpcNotification(
                                    McpMethods.NOTIFICATIONS_CANCELLED,
                                    CancelledParams.of(id.toJson(), "cancelled by the caller")),
                            Map.of())
                    .timeout(
                            ModernSession.SIDE_MESSAGE_TIMEOUT,
                            this.client.time().timers())
                    .subscribe(null, error -> {});
        }
    }
}
