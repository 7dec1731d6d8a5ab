package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Brings a user to an authorization server and its answer back. Thread-safe; must not block.
 *
 * @see McpAuthorizations prompt of web applications, with a callback endpoint
 * @see LoopbackAuthorizationPrompt prompt of programs on the user's own machine
 * @see "MCP 2026-07-28, basic/authorization (AUTH-34 to AUTH-42); SEC-09 to SEC-12; faults H12, H14"
 */
@FunctionalInterface
public interface McpAuthorizationPrompt {

    /**
     * Shows the user the page of the authorization server.
     * @param request what it is about
     * @return the whole URL that the authorization server then sent the browser to, unchecked; an error ends the flow. It is
     *     cancelled when the flow is over
     */
    Mono<URI> prompt(McpAuthorizationRequest request);

    /**
     * Returns where authorization servers are to send the browser.
     * @return {@code https}, or {@code http} on a loopback address; {@code null} if the settings say so instead
     */
    default @Nullable URI redirectUri() {
        return null;
    }

    /**
     * Returns how long a call waits for the user. The flow itself goes on behind it, and a later call has its outcome.
     * @return zero for a call that fails at once, with what has to be done; five minutes by default
     */
    default Duration patience() {
        return Duration.ofMinutes(5);
    }
}
