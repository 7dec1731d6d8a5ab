package io.mcpclient;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.identity.PrincipalSession;
import io.mcpclient.internal.session.SessionMemory;

/**
 * Parts of a client that exist once per identity: its connection, and all state received over it.
 *
 * @param connection the connection
 * @param client operations through it
 * @param desired desired session state: subscriptions and log level
 * @param memory persistent state, or {@code null} if there is none
 */
record Identity(
        Connection connection,
        DefaultReactiveMcpClient client,
        DesiredSessionState desired,
        @Nullable SessionMemory memory)
        implements PrincipalSession {

    @Override
    public boolean isWatching() {
        return !this.desired.resources().isEmpty();
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
