package io.mcpclient.console.internal.chat;

import org.springframework.core.Ordered;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;

/**
 * Shows the requests of models at the console in their conversations; passes all others on. It precedes the recorder of requests,
 * for which it names the user.
 */
public final class ChatInterceptor implements McpInterceptor, Ordered {

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE - 1;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        return (call.options().progressListener() instanceof ChatStep step)
                ? step.request(call, next)
                : next.handle(call);
    }
}
