package io.mcpclient.error;

/**
 * Stands for an exception of somebody else whose text may hold what it is about, such as a credential: says of which type it
 * was and where it was thrown, and nothing else.
 *
 * @see "AUTH-53"
 */
public final class WithheldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private WithheldException(String type) {
        super(type + ", whose text is withheld", null, false, true);
    }

    /**
     * Takes the text from an exception.
     * @param exception any
     * @return what can be logged of it
     */
    public static WithheldException of(Throwable exception) {
        WithheldException withheld = new WithheldException(exception.getClass().getName());
        withheld.setStackTrace(exception.getStackTrace());
        return withheld;
    }
}
