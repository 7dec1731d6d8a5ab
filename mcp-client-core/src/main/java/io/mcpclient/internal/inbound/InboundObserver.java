package io.mcpclient.internal.inbound;

import java.util.function.Function;

import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;

/** Observes the handling of requests of a server, for metrics and traces. Thread-safe. */
@FunctionalInterface
public interface InboundObserver {

    /** Observes nothing. */
    InboundObserver NONE = (request, answer, send) -> answer.flatMap(send);

    /**
     * Wraps the handling of one request, from its receipt until its response is sent.
     * @param request the request
     * @param answer makes the response, a result or an error; empty if there is none. Handlers see the entries of its context
     *     in theirs
     * @param send sends the response
     * @return completes when the response is sent
     */
    Mono<Void> observe(JsonRpcRequest request, Mono<JsonRpcMessage> answer, Function<JsonRpcMessage, Mono<Void>> send);
}
