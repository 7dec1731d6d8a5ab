package io.mcpclient.protocol;

/**
 * Thrown if the response of a handler must not be sent: a mistake in the application, reported in its log. The server learns
 * nothing about the cause.
 */
final class UnfitAnswerException extends RuntimeException {

    UnfitAnswerException(String problem) {
        super(problem, null, false, false);
    }
}
