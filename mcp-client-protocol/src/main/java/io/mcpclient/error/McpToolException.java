package io.mcpclient.error;

import io.mcpclient.text.KnownSecrets;

/**
 * Thrown by typed tool calls when the tool itself reported a failure ({@code isError}). Untyped calls return such a result
 * normally, so that a model can read it.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools, Error Handling</a>
 */
public final class McpToolException extends McpException {

    private final String toolName;

    private final String resultText;

    /**
     * Creates the exception.
     * @param details the details of the error
     * @param toolName name of the tool at its server
     * @param resultText text content of the result, untrusted, may be empty; credentials in it are masked
     */
    public McpToolException(McpErrorDetails details, String toolName, String resultText) {
        super(details);
        this.toolName = toolName;
        this.resultText = KnownSecrets.mask(resultText);
    }

    /**
     * Returns the name of the tool at its server.
     * @return the name
     */
    public String toolName() {
        return this.toolName;
    }

    /**
     * Returns the text content of the failed result, untrusted. Credentials of this client in it are masked.
     * @return the text blocks joined by line feeds, may be empty
     */
    public String resultText() {
        return this.resultText;
    }
}
