package io.mcpclient.internal.http;

/** Signals that the concurrent responses of a server exceed the memory budget. */
final class ReceiveBudgetSpentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReceiveBudgetSpentException(long limit) {
        super("the server's concurrent responses exceed " + limit + " bytes in total");
    }
}
