package io.mcpclient.internal.oauth;

import java.util.Set;

/**
 * An OAuth error of an authorization server; never reaches an application. Its message is printable, without secrets.
 * Thread-safe.
 */
final class TokenRefusedException extends RuntimeException {

    /** The grant, such as a refresh token, is not valid. */
    static final String INVALID_GRANT = "invalid_grant";

    /** The client is unknown, or its authentication has failed. */
    static final String INVALID_CLIENT = "invalid_client";

    /** A requested scope is unknown, or not permitted to this client. */
    static final String INVALID_SCOPE = "invalid_scope";

    /** The response has no error code. */
    static final String UNSPECIFIED = "unspecified";

    private static final Set<String> ABOUT_CLIENT = Set.of(INVALID_CLIENT, "unauthorized_client");

    private static final Set<String> ABOUT_PROOF = Set.of("invalid_dpop_proof", "use_dpop_nonce");

    private final String error;

    /**
     * Creates the exception.
     * @param error the error code, printable
     * @param message the server's error description, printable and bounded
     */
    TokenRefusedException(String error, String message) {
        super(message);
        this.error = error;
    }

    /** Returns the error code, such as {@code invalid_grant}. */
    String error() {
        return this.error;
    }

    /**
     * Tells whether an error concerns the client, and not its request: the registration may be lost.
     * @param error the error code
     * @see "RFC 6749, sections 4.1.2.1 and 5.2"
     */
    static boolean isAboutClient(String error) {
        return ABOUT_CLIENT.contains(error);
    }

    /**
     * Tells whether an error concerns the DPoP proof, for example because of a wrong clock, and not the grant.
     * @param error the error code
     * @see "RFC 9449, sections 5 and 8"
     */
    static boolean isAboutProof(String error) {
        return ABOUT_PROOF.contains(error);
    }
}
