package io.mcpclient.internal.oauth.token;

/**
 * The age of a token in relation to its lifetime.
 *
 * @see "AUTH-58; fault H24"
 */
public enum TokenAge {
    /** Valid; no renewal needed. */
    FRESH,

    /** Valid; to be renewed in the background. */
    DUE,

    /** Expired, or so close to expiry that a request may arrive too late: to be renewed before use. */
    EXPIRED
}
