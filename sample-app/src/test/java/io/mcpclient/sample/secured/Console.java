package io.mcpclient.sample.secured;

/** What a user does with the console, by whatever means. Everything waits, within limits, until it can be done. */
interface Console extends AutoCloseable {

    /** Goes where the server vault wants its user, logs in if need be, and agrees to what is asked for, unless it is known. */
    void authorize(String scopes);

    /** Runs a tool, once it is on offer, and returns what is shown then: its result, or the error. */
    String run(String tool, String text);

    /** Runs a tool without arguments. */
    default String run(String tool) {
        return run(tool, null);
    }

    /** Makes all access tokens expire. */
    void expire();

    /** Takes back at the authorization server what the user has agreed to. */
    void revoke();

    /** Has the client give its tokens back. */
    void logOut();

    @Override
    default void close() {}
}
