package io.mcpclient.transport.http;

/** More is being received from a server at the same time than there is memory for. */
final class ReceiveBudgetSpentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReceiveBudgetSpentException(long limit) {
        super("answers of more than " + limit + " bytes are being received from the server at the same time");
    }
}
