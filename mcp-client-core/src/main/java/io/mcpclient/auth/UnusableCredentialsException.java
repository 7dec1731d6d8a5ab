package io.mcpclient.auth;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if credentials exist but are unusable. The message states the reason, is printable, and never contains a
 * credential.
 */
final class UnusableCredentialsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnusableCredentialsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
