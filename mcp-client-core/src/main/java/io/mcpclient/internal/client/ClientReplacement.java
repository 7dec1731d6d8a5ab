package io.mcpclient.internal.client;

import java.util.Optional;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;

/**
 * Replaces the settings of a client that the application already uses. The application may use a proxy of it, or an object that
 * delegates to it: its reactive counterpart is recognized then.
 */
public final class ClientReplacement {

    private ClientReplacement() {}

    /**
     * Lets a client continue with everything that another one has: settings, connections, handlers, listeners.
     * @param present client that the application uses
     * @param next a new client, which must not be used afterwards
     * @return closes what the present client had before, after its calls in flight; empty if one of them is not a client of
     *     this library, and nothing was changed
     */
    public static Optional<Mono<Void>> of(McpClient present, McpClient next) {
        if (!(present.reactive() instanceof DefaultReactiveMcpClient mine)
                || !(next.reactive() instanceof DefaultReactiveMcpClient other)) {
            return Optional.empty();
        }
        return Optional.of(mine.continueAs(other).lifecycle().close());
    }
}
