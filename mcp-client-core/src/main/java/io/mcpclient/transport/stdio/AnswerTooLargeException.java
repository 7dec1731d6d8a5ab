package io.mcpclient.transport.stdio;

/** Signals an answer that was skipped because of its size. Never leaves the package. */
final class AnswerTooLargeException extends RuntimeException {

    AnswerTooLargeException() {
        super("answer too large", null, false, false);
    }
}
