package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;

/**
 * One authorization for each server and principal, independent of connections: a user prompted during one connection attempt
 * is not prompted again by the next one, and tokens that exist only in memory outlive the connection. Unused authorizations
 * are kept up to a limit. Thread-safe.
 *
 * @see "AUTH-54; faults H14, H26"
 */
final class SharedAuthorizations implements HttpAuthorization.Provider {

    private static final int MAX_UNUSED = 1000;

    private final Function<ProtectedServer, HttpAuthorization> factory;

    private final Map<Key, Shared> shared = new LinkedHashMap<>(16, 0.75f, true);

    private record Key(String serverName, URI url, String principal) {}

    private static final class Shared {

        private final HttpAuthorization authorization;

        private volatile Supplier<McpPrincipal> principal;

        private int users;

        Shared(ProtectedServer server, Function<ProtectedServer, HttpAuthorization> factory) {
            this.principal = server.principal();
            this.authorization = factory.apply(new ProtectedServer(
                    server.name(),
                    server.url(),
                    () -> this.principal.get(),
                    server.sslContext(),
                    server.connectTimeout(),
                    server.proxy(),
                    server.time(),
                    server.publicAddressesOnly()));
        }
    }

    /** @param factory creates the authorization for a server and principal */
    SharedAuthorizations(Function<ProtectedServer, HttpAuthorization> factory) {
        this.factory = factory;
    }

    @Override
    public synchronized HttpAuthorization create(ProtectedServer server) {
        Key key = new Key(server.name(), server.url(), server.principal().get().name());
        Shared found = this.shared.computeIfAbsent(key, same -> new Shared(server, this.factory));
        found.principal = server.principal();
        found.users++;
        return new Use(found);
    }

    private synchronized void release(Shared used) {
        used.users--;
        long unused =
                this.shared.values().stream().filter(one -> one.users == 0).count();
        Iterator<Shared> oldestFirst = this.shared.values().iterator();
        while (unused > MAX_UNUSED && oldestFirst.hasNext()) {
            Shared candidate = oldestFirst.next();
            if (candidate.users == 0) {
                oldestFirst.remove();
                candidate.authorization.close();
                unused--;
            }
        }
    }

    /** The authorization of one connection. */
    private final class Use implements HttpAuthorization {

        private final Shared used;

        private final AtomicBoolean closed = new AtomicBoolean();

        Use(Shared used) {
            this.used = used;
        }

        @Override
        public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
            return this.used.authorization.authorize(request);
        }

        @Override
        public Mono<HttpCredentials> reauthorize(
                AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
            return this.used.authorization.reauthorize(request, refused, refusal);
        }

        @Override
        public void answered(Function<String, @Nullable String> header) {
            this.used.authorization.answered(header);
        }

        @Override
        public Set<String> extensions() {
            return this.used.authorization.extensions();
        }

        @Override
        public @Nullable Object grant() {
            return this.used.authorization.grant();
        }

        @Override
        public @Nullable URI pendingRequest() {
            return this.used.authorization.pendingRequest();
        }

        @Override
        public Mono<Void> logout() {
            return this.used.authorization.logout();
        }

        @Override
        public Mono<Void> reset() {
            return this.used.authorization.reset();
        }

        @Override
        public void close() {
            if (this.closed.compareAndSet(false, true)) {
                release(this.used);
            }
        }
    }
}
