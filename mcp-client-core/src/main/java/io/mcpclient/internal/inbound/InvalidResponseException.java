package io.mcpclient.internal.inbound;

/**
 * Thrown if the response of a handler must not be sent: a mistake in the application, reported in its log. The server learns
 * nothing about the cause.
 */
final class InvalidResponseException extends RuntimeException {

    InvalidResponseException(String problem) {
        super(problem, null, false, false);
    }
}
