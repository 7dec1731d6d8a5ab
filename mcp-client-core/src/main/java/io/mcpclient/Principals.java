package io.mcpclient;

import java.util.function.Function;
import java.util.function.Supplier;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.identity.CallPrincipal;
import io.mcpclient.identity.PrincipalSessions;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.resilience.CallGate;

/**
 * The identities that one client is used under: for each call, the one that it is made in. Thread-safe.
 *
 * <pre>
 *  call ──► in whose name? ──┬── the application's ──► its identity, there from the start
 *                            └── a user's ──► the identity of that user
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
     * Creates the identities of one client: that of the application, and those of users as they come.
     * @param gate what all calls pass, in whatever name
     */
    Principals(McpClientBuilder settings, McpPrincipalResolver resolver, IdentityAssembly assembly, CallGate gate) {
        this.decision = new CallPrincipal(
                settings.name, resolver, settings.requestTimeout, settings.time, settings.principalRequired);
        this.assembly = assembly;
        this.sessions = new PrincipalSessions<>(settings.name, settings.principalLimits, this::ofUser, settings.time);
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

    /** How many users have a session now. */
    int users() {
        return this.sessions.size();
    }

    /** Makes a call on behalf of its principal. */
    <T> Mono<T> call(McpCallOptions options, Function<ReactiveMcpClient, Mono<T>> call) {
        return this.decision.decided(options, principal -> as(principal, call));
    }

    /** Connects on behalf of the principal, or of the application if there is none. */
    Mono<ServerDescription> connect() {
        return this.decision.decidedOrApplication(principal -> as(principal, ReactiveMcpClient::connect));
    }

    private <T> Mono<T> as(McpPrincipal principal, Function<ReactiveMcpClient, Mono<T>> call) {
        return principal.isApplication()
                ? call.apply(this.application.client())
                : this.sessions.use(principal, user -> call.apply(user.client()));
    }

    /** A user speaks for his session, the application for all: roots are the same for all of them, unless it says otherwise. */
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
     * Logs a principal out. What was received in the name of a user goes with his tokens (CACHE-12): first the session, whose
     * end the server is told with them.
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
