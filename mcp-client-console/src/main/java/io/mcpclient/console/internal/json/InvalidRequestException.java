package io.mcpclient.console.internal.json;

/** A request of the page that cannot be processed; the message is for people. */
public final class InvalidRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    public InvalidRequestException(String message) {
        this(400, message);
    }

    private InvalidRequestException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** Returns an exception for something that does not exist, or that the user may not see. */
    public static InvalidRequestException notFound(String message) {
        return new InvalidRequestException(404, message);
    }

    /** Returns an exception for something that the application does not permit. */
    public static InvalidRequestException forbidden(String message) {
        return new InvalidRequestException(403, message);
    }

    public int status() {
        return this.status;
    }
}
