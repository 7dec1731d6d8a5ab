package io.mcpclient.oauth.token;

/** The token endpoint answered with an OAuth error; never reaches an application. Its message is printable, without secrets. */
public final class TokenRefusedException extends RuntimeException {

    private final String error;

    /**
     * Creates the exception.
     * @param error the error code, printable
     * @param message what the endpoint said, printable and bounded
     */
    public TokenRefusedException(String error, String message) {
        super(message);
        this.error = error;
    }

    /** Returns the error code, such as {@code invalid_grant}. */
    public String error() {
        return this.error;
    }
}
