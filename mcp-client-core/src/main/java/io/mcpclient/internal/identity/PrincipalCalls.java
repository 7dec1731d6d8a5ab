package io.mcpclient.internal.identity;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;

/**
 * Chain whose calls are all made on behalf of one principal. The principal is in the context of the calls, for interceptors,
 * for handlers of server requests, and for calls made by either of them. Thread-safe.
 *
 * @param chain complete chain of a call
 * @param principal the principal, always the same
 * @see "fault G13"
 */
public record PrincipalCalls(CallHandler chain, Supplier<McpPrincipal> principal) implements CallHandler {

    @Override
    public Mono<Object> handle(McpCall call) {
        return named(this.principal, this.chain.handle(call));
    }

    @Override
    public <T> Mono<T> asOne(String method, @Nullable Object params, Mono<T> calls) {
        return named(this.principal, this.chain.asOne(method, params, calls));
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
