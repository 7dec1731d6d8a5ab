package io.mcpclient.auth;

import org.jspecify.annotations.Nullable;

/** Credentials that are there, but no good. The message says why, is printable, and never holds any of them. */
final class UnusableCredentialsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnusableCredentialsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
