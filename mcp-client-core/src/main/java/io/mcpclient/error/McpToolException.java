package io.mcpclient.error;

/**
 * Thrown by typed tool calls when the tool itself reported a failure ({@code isError}). Untyped calls return such a
 * result like any other, so that a model can read it.
 *
 * @see "MCP 2025-11-25, server/tools, Error Handling (TOOL-12)"
 */
public final class McpToolException extends McpException {

    private final String toolName;

    private final String resultText;

    /**
     * Creates the exception.
     * @param details what it tells
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
