package io.mcpclient.console.internal.wire;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;
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
 * <tr><td>made at the console, or by a model for its user</td><td>this user</td></tr>
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

    /**
     * What the context of a request at the console says.
     *
     * @param user the user who makes it, or for whom a model makes it
     * @param confirmed whether the user has confirmed it
     * @param recorded receives the number of the request in the {@link WireLog}
     */
    private record Mark(String user, boolean confirmed, LongConsumer recorded) {}

    /** Marks what is subscribed with the context as made by a user at the console, who has confirmed it. */
    public static Function<Context, Context> atConsole(String user) {
        return context -> context.put(Mark.class, new Mark(user, true, id -> {}));
    }

    /**
     * Marks what is subscribed with the context as made by a model at the console.
     * @param user the user for whom the model makes it
     * @param confirmed whether the user has confirmed it
     * @param recorded receives the number of the request among the recent requests
     */
    public static Function<Context, Context> byModel(String user, boolean confirmed, LongConsumer recorded) {
        return context -> context.put(Mark.class, new Mark(user, confirmed, recorded));
    }

    /** Returns whether a user has confirmed the current request at the console. */
    public static boolean isConfirmed(ContextView context) {
        return mark(context).map(Mark::confirmed).orElse(false);
    }

    /** Reports the number of the current request to its caller at the console. */
    static void recorded(ContextView context, long id) {
        mark(context).ifPresent(mark -> mark.recorded().accept(id));
    }

    private static Optional<Mark> mark(ContextView context) {
        return context.getOrEmpty(Mark.class);
    }

    /** Returns the user who decides about the current call, {@code null} for all users of the console. */
    public @Nullable String of(ContextView context, @Nullable McpPrincipal principal) {
        return mark(context).map(Mark::user).orElseGet(() -> of(principal));
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
        Optional<Mark> mark = mark(context);
        if (mark.isPresent()) {
            return mark.get().user();
        }
        McpPrincipal named = call.options().principal();
        McpPrincipal principal = (named != null) ? named : McpPrincipalContext.current(context);
        String owner = of(principal);
        return (owner != null) ? owner : this.threadUser.get();
    }
}
