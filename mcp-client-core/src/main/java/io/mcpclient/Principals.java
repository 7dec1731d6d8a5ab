package io.mcpclient;

import java.util.function.Function;
import java.util.function.Supplier;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.identity.CallPrincipal;
import io.mcpclient.internal.identity.PrincipalSessions;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.status.McpServerDescription;

/**
 * The identities of one client, selected per call. Thread-safe.
 *
 * <pre>
 *  call ──► which principal? ──┬── application ──► its identity, which always exists
 *                              └── user ──────► the identity of that user
 * </pre>
 *
 * @see "faults G13, H26"
 */
final class Principals {

    private final CallPrincipal decision;

    private final IdentityAssembly assembly;

    private final PrincipalSessions<Identity> sessions;

    private final Identity application;

    /**
     * Creates the identities of one client: that of the application, and those of users on demand.
     * @param gate gate for the calls of all principals
     */
    Principals(ClientParts parts, McpPrincipalResolver resolver, IdentityAssembly assembly, DrainGate gate) {
        this.decision = new CallPrincipal(
                parts.name(),
                resolver,
                parts.settings().timeouts().request(),
                parts.time(),
                parts.settings().principals().required());
        this.assembly = assembly;
        this.sessions =
                new PrincipalSessions<>(parts.name(), parts.settings().principals(), this::ofUser, parts.time());
        ClientLifecycle.Others users = new ClientLifecycle.Others(this.sessions.dispose(), this.sessions.close());
        this.application =
                assembly.ofApplication(connection -> new ClientLifecycle(gate, connection, users, assembly.threads()));
    }

    private Identity ofUser(Supplier<McpPrincipal> principal) {
        return this.assembly.ofUser(principal, this.sessions, this.application);
    }

    Identity application() {
        return this.application;
    }

    /** Returns the number of users with a session. */
    int users() {
        return this.sessions.size();
    }

    /** Makes a call on behalf of its principal. */
    <T> Mono<T> call(McpCallOptions options, Function<ReactiveMcpClient, Mono<T>> call) {
        return this.decision.decided(options, principal -> as(principal, call));
    }

    /** Connects on behalf of the principal, or of the application if there is none. */
    Mono<McpServerDescription> connect() {
        return this.decision.decidedOrApplication(principal -> as(principal, ReactiveMcpClient::connect));
    }

    private <T> Mono<T> as(McpPrincipal principal, Function<ReactiveMcpClient, Mono<T>> call) {
        return principal.isApplication()
                ? call.apply(this.application.client())
                : this.sessions.use(principal, user -> call.apply(user.client()));
    }

    /**
     * A user notifies the user's own session, the application notifies all sessions: roots are the same for all of them by
     * default.
     */
    Mono<Void> rootsChanged() {
        return this.decision.decidedOrApplication(principal -> principal.isApplication()
                ? this.application
                        .connection()
                        .rootsChanged()
                        .and(Flux.fromIterable(this.sessions.all())
                                .flatMap(
                                        user -> user.connection().rootsChanged().onErrorComplete()))
                : this.sessions.use(principal, user -> user.connection().rootsChanged()));
    }

    /**
     * Logs a principal out. Data received on behalf of a user is discarded with the tokens (CACHE-12): first the session,
     * because its end is sent to the server with them.
     */
    Mono<Void> logout() {
        return this.decision.decided(
                McpCallOptions.defaults(),
                principal -> principal.isApplication()
                        ? this.application.client().logout()
                        : this.sessions
                                .end(principal)
                                .then(this.sessions.use(
                                        principal, user -> user.client().logout()))
                                .then(this.sessions.end(principal)));
    }
}
