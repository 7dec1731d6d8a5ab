package io.mcpclient.internal.oauth.access;

/** A user would have to be prompted, but nobody waits for the request. Never reaches an application. */
final class UserMissingException extends RuntimeException {

    static final UserMissingException INSTANCE = new UserMissingException();

    private UserMissingException() {
        super("a user would have to be prompted", null, false, false);
    }
}
