package io.mcpclient.console.internal.wire;

import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.McpCall;

/**
 * Determines the user for whom a request was made: only this user sees it. Requests of the application itself are seen by all users of
 * the console.
 *
 * <table>
 * <caption>a request, first match applies</caption>
 * <tr><th>condition</th><th>owner</th></tr>
 * <tr><td>no Spring Security</td><td>none: there is one person</td></tr>
 * <tr><td>made at the console</td><td>its user</td></tr>
 * <tr><td>made on behalf of a principal other than the application</td><td>the principal, by login name</td></tr>
 * <tr><td>the thread has an authenticated user</td><td>this user</td></tr>
 * <tr><td>otherwise</td><td>none</td></tr>
 * </table>
 */
public final class CallOwner {

    private final boolean secured;

    private final Supplier<@Nullable String> threadUser;

    /**
     * Creates an instance.
     * @param secured whether the application has Spring Security
     * @param threadUser returns the name of the current thread's user, or {@code null}
     */
    public CallOwner(boolean secured, Supplier<@Nullable String> threadUser) {
        this.secured = secured;
        this.threadUser = threadUser;
    }

    /** Marks what is subscribed with the context as made at the console. */
    public static Function<Context, Context> atConsole(String user) {
        return context -> context.put(CallOwner.class, user);
    }

    /** Returns whether the current request is made at the console. */
    public static boolean isAtConsole(ContextView context) {
        return context.hasKey(CallOwner.class);
    }

    /** Returns the user for whom a server does something on behalf of a principal, {@code null} for all users of the console. */
    public @Nullable String of(@Nullable McpPrincipal principal) {
        return (this.secured && principal != null && !principal.equals(McpPrincipal.APPLICATION))
                ? principal.loginName()
                : null;
    }

    @Nullable
    String of(McpCall call, ContextView context) {
        if (!this.secured) {
            return null;
        }
        if (isAtConsole(context)) {
            return context.<String>get((Object) CallOwner.class);
        }
        McpPrincipal named = call.options().principal();
        McpPrincipal principal = (named != null) ? named : McpPrincipalContext.current(context);
        String owner = of(principal);
        return (owner != null) ? owner : this.threadUser.get();
    }
}
