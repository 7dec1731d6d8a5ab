package io.mcpclient.internal.oauth.token;

import java.util.Set;

/**
 * An authorization server answered with an OAuth error; never reaches an application. Its message is printable, without secrets.
 * Thread-safe.
 */
public final class TokenRefusedException extends RuntimeException {

    /** The grant that was presented, such as a refresh token, is not valid. */
    public static final String INVALID_GRANT = "invalid_grant";

    /** The client is not known, or has authenticated with something else than what is known. */
    public static final String INVALID_CLIENT = "invalid_client";

    private static final Set<String> ABOUT_CLIENT = Set.of(INVALID_CLIENT, "unauthorized_client");

    private final String error;

    /**
     * Creates the exception.
     * @param error the error code, printable
     * @param message what the server said, printable and bounded
     */
    public TokenRefusedException(String error, String message) {
        super(message);
        this.error = error;
    }

    /** Returns the error code, such as {@code invalid_grant}. */
    public String error() {
        return this.error;
    }

    /**
     * Tells whether an error is about the client, and not about what it asks for: its registration may be lost.
     * @param error the error code
     * @see "RFC 6749, sections 4.1.2.1 and 5.2"
     */
    public static boolean isAboutClient(String error) {
        return ABOUT_CLIENT.contains(error);
    }
}
