package io.mcpclient.error;

import org.jspecify.annotations.Nullable;

/**
 * Base of everything that an MCP client throws on purpose. The message reads
 * <code>MCP server "weather": tools/call: what happened. What to do.</code>
 *
 * <p>Errors made here cannot be taken for errors that a server sent: those are {@link McpRequestException} only
 * (RPC-27).
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
     * @param details what it tells
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
     * Returns what failed: a protocol method such as {@code tools/call}, or a phase such as {@code connect}.
     * @return the method or phase
     */
    public String operation() {
        return this.details.operation();
    }

    /**
     * Tells whether the call may have been executed by the server.
     * @return the outcome
     */
    public McpOutcome outcome() {
        return this.details.outcome();
    }

    /**
     * Returns what went wrong, without server name and operation.
     * @return the problem, one line
     */
    public String problem() {
        return this.details.problem();
    }

    /**
     * Returns what the reader can do about it.
     * @return a sentence, or {@code null} if nothing is known
     */
    public @Nullable String remedy() {
        return this.details.remedy();
    }
}
