package io.mcpclient.springai;

import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpToolException;

/**
 * Thrown if a call of an MCP tool failed. Spring AI passes the message to the model by default; it contains neither addresses
 * nor credentials of this client. The cause tells failures apart: {@link McpToolException} if the tool itself reported a
 * failure, any other {@link McpException} if it could not be called or did not respond.
 *
 * @see org.springframework.ai.tool.execution.ToolExecutionExceptionProcessor
 */
public final class McpToolExecutionException extends ToolExecutionException {

    private final String text;

    private final McpException failure;

    McpToolExecutionException(ToolDefinition definition, String text, McpException failure) {
        super(definition, failure);
        this.text = text;
        this.failure = failure;
    }

    /**
     * Returns the message for the model.
     * @return the result of the tool if it reported a failure, untrusted, with credentials of the client masked; otherwise one or two sentences
     */
    @Override
    public String getMessage() {
        return this.text;
    }

    /**
     * Returns the failure of the call, with its outcome and remedy for the application.
     * @return the failure, which is also the cause
     */
    public McpException failure() {
        return this.failure;
    }

    /**
     * Returns whether the tool itself reported the failure.
     * @return {@code false} if the tool could not be called or did not respond
     */
    public boolean isToolFailure() {
        return this.failure instanceof McpToolException;
    }
}
