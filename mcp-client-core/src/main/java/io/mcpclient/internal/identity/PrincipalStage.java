package io.mcpclient.internal.identity;

import java.util.function.Supplier;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;

/**
 * Stage that makes all calls of one identity on behalf of its principal. The principal is in the context of the calls, for
 * interceptors, for handlers of server requests, and for calls made by either of them. Thread-safe.
 *
 * @param principal the principal, always the same
 * @see "fault G13"
 */
public record PrincipalStage(Supplier<McpPrincipal> principal) implements McpInterceptor {

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return named(this.principal, next.handle(call));
    }

    /**
     * Adds the principal to the context of work that is part of a call.
     * @param principal the principal
     * @param work any work
     * @param <T> type of its result
     * @return the same work
     */
    public static <T> Mono<T> named(Supplier<McpPrincipal> principal, Mono<T> work) {
        return work.contextWrite(
                context -> McpPrincipalContext.of(principal.get()).apply(context));
    }
}
