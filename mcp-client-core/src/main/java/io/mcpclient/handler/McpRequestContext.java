package io.mcpclient.handler;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;

/** What a handler knows about the request that it answers, beyond its parameters. Thread-safe. */
public interface McpRequestContext {

    /**
     * Returns the configured name of the server that asks. A user who is asked has to be told (ELI-04).
     * @return the name
     */
    String serverName();

    /**
     * Returns the principal on whose behalf the server is called: that of the session in which it asks. A user who is asked
     * has to be this one (SEC-27).
     * @return the principal; that of the application where there are no users
     */
    default McpPrincipal principal() {
        return McpPrincipal.APPLICATION;
    }

    /**
     * Returns the task of the server that the request belongs to.
     * @return the id of the task, or {@code null} if it belongs to none
     * @see "MCP 2025-11-25, basic/utilities/tasks (TSKL-08)"
     */
    @Nullable
    String relatedTask();

    /**
     * Tells the server how far the work has come. Does nothing if the server did not ask for it, if the value does not
     * grow, or if the request is already answered (PRG-07). Never blocks, never fails.
     * @param progress how far, growing from call to call
     * @param total where it ends, or {@code null} if that is not known
     * @param message what is going on, or {@code null}
     */
    void reportProgress(double progress, @Nullable Double total, @Nullable String message);
}
