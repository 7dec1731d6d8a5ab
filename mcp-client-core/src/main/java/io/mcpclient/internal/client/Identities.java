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
 * The identities of one client: that of the application, which always exists, and those of users, if calls are made on their
 * behalf. Every operation selects its identity here. Thread-safe.
 *
 * @see "faults G13, H26"
 */
interface Identities {

    /** Returns the identities of a client that makes all calls as the application. Selecting costs nothing. */
    static Identities of(Identity application) {
        return new OneIdentity(application);
    }

    /** Returns the identity of the application. */
    Identity application();

    /** Returns the number of users with a session. */
    int users();

    /** Returns the end of all connections of users, for the lifecycle of the client. */
    ClientLifecycle.Others others();

    /** Makes a call through the identity of its principal. */
    <T> Mono<T> call(McpCallOptions options, Function<Identity, Mono<T>> call);

    /** Does work on behalf of its principal, {@code null} if the principals of calls are unknown; calls that are part of it are, too. */
    <T> Mono<T> onBehalf(McpCallOptions options, Function<@Nullable McpPrincipal, Mono<T>> work);

    /** Connects on behalf of the principal, or of the application if there is none. */
    Mono<McpServerDescription> connect();

    /** Notifies the server that roots have changed. */
    Mono<Void> rootsChanged();

    /** Logs the principal out. */
    Mono<Void> logout();

    /** Returns a task of this server; it belongs to the principal that uses it first. */
    ReactiveMcpTask task(McpTaskHandle handle);

    /** @param application the identity of all calls */
    record OneIdentity(Identity application) implements Identities {

        @Override
        public int users() {
            return 0;
        }

        @Override
        public ClientLifecycle.Others others() {
            return ClientLifecycle.Others.NONE;
        }

        @Override
        public <T> Mono<T> call(McpCallOptions options, Function<Identity, Mono<T>> call) {
            return call.apply(this.application);
        }

        @Override
        public <T> Mono<T> onBehalf(McpCallOptions options, Function<@Nullable McpPrincipal, Mono<T>> work) {
            return Mono.defer(() -> work.apply(null));
        }

        @Override
        public Mono<McpServerDescription> connect() {
            return this.application.connection().connect();
        }

        @Override
        public Mono<Void> rootsChanged() {
            return this.application.connection().rootsChanged();
        }

        @Override
        public Mono<Void> logout() {
            return this.application.logout();
        }

        @Override
        public ReactiveMcpTask task(McpTaskHandle handle) {
            return this.application.tasks().resume(handle);
        }
    }
}
