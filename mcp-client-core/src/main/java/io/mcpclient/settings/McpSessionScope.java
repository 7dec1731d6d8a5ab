package io.mcpclient.settings;

import io.mcpclient.store.McpSessionStore;

/** Scope of the sessions in an {@link McpSessionStore}: per instance or shared. */
public enum McpSessionScope {

    /** Each instance of the application has its own session and resumes only that one. */
    INSTANCE,

    /**
     * All instances of the application share one session per server: the first to connect begins it, the others adopt it,
     * and when it is lost, one of them begins the next. No instance ends it, since the others may need it; the server ends
     * it when it is idle for long. For servers that limit the number of sessions, or whose session holds state for all
     * instances.
     */
    SHARED
}
