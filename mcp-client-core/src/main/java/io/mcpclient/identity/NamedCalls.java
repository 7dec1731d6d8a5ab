package io.mcpclient.identity;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;

/**
 * A chain whose calls are all made in one name, which is in their context from here on: for interceptors, for handlers of
 * what the server asks, and for calls that either of them makes. Thread-safe.
 *
 * @param chain the whole way of a call
 * @param principal in whose name, always the same
 * @see "fault G13"
 */
public record NamedCalls(CallHandler chain, Supplier<McpPrincipal> principal) implements CallHandler {

    @Override
    public Mono<Object> handle(McpCall call) {
        return named(this.chain.handle(call));
    }

    @Override
    public <T> Mono<T> asOne(String method, @Nullable Object params, Mono<T> calls) {
        return named(this.chain.asOne(method, params, calls));
    }

    /**
     * Names what is part of a call without being one.
     * @param work any work
     * @param <T> type of its result
     * @return the same work
     */
    public <T> Mono<T> named(Mono<T> work) {
        return work.contextWrite(
                context -> McpPrincipalContext.of(this.principal.get()).apply(context));
    }
}
