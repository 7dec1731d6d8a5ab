package io.mcpclient.spring;

import io.mcpclient.error.McpException;

/** Thrown when the application cannot start because a server marked as required could not be connected. */
public final class McpRequiredServerException extends RuntimeException {

    private final String serverName;

    private final String endpointProperty;

    /**
     * Creates the exception.
     * @param serverName configured name of the server
     * @param endpointKey name of the property with its address
     * @param cause why the connection failed
     */
    public McpRequiredServerException(String serverName, String endpointKey, Throwable cause) {
        super(
                "MCP server \"" + serverName + "\" is required and could not be connected: "
                        + ((cause instanceof McpException failure) ? failure.problem() : cause.getMessage()),
                cause);
        this.serverName = serverName;
        this.endpointProperty = "mcp.servers." + serverName + "." + endpointKey;
    }

    /**
     * Returns the name of the server.
     * @return the name as in {@code mcp.servers.<name>}
     */
    public String serverName() {
        return this.serverName;
    }

    /**
     * Returns the property that makes the server required.
     * @return the property of the server, even if it is set in {@code mcp.defaults}
     */
    public String property() {
        return "mcp.servers." + this.serverName + ".required";
    }

    /**
     * Returns the property that configures the server's URL or command.
     * @return the {@code url} or the {@code command} of the server
     */
    public String endpointProperty() {
        return this.endpointProperty;
    }
}
