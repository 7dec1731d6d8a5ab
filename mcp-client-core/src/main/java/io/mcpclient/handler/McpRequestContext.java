package io.mcpclient.handler;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;

/** Context of a server request, in addition to its parameters. Thread-safe. */
public interface McpRequestContext {

    /**
     * Returns the configured name of the server that sent the request. Show it to the user who responds.
     * @return the name
     */
    String serverName();

    /**
     * Returns the principal of the session in which the server sent the request. Only this user may respond.
     * @return the principal; that of the application if there are no users
     */
    default McpPrincipal principal() {
        return McpPrincipal.APPLICATION;
    }

    /**
     * Returns the server's task to which the request belongs.
     * @return the id of the task, or {@code null} if there is none
     * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks">MCP: Tasks</a>
     */
    @Nullable
    String relatedTask();

    /**
     * Reports progress to the server. Has no effect if the server did not request progress, if the value does not increase,
     * or if the request is already completed. Never blocks, never fails.
     * @param progress the progress so far, increasing from call to call
     * @param total the final value, or {@code null} if unknown
     * @param message description of the current step, or {@code null}
     */
    void reportProgress(double progress, @Nullable Double total, @Nullable String message);
}
