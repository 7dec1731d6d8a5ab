package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Prompt that sends a user to an authorization server and returns its callback. Thread-safe; must not block.
 *
 * @see McpAuthorizations prompt of web applications, with a callback endpoint
 * @see LoopbackAuthorizationPrompt prompt of programs on the user's own machine
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
@FunctionalInterface
public interface McpAuthorizationPrompt {

    /**
     * Shows the authorization server's page to the user.
     * @param request the authorization request
     * @return the complete, unchecked callback URL to which the authorization server redirected the browser; an error ends
     *     the flow. Cancelled when the flow ends
     */
    Mono<URI> prompt(McpAuthorizationRequest request);

    /**
     * Shows the code of a device authorization (RFC 8628) to the user, who enters it at {@link
     * McpAuthorizationRequest#url()} on any device. At the same time the client waits for the
     * authorization server. The default shows
     * nothing: the log contains the code anyway.
     * @param request the authorization request, with a user code and without a redirect URI
     * @return completes when the code was shown, or needs not be shown any longer; an error is logged. Cancelled when the flow
     *     ends
     */
    default Mono<Void> promptForCode(McpAuthorizationRequest request) {
        return Mono.empty();
    }

    /**
     * Returns the redirect URI for authorization servers.
     * @return {@code https}, or {@code http} on a loopback address; {@code null} to use that of the settings
     */
    default @Nullable URI redirectUri() {
        return null;
    }

    /**
     * Returns where a user finds the page of a request, for errors and logs.
     * @param request the authorization request
     * @return a URL, or a path within the application, without a secret; {@code null} if there is none, as by default
     */
    default @Nullable String link(McpAuthorizationRequest request) {
        return null;
    }

    /**
     * Returns how long a call waits for the user. The flow itself continues in the background, and a later call gets its
     * outcome.
     * @return zero to fail a call immediately, with a remedy; five minutes by default
     */
    default Duration timeout() {
        return Duration.ofMinutes(5);
    }
}
