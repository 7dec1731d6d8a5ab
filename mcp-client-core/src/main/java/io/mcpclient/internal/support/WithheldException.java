package io.mcpclient.internal.support;

/**
 * Replacement for a foreign exception whose message may contain sensitive data, such as a credential. Keeps only the
 * original type and the stack trace.
 */
public final class WithheldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private WithheldException(String type) {
        super(type + " (message withheld)", null, false, true);
    }

    /**
     * Creates a replacement without the exception's message.
     * @param exception the original exception
     * @return an exception that is safe to log
     */
    public static WithheldException of(Throwable exception) {
        WithheldException withheld = new WithheldException(exception.getClass().getName());
        withheld.setStackTrace(exception.getStackTrace());
        return withheld;
    }
}
