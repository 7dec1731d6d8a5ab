package io.mcpclient.transport.http;

/** More is being received from a server at the same time than there is memory for. */
final class ReceiveBudgetSpentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReceiveBudgetSpentException(long limit) {
        super("the server's concurrent responses exceed " + limit + " bytes in total");
    }
}
