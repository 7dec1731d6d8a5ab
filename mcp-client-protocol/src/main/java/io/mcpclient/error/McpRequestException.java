package io.mcpclient.error;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.text.KnownSecrets;

/**
 * Thrown when the server responded with a JSON-RPC error. The server's text is kept separate from this exception's own
 * message because it must not be shown to end users unchecked. The application decides whether to pass an error to a model,
 * so that the model can correct its call.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic">MCP: Responses</a>
 */
public final class McpRequestException extends McpException {

    private final int code;

    private final String serverMessage;

    private final transient @Nullable Object data;

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param code error code of the server
     * @param serverMessage message of the server as sent, untrusted; credentials in it are masked
     * @param data value of {@code error.data} as plain JSON, or {@code null}; credentials in it are masked, unless it has URLs
     *     that the user has to open
     */
    public McpRequestException(McpErrorDetails details, int code, String serverMessage, @Nullable Object data) {
        super(details);
        this.code = code;
        this.serverMessage = KnownSecrets.mask(serverMessage);
        this.data = (code == McpErrorCodes.URL_ELICITATION_REQUIRED) ? data : KnownSecrets.mask(data);
    }

    /**
     * Returns the error code of the server.
     * @return the code, for example {@code -32602}
     */
    public int code() {
        return this.code;
    }

    /**
     * Returns the message of the server, untrusted. Credentials of this client in it are masked.
     * @return the message, may be empty
     */
    public String serverMessage() {
        return this.serverMessage;
    }

    /**
     * Returns the additional data of the error, as plain JSON: maps, lists, strings, numbers, booleans. Credentials of this
     * client in it are masked, except in the URLs of {@link McpErrorCodes#URL_ELICITATION_REQUIRED}, which the user has to open.
     * @return the value, or {@code null} if there was none
     */
    public @Nullable Object data() {
        return this.data;
    }
}
