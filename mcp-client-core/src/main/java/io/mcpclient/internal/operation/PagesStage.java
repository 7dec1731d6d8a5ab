package io.mcpclient.internal.operation;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;

/** Stage that reads all pages of a list: one call before it, a call for each page after it. Stateless. */
public final class PagesStage implements McpInterceptor {

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return (call.params() instanceof Pages<?, ?> pages)
                ? pages.read(next, call.options(), call.deadline()).cast(Object.class)
                : next.handle(call);
    }
}
