package io.mcpclient.internal.era.legacy;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;

/**
 * In-flight calls of one session, for channels that do not reveal the call to which a request of the server belongs (TMO-08).
 * Thread-safe.
 */
final class InFlight {

    /** Created with the first call: most servers send no requests, so that no call is tracked. */
    private final Set<CallProgress> calls = ConcurrentHashMap.newKeySet();

    /** Tracks a call until its response, whatever that is. */
    <T> Mono<T> follow(CallProgress call, Mono<T> answer) {
        Set<CallProgress> calls = this.calls;
        return answer.doOnSubscribe(subscription -> calls.add(call)).doFinally(signal -> calls.remove(call));
    }

    Collection<CallProgress> calls() {
        return this.calls;
    }
}
