package io.mcpclient.internal.client;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.identity.CallPrincipal;
import io.mcpclient.internal.identity.PrincipalStage;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * The identity of the application, used by all principals. The principal of a call is in its context, for approval, audit and
 * interceptors; connection, credentials and results are the same for all. Thread-safe.
 *
 * @param one the identity
 * @param decision determines the principal of a call
 */
record SharedIdentity(Identities one, CallPrincipal decision) implements Identities {

    static SharedIdentity of(ClientParts parts, McpPrincipalResolver resolver, Identity application) {
        return new SharedIdentity(
                Identities.of(application),
                new CallPrincipal(
                        parts.name(),
                        resolver,
                        parts.settings().timeouts().request(),
                        parts.time(),
                        parts.settings().principals().required()));
    }

    @Override
    public Identity application() {
        return this.one.application();
    }

    @Override
    public int users() {
        return 0;
    }

    @Override
    public ClientLifecycle.Others others() {
        return this.one.others();
    }

    @Override
    public <T> Mono<T> call(McpCallOptions options, Function<Identity, Mono<T>> call) {
        return this.decision.decided(
                options, principal -> PrincipalStage.named(() -> principal, this.one.call(options, call)));
    }

    @Override
    public <T> Mono<T> onBehalf(McpCallOptions options, Function<@Nullable McpPrincipal, Mono<T>> work) {
        return this.decision.decided(
                options, principal -> PrincipalStage.named(() -> principal, work.apply(principal)));
    }

    @Override
    public Mono<McpServerDescription> connect() {
        return this.one.connect();
    }

    @Override
    public Mono<Void> rootsChanged() {
        return this.one.rootsChanged();
    }

    @Override
    public Mono<Void> logout() {
        return this.one.logout();
    }

    @Override
    public ReactiveMcpTask task(McpTaskHandle handle) {
        return this.one.task(handle);
    }
}
