package io.mcpclient.auth;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The principal in a Reactor context, on whose behalf the calls of a publisher are made. Calls find it there before anybody is
 * asked, so that what belongs to one call, on whatever thread it goes on, stays in one name; and handlers that do not block
 * find there on whose behalf the server asks.
 *
 * <pre>{@code
 * client.reactive().callTool("report", Map.of()).contextWrite(McpPrincipalContext.of(McpPrincipal.APPLICATION));
 * }</pre>
 *
 * @see McpPrincipalResolver
 * @see "faults G13, H26"
 */
public final class McpPrincipalContext {

    private static final Object KEY = McpPrincipal.class;

    private McpPrincipalContext() {}

    /**
     * Makes calls on behalf of a principal, not of the caller. Has an effect only on clients that are used under several
     * identities.
     * @param principal principal of the calls
     * @return to be given to {@link reactor.core.publisher.Mono#contextWrite(Function)}
     */
    public static Function<Context, Context> of(McpPrincipal principal) {
        return context -> context.put(KEY, principal);
    }

    /**
     * Returns the principal on whose behalf calls within a context are made.
     * @param context any context
     * @return the principal, or {@code null} if that is not decided yet
     */
    public static @Nullable McpPrincipal current(ContextView context) {
        return (context.getOrDefault(KEY, null) instanceof McpPrincipal principal) ? principal : null;
    }
}
