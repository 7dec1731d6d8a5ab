package io.mcpclient.protocol.modern;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.protocol.ClientFeatures;

/** Answers what unfinished results ask for. Thread-safe. */
final class InputRounds {

    InputRounds(String serverName, JsonCodec codec, ClientFeatures features, int maxRounds) {}

    Mono<Object> handle(McpCall call, CallHandler round) {
        return round.handle(call);
    }
}
