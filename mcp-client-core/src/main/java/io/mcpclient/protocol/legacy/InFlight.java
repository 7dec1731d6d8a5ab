package io.mcpclient.protocol.legacy;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;

/**
 * The calls of one session that wait for the server, for channels that do not tell which of them a request of the server
 * belongs to (TMO-08). Thread-safe.
 */
final class InFlight {

    private final Set<CallProgress> calls = ConcurrentHashMap.newKeySet();

    /** Follows a call until its answer, whatever that is. */
    <T> Mono<T> follow(CallProgress call, Mono<T> answer) {
        return answer.doOnSubscribe(subscription -> this.calls.add(call)).doFinally(signal -> this.calls.remove(call));
    }

    Collection<CallProgress> calls() {
        return this.calls;
    }
}
