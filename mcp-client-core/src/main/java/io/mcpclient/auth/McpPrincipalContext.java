package io.mcpclient.auth;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Access to the principal in a Reactor context, on whose behalf the calls of a publisher are made. It takes precedence over
 * the resolver, so that all parts of a call, on any thread, use the same principal; and reactive handlers find there on
 * whose behalf the server was called.
 *
 * <pre>{@code
 * client.reactive().callTool("report", Map.of()).contextWrite(McpPrincipalContext.of(McpPrincipal.APPLICATION));
 * }</pre>
 *
 * @see McpPrincipalResolver
 */
public final class McpPrincipalContext {

    private static final Object KEY = McpPrincipal.class;

    private McpPrincipalContext() {}

    /**
     * Returns a context function that makes calls on behalf of a principal instead of the caller. Has an effect only on
     * clients with several identities.
     * @param principal principal of the calls
     * @return function for {@link reactor.core.publisher.Mono#contextWrite(Function)}
     */
    public static Function<Context, Context> of(McpPrincipal principal) {
        return context -> context.put(KEY, principal);
    }

    /**
     * Returns the principal on whose behalf calls within a context are made.
     * @param context any context
     * @return the principal, or {@code null} if it is not resolved yet
     */
    public static @Nullable McpPrincipal current(ContextView context) {
        return (context.getOrDefault(KEY, null) instanceof McpPrincipal principal) ? principal : null;
    }
}
