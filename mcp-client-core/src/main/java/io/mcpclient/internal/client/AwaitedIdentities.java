package io.mcpclient.internal.client;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * The identities of a client whose server has to be found first. Operations wait for the lookup, and continue with the identities of
 * the client that it leads to; they fail if it fails. Thread-safe.
 *
 * <pre>
 *  call ─► connection of this client ─► {@link LookupTransportProvider} ─► the client is replaced, and this one is closed
 *   └────────────────────────────────────────────────────────► call of the replacement
 * </pre>
 */
final class AwaitedIdentities implements Identities {

    private final Identities own;

    private volatile ClientInside.Reference inside;

    /**
     * Creates the identities.
     * @param own identities of the client that looks up
     * @param inside what the client is replaced in
     */
    AwaitedIdentities(Identities own, ClientInside.Reference inside) {
        this.own = own;
        this.inside = inside;
    }

    /** Follows the inside of this client to another client, which continues with it. */
    void moved(ClientInside.Reference inside) {
        this.inside = inside;
    }

    private Mono<Identities> found(Mono<McpServerDescription> connected) {
        return Mono.defer(() -> isReplaced() ? Mono.empty() : connected)
                .onErrorResume(error -> isReplaced(), error -> Mono.empty())
                .then(Mono.fromSupplier(() -> this.inside.get().identities()));
    }

    private boolean isReplaced() {
        return this.inside.get().identities() != this;
    }

    @Override
    public Identity application() {
        return this.own.application();
    }

    @Override
    public int users() {
        return 0;
    }

    @Override
    public ClientLifecycle.Others others() {
        return this.own.others();
    }

    @Override
    public <T> Mono<T> call(McpCallOptions options, Function<Identity, Mono<T>> call) {
        return found(application().connection().server()).flatMap(next -> next.call(options, call));
    }

    @Override
    public <T> Mono<T> onBehalf(McpCallOptions options, Function<@Nullable McpPrincipal, Mono<T>> work) {
        return found(application().connection().server()).flatMap(next -> next.onBehalf(options, work));
    }

    @Override
    public Mono<McpServerDescription> connect() {
        return found(application().connection().connect()).flatMap(Identities::connect);
    }

    @Override
    public Mono<Void> rootsChanged() {
        return Mono.defer(() -> isReplaced() ? this.inside.get().identities().rootsChanged() : Mono.empty());
    }

    @Override
    public Mono<Void> logout() {
        return found(application().connection().server()).flatMap(Identities::logout);
    }

    @Override
    public ReactiveMcpTask task(McpTaskHandle handle) {
        return new PrincipalTask(this, this.own.task(handle));
    }
}
