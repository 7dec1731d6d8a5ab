package io.mcpclient.langchain4j;

import java.util.function.BiFunction;
import java.util.function.Function;

import dev.langchain4j.invocation.InvocationContext;
import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.registry.McpRegisteredTool;

/**
 * How calls depend on the invocation of an AI service: functions of the application.
 *
 * @param callOptions returns the options of a call
 * @param callPrincipal returns on whose behalf a call is made
 * @param progressListener receives the progress of calls whose options have no listener
 * @param isOfInvocation whether one of the functions was set
 */
record CallContext(
        BiFunction<McpRegisteredTool, InvocationContext, McpCallOptions> callOptions,
        Function<InvocationContext, @Nullable McpPrincipal> callPrincipal,
        @Nullable McpProgressListener progressListener,
        boolean isOfInvocation) {

    /** Calls whose timeout is extended by progress. */
    static CallContext none() {
        McpCallOptions options = McpCallOptions.defaults().withTimeoutExtendedByProgress(true);
        return new CallContext((tool, invocation) -> options, invocation -> null, null, false);
    }

    /** Returns the options of a call; {@code null} stands for a tool of the library. */
    McpCallOptions options(@Nullable McpRegisteredTool tool, InvocationContext invocation) {
        McpCallOptions own = (tool != null) ? this.callOptions.apply(tool, invocation) : McpCallOptions.defaults();
        McpCallOptions options = onBehalf(own, principal(invocation));
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
