package io.mcpclient.error;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the server responded with 401, 402 or 403. Never retried, and never reported as another kind of failure.
 */
public final class McpAuthorizationException extends McpException {

    private final int status;

    private final @Nullable String challenge;

    private final List<String> requiredScopes;

    private final Reason reason;

    private final List<McpChallenge> challenges;

    /** Reason of the failure; it determines whether the user, the operator or the server can fix it. */
    public enum Reason {
        /** The server rejected the credentials, or received none; see the challenge. */
        REFUSED,

        /** A user must first grant authorization in a browser. */
        INTERACTION_REQUIRED,

        /** The call has no principal, and calls on behalf of the application are not allowed; nothing was sent. */
        PRINCIPAL_REQUIRED,

        /** The metadata of the server or of an authorization server cannot be trusted; nothing was sent there. */
        UNTRUSTED,

        /** The configuration does not permit a required step. */
        SETTINGS,

        /** The authorization server refused the request or violated its protocol. */
        AUTHORIZATION_SERVER
    }

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param status HTTP status, 401, 402 or 403
     * @param challenge value of {@code WWW-Authenticate}, or {@code null} if there was none
     * @param requiredScopes scopes listed in the challenge, empty if it lists none
     */
    public McpAuthorizationException(
            McpErrorDetails details, int status, @Nullable String challenge, List<String> requiredScopes) {
        this(details, Reason.REFUSED, status, challenge, requiredScopes, List.of());
    }

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param reason reason of the failure
     * @param status HTTP status of the server, 401, 402 or 403
     * @param challenge value of {@code WWW-Authenticate}, made printable, or {@code null} if there was none
     * @param requiredScopes missing scopes, empty if unknown
     * @param challenges the parsed challenges; empty if there were none or they cannot be parsed
     */
    public McpAuthorizationException(
            McpErrorDetails details,
            Reason reason,
            int status,
            @Nullable String challenge,
            List<String> requiredScopes,
            List<McpChallenge> challenges) {
        super(details);
        this.reason = reason;
        this.status = status;
        this.challenge = challenge;
        this.requiredScopes = List.copyOf(requiredScopes);
        this.challenges = List.copyOf(challenges);
    }

    /**
     * Returns the reason of the failure.
     * @return the reason
     */
    public Reason reason() {
        return this.reason;
    }

    /**
     * Returns the challenges of the server.
     * @return one element per challenge, untrusted text; empty if there was none or it cannot be parsed
     */
    public List<McpChallenge> challenges() {
        return this.challenges;
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
     * Returns the scopes that the challenge requests.
     * @return the scopes in order, empty if it lists none
     */
    public List<String> requiredScopes() {
        return this.requiredScopes;
    }
}
