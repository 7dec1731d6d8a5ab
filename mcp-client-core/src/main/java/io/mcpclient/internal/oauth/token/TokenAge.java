package io.mcpclient.internal.oauth.token;

/**
 * How far the life of a token has gone.
 *
 * @see "AUTH-58; fault H24"
 */
public enum TokenAge {
    /** Good, and nothing is to be done. */
    FRESH,

    /** Good, and to be renewed behind the calls that use it. */
    DUE,

    /** Over, or so close to it that a request may come too late: to be renewed first. */
    EXPIRED
}
