package io.mcpclient.status;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * An extension of the protocol that the client, the server, or both have declared. Immutable.
 *
 * @param identifier identifier of the extension; untrusted and of any length if only the server has declared it
 * @param use which side has declared it
 * @param settings settings that the server has declared, as plain JSON; untrusted; {@code null} if its declaration does not count
 * @param problem why a declaration of the server does not count for this client, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/extensions/overview">MCP: Extensions</a>
 */
public record McpExtensionStatus(
        String identifier,
        Use use,
        @Nullable Map<String, Object> settings,
        @Nullable String problem) {

    /** Which side has declared an extension. */
    public enum Use {

        /** Client and server: it is in use. */
        USED,

        /** The client alone, or the server in a way that does not count. Calls of its methods are not sent. */
        CLIENT_ONLY,

        /** The server alone: the application has not enabled it, or this library does not have it. */
        SERVER_ONLY
    }
}
