package io.mcpclient.session;

/** Whose the sessions in an {@link McpSessionStore} are. */
public enum McpSessionScope {

    /** Each instance of the application has a session of its own and finds only that again. */
    INSTANCE,

    /**
     * All instances of the application use one session at each server: who connects first begins it, the others adopt it,
     * and when it is lost, one of them begins the next. None of them ends it, since the others may need it; the server does
     * when nobody has used it for long. For servers that limit the number of sessions, or that keep in a session what all
     * instances should see.
     *
     * @see "faults J05, J06, J09, J15"
     */
    SHARED
}
