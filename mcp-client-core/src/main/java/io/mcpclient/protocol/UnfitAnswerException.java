package io.mcpclient.protocol;

/**
 * Says that a handler answered something that must not be sent: a mistake in the application, told in its log. The server
 * learns no more than that there is no answer.
 */
final class UnfitAnswerException extends RuntimeException {

    UnfitAnswerException(String problem) {
        super(problem, null, false, false);
    }
}
