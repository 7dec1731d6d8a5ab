package io.mcpclient.error;

import org.jspecify.annotations.Nullable;

/**
 * Base class of all exceptions that an MCP client throws deliberately. The message reads
 * <code>MCP server "weather": tools/call: problem. Remedy.</code>
 *
 * <p>Errors sent by a server are {@link McpRequestException} only, so local errors cannot be mistaken for them.
 */
public abstract sealed class McpException extends RuntimeException
        permits McpConnectionException,
                McpAuthorizationException,
                McpSessionException,
                McpTimeoutException,
                McpCancelledException,
                McpProtocolException,
                McpRequestException,
                McpToolException,
                McpRejectedException,
                McpConfigurationException {

    private final transient McpErrorDetails details;

    /**
     * Creates the exception from its details.
     * @param details the details of the error
     */
    protected McpException(McpErrorDetails details) {
        super(details.message(), details.cause());
        this.details = details;
    }

    /**
     * Returns the configured name of the server.
     * @return the name as in the configuration; empty if the error concerns no server, such as an unknown name in a registry
     */
    public String serverName() {
        return this.details.serverName();
    }

    /**
     * Returns the failed operation: a protocol method such as {@code tools/call}, or a phase such as {@code connect}.
     * @return the method or phase
     */
    public String operation() {
        return this.details.operation();
    }

    /**
     * Returns whether the server may have executed the call.
     * @return the outcome
     */
    public McpOutcome outcome() {
        return this.details.outcome();
    }

    /**
     * Returns the description of the failure, without server name and operation.
     * @return the problem, one line
     */
    public String problem() {
        return this.details.problem();
    }

    /**
     * Returns the remedy.
     * @return a sentence, or {@code null} if unknown
     */
    public @Nullable String remedy() {
        return this.details.remedy();
    }
}
