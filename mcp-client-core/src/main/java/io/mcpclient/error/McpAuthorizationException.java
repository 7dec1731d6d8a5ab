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

    private final Reason reason;

    private final List<McpChallenge> challenges;

    /** What went wrong, and so who can mend it. */
    public enum Reason {
        /** The server refused what it was given, or was given nothing: see the challenge. */
        REFUSED,

        /** A user has to agree in a browser first. */
        INTERACTION_REQUIRED,

        /** No user is known on whose behalf to call, and the server is not called on behalf of the application; nothing was sent. */
        PRINCIPAL_REQUIRED,

        /** What the server or an authorization server says of itself cannot be trusted; nothing was sent there. */
        UNTRUSTED,

        /** The settings do not allow what would be needed. */
        SETTINGS,

        /** The authorization server refused, or does not do what it should. */
        AUTHORIZATION_SERVER
    }

    /**
     * Creates the exception.
     * @param details what it tells
     * @param status HTTP status, 401, 402 or 403
     * @param challenge value of {@code WWW-Authenticate}, or {@code null} if there was none
     * @param requiredScopes scopes that the challenge names, empty if it names none
     */
    public McpAuthorizationException(
            McpErrorDetails details, int status, @Nullable String challenge, List<String> requiredScopes) {
        this(details, Reason.REFUSED, status, challenge, requiredScopes, List.of());
    }

    /**
     * Creates the exception.
     * @param details what it tells
     * @param reason what went wrong
     * @param status HTTP status of the server, 401, 402 or 403
     * @param challenge value of {@code WWW-Authenticate}, made printable, or {@code null} if there was none
     * @param requiredScopes scopes that are missing, empty if that is not known
     * @param challenges the challenge, parsed; empty if there was none, or it cannot be understood
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
     * Returns what went wrong.
     * @return the reason
     */
    public Reason reason() {
        return this.reason;
    }

    /**
     * Returns what the server asked for.
     * @return one element for each challenge, untrusted text; empty if there was none, or it cannot be understood
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
     * Returns the scopes that the challenge asks for.
     * @return the scopes in their order, empty if it names none
     */
    public List<String> requiredScopes() {
        return this.requiredScopes;
    }
}
