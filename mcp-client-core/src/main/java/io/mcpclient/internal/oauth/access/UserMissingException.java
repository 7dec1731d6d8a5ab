package io.mcpclient.internal.oauth.access;

/** A user would have to be asked, and nobody waits who could. Never reaches an application. */
final class UserMissingException extends RuntimeException {

    static final UserMissingException INSTANCE = new UserMissingException();

    private UserMissingException() {
        super("a user would have to be asked", null, false, false);
    }
}
