package io.mcpclient.langchain4j;

import java.util.function.BiFunction;
import java.util.function.Function;

import dev.langchain4j.invocation.InvocationContext;
import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.registry.McpRegisteredTool;

/** How calls depend on the invocation of an AI service: functions of the application. */
record CallContext(
        BiFunction<McpRegisteredTool, InvocationContext, McpCallOptions> callOptions,
        Function<InvocationContext, @Nullable McpPrincipal> callPrincipal,
        @Nullable McpProgressListener progressListener) {

    static CallContext none() {
        return new CallContext((tool, invocation) -> McpCallOptions.defaults(), invocation -> null, null);
    }

    McpCallOptions options(McpRegisteredTool tool, InvocationContext invocation) {
        McpCallOptions options = onBehalf(this.callOptions.apply(tool, invocation), principal(invocation));
        McpProgressListener listener = this.progressListener;
        return (listener != null && options.progressListener() == null) ? options.withProgress(listener) : options;
    }

    /** Options of a call on behalf of a principal, {@code null} if the resolver of the client decides. */
    static McpCallOptions onBehalf(McpCallOptions options, @Nullable McpPrincipal principal) {
        return (principal != null) ? options.withPrincipal(principal) : options;
    }

    @Nullable
    McpPrincipal principal(InvocationContext invocation) {
        return this.callPrincipal.apply(invocation);
    }
}
