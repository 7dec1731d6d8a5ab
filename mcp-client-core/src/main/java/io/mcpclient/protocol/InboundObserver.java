package io.mcpclient.protocol;

import java.util.function.Function;

import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcRequest;

/** Watches what becomes of requests of a server, for those who measure and trace. Thread-safe. */
@FunctionalInterface
public interface InboundObserver {

    /** Watches nothing. */
    InboundObserver NONE = (request, answer, send) -> answer.flatMap(send);

    /**
     * Surrounds the way of one request, from its receipt until its answer is sent.
     * @param request the request
     * @param answer makes the answer, a result or an error; empty if there is to be none. What is in its context, handlers
     *     find in theirs
     * @param send sends the answer
     * @return completes when the answer is sent
     */
    Mono<Void> observe(JsonRpcRequest request, Mono<JsonRpcMessage> answer, Function<JsonRpcMessage, Mono<Void>> send);
}
