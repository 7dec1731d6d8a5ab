package io.mcpclient;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.identity.PrincipalSession;
import io.mcpclient.protocol.Connection;
import io.mcpclient.protocol.SessionWishes;
import io.mcpclient.session.SessionMemory;

/**
 * What a client has once for each name in which it is used: its connection, and all that remembers what came over it.
 *
 * @param connection the connection
 * @param client operations through it
 * @param wishes what the server is to tell of its own accord
 * @param memory what outlives the process, or {@code null} if nothing does
 */
record Identity(
        Connection connection,
        DefaultReactiveMcpClient client,
        SessionWishes wishes,
        @Nullable SessionMemory memory) implements PrincipalSession {

    @Override
    public boolean isWatching() {
        return !this.wishes.resources().isEmpty();
    }

    @Override
    public Mono<Void> dispose() {
        return this.connection.dispose();
    }

    @Override
    public Mono<Void> close() {
        return this.connection.close();
    }
}
