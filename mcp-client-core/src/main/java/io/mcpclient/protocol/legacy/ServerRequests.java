package io.mcpclient.protocol.legacy;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.protocol.ClientFeatures;
import io.mcpclient.protocol.InboundSettings;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** Answers the requests of a server: every one of them, whatever happens (RPC-17, PNG-01). */
final class ServerRequests {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);

    private final TransportProvider.Context context;

    private final McpTransport transport;

    private final ClientFeatures features;

    private final InboundSettings settings;

    ServerRequests(
            TransportProvider.Context context,
            McpTransport transport,
            ClientFeatures features,
            InboundSettings settings) {
        this.context = context;
        this.transport = transport;
        this.features = features;
        this.settings = settings;
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
        if (McpMethods.PING.equals(request.method())) {
            send(new JsonRpcResult(request.id(), Map.of()), headers);
            return;
        }
        if (raisedBy != null) {
            raisedBy.pause();
        }
        this.features
                .answer(request.method(), request.params(), revision, new Context(this.context.serverName()))
                .timeout(this.settings.requestTimeout())
                .<JsonRpcMessage>map(result -> new JsonRpcResult(request.id(), result))
                .onErrorResume(error -> Mono.just(refusal(request, error)))
                .doFinally(signal -> {
                    if (raisedBy != null) {
                        raisedBy.resume();
                    }
                })
                .subscribe(answer -> send(answer, headers));
    }

    /** The server does not want an answer any more. */
    void cancel(@Nullable Object requestId) {
        // Handlers run to their end.
    }

    /** The session is over. */
    void close() {
        // Handlers run to their end.
    }

    private static JsonRpcMessage refusal(JsonRpcRequest request, Throwable error) {
        return (error instanceof McpRequestRefusedException refused)
                ? new JsonRpcError(request.id(), refused.code(), String.valueOf(refused.getMessage()), null)
                : new JsonRpcError(request.id(), McpErrorCodes.INTERNAL_ERROR, "Internal error", null);
    }

    private void send(JsonRpcMessage answer, Map<String, String> headers) {
        this.transport.send(answer, headers).timeout(ANSWER_TIMEOUT).subscribe(null, error -> {});
    }

    private record Context(String serverName) implements McpRequestContext {

        @Override
        public @Nullable String relatedTask() {
            return null;
        }

        @Override
        public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
            // Nobody asked for it.
        }
    }
}
