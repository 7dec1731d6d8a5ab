package io.mcpclient.internal.identity;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.time.TimeSource;

/**
 * Determines the principal of a call, before anything else happens to the call.
 *
 * <table>
 * <caption>the first match applies</caption>
 * <tr><th>call</th><th>principal</th></tr>
 * <tr><td>its options have a {@link McpCallOptions#principal()}</td><td>that one</td></tr>
 * <tr><td>its context has a principal, because it is part of another call or was set explicitly</td><td>that one</td></tr>
 * <tr><td>it is made in the background</td><td>the application</td></tr>
 * <tr><td>any other</td><td>result of the resolver, on the thread and in the context of the caller</td></tr>
 * <tr><td>the resolver is empty</td><td>the application; or none, if a principal is required, and the call is
 * rejected</td></tr>
 * </table>
 *
 * Thread-safe.
 *
 * @see "faults G13, H26"
 */
public final class CallPrincipal {

    private static final int UNAUTHORIZED = 401;

    private static final Mono<McpPrincipal> APPLICATION = Mono.just(McpPrincipal.APPLICATION);

    private final String serverName;

    private final McpPrincipalResolver resolver;

    private final Duration limit;

    private final TimeSource time;

    /** Substitute for a missing principal. */
    private final Mono<McpPrincipal> otherwise;

    /**
     * Creates the resolution for one client.
     * @param serverName configured name of the server
     * @param resolver resolves the principal
     * @param limit timeout of the resolver
     * @param time timers of the client
     * @param required whether calls are rejected if the resolver is empty
     */
    public CallPrincipal(
            String serverName, McpPrincipalResolver resolver, Duration limit, TimeSource time, boolean required) {
        this.serverName = serverName;
        this.resolver = resolver;
        this.limit = limit;
        this.time = time;
        this.otherwise = required ? Mono.error(this::missing) : APPLICATION;
    }

    /**
     * Makes a call on behalf of its principal.
     * @param options options of the call
     * @param call makes the call, given the principal
     * @param <T> type of its result
     * @return the result; or an error if the principal could not be determined, and then nothing was sent
     */
    public <T> Mono<T> decided(McpCallOptions options, Function<McpPrincipal, Mono<T>> call) {
        return decided(options, call, this.otherwise);
    }

    /**
     * Does work permitted to the application, on behalf of the principal if there is one.
     * @param call does the work, given the principal
     * @param <T> type of its result
     * @return the result; or an error if the principal could not be determined, and then nothing was sent
     */
    public <T> Mono<T> decidedOrApplication(Function<McpPrincipal, Mono<T>> call) {
        return decided(McpCallOptions.defaults(), call, APPLICATION);
    }

    private <T> Mono<T> decided(
            McpCallOptions options, Function<McpPrincipal, Mono<T>> call, Mono<McpPrincipal> otherwise) {
        return Mono.deferContextual(caller -> {
            McpPrincipal known = known(options, caller);
            return (known != null)
                    ? call.apply(known)
                    : asked().switchIfEmpty(otherwise).flatMap(call);
        });
    }

    /** Missing options are reported by the operation. */
    private static @Nullable McpPrincipal known(@Nullable McpCallOptions options, ContextView caller) {
        if (options != null && options.principal() != null) {
            return options.principal();
        }
        McpPrincipal named = McpPrincipalContext.current(caller);
        if (named != null) {
            return named;
        }
        return BackgroundWork.isMarked(caller) ? McpPrincipal.APPLICATION : null;
    }

    private Mono<McpPrincipal> asked() {
        Mono<McpPrincipal> resolved;
        try {
            resolved = this.resolver.resolve();
        } catch (RuntimeException ex) {
            return Mono.error(unknown(ex));
        }
        return resolved.timeout(
                        this.limit,
                        Mono.error(() -> rejected("no result within " + this.limit.toMillis() + " ms", null)),
                        this.time.timers())
                .onErrorMap(this::unknown);
    }

    private McpException missing() {
        return new McpAuthorizationException(
                McpErrorDetails.of(
                                this.serverName,
                                "call",
                                McpOutcome.NOT_SENT,
                                "the call has no user, and calls on behalf of the application are not permitted")
                        .withRemedy(
                                "Make the call where a user is logged in; a security context does not reach other threads by"
                                        + " itself. For calls on behalf of the application use McpCallOptions.asApplication(),"
                                        + " or set mcp.servers." + this.serverName
                                        + ".auth.per-principal to true (only calls without a user) or false (all calls)."),
                Reason.PRINCIPAL_REQUIRED,
                UNAUTHORIZED,
                null,
                List.of(),
                List.of());
    }

    private McpException unknown(Throwable error) {
        return (error instanceof McpException known)
                ? known
                : rejected("the resolver failed with " + error.getClass().getSimpleName(), error);
    }

    private McpException rejected(String problem, @Nullable Throwable cause) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                "call",
                                McpOutcome.NOT_SENT,
                                "the principal of the call could not be determined: " + problem)
                        .withRemedy("Check the application's McpPrincipalResolver.")
                        .withCause(cause),
                McpRejectedException.Reason.NO_PRINCIPAL);
    }
}
