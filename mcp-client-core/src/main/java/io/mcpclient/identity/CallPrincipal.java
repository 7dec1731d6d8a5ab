package io.mcpclient.identity;

import java.time.Duration;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.resilience.CallGate;
import io.mcpclient.support.TimeSource;

/**
 * Decides on whose behalf a call is made, before anything else happens to it.
 *
 * <table>
 * <caption>first match counts</caption>
 * <tr><th>call</th><th>principal</th></tr>
 * <tr><td>its context names one, because it is part of another call or somebody said so</td><td>that one</td></tr>
 * <tr><td>it is made in the background</td><td>the application</td></tr>
 * <tr><td>any other</td><td>what the resolver says, on the thread and in the context of the caller</td></tr>
 * </table>
 *
 * Thread-safe.
 *
 * @see "faults G13, H26"
 */
public final class CallPrincipal {

    private final String serverName;

    private final McpPrincipalResolver resolver;

    private final Duration limit;

    private final TimeSource time;

    /**
     * Creates the decision of one client.
     * @param serverName configured name of the server
     * @param resolver is asked
     * @param limit how long it may take
     * @param time timers of the client
     */
    public CallPrincipal(String serverName, McpPrincipalResolver resolver, Duration limit, TimeSource time) {
        this.serverName = serverName;
        this.resolver = resolver;
        this.limit = limit;
        this.time = time;
    }

    /**
     * Makes a call in the name of its principal.
     * @param call makes it, given the principal
     * @param <T> type of its result
     * @return the result; or why the principal is not known, and then nothing was sent
     */
    public <T> Mono<T> decided(Function<McpPrincipal, Mono<T>> call) {
        return Mono.deferContextual(caller -> {
            McpPrincipal known = known(caller);
            return (known != null) ? call.apply(known) : asked().flatMap(call);
        });
    }

    private static @Nullable McpPrincipal known(ContextView caller) {
        McpPrincipal named = McpPrincipalContext.current(caller);
        if (named != null) {
            return named;
        }
        return CallGate.isInBackground(caller) ? McpPrincipal.APPLICATION : null;
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
                        Mono.error(() -> rejected("there is no answer within " + this.limit.toMillis() + " ms", null)),
                        this.time.timers())
                .onErrorMap(this::unknown)
                .defaultIfEmpty(McpPrincipal.APPLICATION);
    }

    private McpException unknown(Throwable error) {
        return (error instanceof McpException known)
                ? known
                : rejected("it failed with " + error.getClass().getSimpleName(), error);
    }

    private McpException rejected(String problem, @Nullable Throwable cause) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                "call",
                                McpOutcome.NOT_SENT,
                                "the principal of the call is not known: " + problem)
                        .withRemedy("Look at the McpPrincipalResolver of the application.")
                        .withCause(cause),
                McpRejectedException.Reason.NO_PRINCIPAL);
    }
}
