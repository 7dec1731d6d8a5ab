package io.mcpclient.protocol.legacy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.protocol.EraSession;
import io.mcpclient.protocol.ParamsMeta;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.schema.CancelledParams;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** A session of a handshake revision, from the answer to {@code initialize} on. */
final class LegacySession implements EraSession {

    /** How long a message that nobody waits for may take before it is given up. */
    static final Duration SIDE_MESSAGE_TIMEOUT = Duration.ofSeconds(5);

    private final TransportProvider.Context context;

    private final McpTransport transport;

    private final ServerDescription server;

    private final Map<String, String> headers;

    private final ServerMessages serverMessages;

    private final boolean offersRoots;

    private final Supplier<JsonRpcId> ids;

    LegacySession(
            TransportProvider.Context context,
            McpTransport transport,
            ServerDescription server,
            Map<String, String> headers,
            ServerMessages serverMessages,
            boolean offersRoots,
            Supplier<JsonRpcId> ids) {
        this.context = context;
        this.transport = transport;
        this.server = server;
        this.headers = headers;
        this.serverMessages = serverMessages;
        this.offersRoots = offersRoots;
        this.ids = ids;
    }

    /** Concludes the handshake. Nothing else is sent before the server has accepted this (fault A10). */
    Mono<Void> confirm() {
        // The farewell is not waited for: a server that is slow to take it would hide why it refused (fault A06).
        return notify(McpMethods.NOTIFICATIONS_INITIALIZED, null).doOnError(error -> end().subscribe());
    }

    @Override
    public ServerDescription server() {
        return this.server;
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        return Mono.defer(() -> {
            JsonRpcId id = this.ids.get();
            Map<String, String> headers = headers(call);
            Object params = ParamsMeta.with(call.params(), call.options().meta(), this.context.codec());
            call.progress().markSent();
            return new Answer<>(
                    this.transport.exchange(new ExchangeRequest(
                            new JsonRpcRequest(id, call.method(), params), call.resultType(), headers, true)),
                    new Answer.Request(
                            this.context.serverName(),
                            id,
                            call.method(),
                            hasSession(),
                            this.serverMessages,
                            headers,
                            call.progress(),
                            () -> cancelAtServer(id)),
                    Answer::result);
        });
    }

    /** Headers of the protocol win over those of the caller. */
    private Map<String, String> headers(McpCall call) {
        if (call.options().headers().isEmpty()) {
            return this.headers;
        }
        Map<String, String> merged = new LinkedHashMap<>(call.options().headers());
        merged.putAll(this.headers);
        return merged;
    }

    /** A closed stream is no cancellation in these revisions: the server has to be told (HTL-10, CAN-01). */
    private void cancelAtServer(JsonRpcId id) {
        this.transport
                .send(
                        new JsonRpcNotification(
                                McpMethods.NOTIFICATIONS_CANCELLED,
                                CancelledParams.of(id.toJson(), "given up by the caller")),
                        this.headers)
                .timeout(SIDE_MESSAGE_TIMEOUT)
                .subscribe(null, error -> {});
    }

    @Override
    public Mono<Void> notify(String method, @Nullable Object params) {
        return this.transport
                .send(new JsonRpcNotification(method, params), this.headers)
                .onErrorMap(error -> failure(method, error));
    }

    @Override
    public Mono<Void> rootsChanged() {
        return this.offersRoots ? notify(McpMethods.NOTIFICATIONS_ROOTS_LIST_CHANGED, null) : Mono.empty();
    }

    @Override
    public boolean isLost(McpException error) {
        // A server that refuses connections has most likely lost its sessions too; if not, a new one is cheap.
        return error instanceof McpSessionException
                || (error instanceof McpConnectionException && error.outcome() == McpOutcome.NOT_SENT);
    }

    @Override
    public Mono<Void> end() {
        if (!hasSession()) {
            return Mono.empty();
        }
        return this.transport
                .endSession(this.headers)
                .timeout(SIDE_MESSAGE_TIMEOUT)
                .onErrorComplete();
    }

    private McpException failure(String operation, Throwable error) {
        return LegacyFailures.translate(this.context.serverName(), operation, hasSession(), error);
    }

    private boolean hasSession() {
        return this.headers.containsKey(LegacyEra.SESSION_HEADER);
    }
}
