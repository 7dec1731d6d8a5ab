package io.mcpclient.internal.support;

/**
 * Signals that the concurrent responses of a server exceed the memory budget. Other limits depend on the response alone; beyond this
 * one, the same response may fit a moment later.
 */
public final class ReceiveBudgetSpentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     * @param limit maximum number of bytes of all responses
     */
    public ReceiveBudgetSpentException(long limit) {
        super("the server's concurrent responses exceed " + limit + " bytes in total");
    }
}
