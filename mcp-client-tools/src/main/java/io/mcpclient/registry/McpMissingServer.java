package io.mcpclient.registry;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;

/**
 * Server that is not available to a registry. What was last known of it is listed as unavailable.
 *
 * @param server its configured name
 * @param reason why it is not available
 * @param error error of the last connection attempt or of the last list, {@code null} if nothing failed yet
 * @param wasAvailable whether it was available before, since its client was created
 */
public record McpMissingServer(
        String server, Reason reason, @Nullable McpException error, boolean wasAvailable) {

    /** Why a server is not available. */
    public enum Reason {

        /** It is not connected, and connects at the first call. */
        NOT_CONNECTED,

        /** The first attempt to connect, or the one after a connection loss, is in progress. */
        CONNECTING,

        /** The last attempt to connect failed. Unless the client connects on demand only, the next one is planned. */
        FAILED,

        /** It is connected, but its list has not been read yet, or reading it failed. */
        NOT_LISTED
    }

    /**
     * Returns why the server is missing, for logs.
     * @return a sentence that names the server
     */
    public String description() {
        String state =
                switch (this.reason) {
                    case NOT_CONNECTED -> "not connected yet; a call connects";
                    case CONNECTING -> "connecting";
                    case FAILED -> "the last attempt to connect failed";
                    case NOT_LISTED -> "connected, but not listed yet";
                };
        return "MCP server \"" + this.server + "\": " + state
                + ((this.error != null) ? ": " + this.error.problem() : "");
    }
}
