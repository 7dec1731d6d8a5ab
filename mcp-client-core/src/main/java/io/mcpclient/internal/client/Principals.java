package io.mcpclient.internal.client;

import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.identity.CallPrincipal;
import io.mcpclient.internal.identity.PrincipalSessions;
import io.mcpclient.internal.identity.PrincipalStage;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

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
final class Principals implements Identities {

    private final CallPrincipal decision;

    private final IdentityAssembly assembly;

    private final PrincipalSessions<Identity> sessions;

    private final Identity application;

    /** Creates the identities of one client: that of the application, and those of users on demand. */
    Principals(ClientParts parts, McpPrincipalResolver resolver, IdentityAssembly assembly) {
        this.decision = new CallPrincipal(
                parts.name(),
                resolver,
                parts.settings().timeouts().request(),
                parts.time(),
                parts.settings().principals().required());
        this.assembly = assembly;
        this.sessions =
                new PrincipalSessions<>(parts.name(), parts.settings().principals(), this::ofUser, parts.time());
        this.application = assembly.ofApplication();
    }

    private Identity ofUser(Supplier<McpPrincipal> principal) {
        return this.assembly.ofUser(principal, this.sessions);
    }

    @Override
    public Identity application() {
        return this.application;
    }

    @Override
    public int users() {
        return this.sessions.size();
    }

    @Override
    public ClientLifecycle.Others others() {
        return new ClientLifecycle.Others(this.sessions.dispose(), this.sessions.close());
    }

    @Override
    public <T> Mono<T> call(McpCallOptions options, Function<Identity, Mono<T>> call) {
        return this.decision.decided(options, principal -> as(principal, call));
    }

    @Override
    public <T> Mono<T> onBehalf(McpCallOptions options, Function<@Nullable McpPrincipal, Mono<T>> work) {
        return this.decision.decided(
                options, principal -> PrincipalStage.named(() -> principal, work.apply(principal)));
    }

    @Override
    public Mono<McpServerDescription> connect() {
        return this.decision.decidedOrApplication(
                principal -> as(principal, identity -> identity.connection().connect()));
    }

    @Override
    public ReactiveMcpTask task(McpTaskHandle handle) {
        return new PrincipalTask(this, this.application.tasks().resume(handle));
    }

    private <T> Mono<T> as(McpPrincipal principal, Function<Identity, Mono<T>> call) {
        return principal.isApplication() ? call.apply(this.application) : this.sessions.use(principal, call);
    }

    /**
     * A user notifies the user's own session, the application notifies all sessions: roots are the same for all of them by
     * default.
     */
    @Override
    public Mono<Void> rootsChanged() {
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
    @Override
    public Mono<Void> logout() {
        return this.decision.decided(
                McpCallOptions.defaults(),
                principal -> principal.isApplication()
                        ? this.application.logout()
                        : this.sessions
                                .end(principal)
                                .then(this.sessions.use(principal, Identity::logout))
                                .then(this.sessions.end(principal)));
    }
}
