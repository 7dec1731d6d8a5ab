package io.mcpclient.internal.observation;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;

/**
 * Stage that observes the operations of callers: all pages of a list, and all requests about a task that a call became, are one.
 *
 * @param observer reports the operations
 */
record ObservationStage(Observer observer) implements McpInterceptor {

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return new ObservedOperation<>(this.observer, call.method(), call.params(), watch -> next.handle(call));
    }
}
