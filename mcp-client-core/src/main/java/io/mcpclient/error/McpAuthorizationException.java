package io.mcpclient.error;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server answered 401, 402 or 403. Never retried and never taken for anything else.
 *
 * @see "faults A06"
 */
public final class McpAuthorizationException extends McpException {

    private final int status;

    private final @Nullable String challenge;

    private final List<String> requiredScopes;

    /**
     * Creates the exception.
     * @param details what it tells
     * @param status HTTP status, 401, 402 or 403
     * @param challenge value of {@code WWW-Authenticate}, or {@code null} if there was none
     * @param requiredScopes scopes that the challenge names, empty if it names none
     */
    public McpAuthorizationException(
            McpErrorDetails details, int status, @Nullable String challenge, List<String> requiredScopes) {
        super(details);
        this.status = status;
        this.challenge = challenge;
        this.requiredScopes = List.copyOf(requiredScopes);
    }

    /**
     * Returns the HTTP status.
     * @return 401, 402 or 403
     */
    public int status() {
        return this.status;
    }

    /**
     * Returns the challenge of the server, made printable.
     * @return the value of {@code WWW-Authenticate}, or {@code null} if there was none
     */
    public @Nullable String challenge() {
        return this.challenge;
    }

    /**
     * Returns the scopes that the challenge asks for.
     * @return the scopes in their order, empty if it names none
     */
    public List<String> requiredScopes() {
        return this.requiredScopes;
    }
}
