package io.mcpclient.langchain4j;

import dev.langchain4j.exception.LangChain4jException;

import io.mcpclient.error.McpException;

/**
 * Cause of the {@link dev.langchain4j.exception.ToolExecutionException} that is thrown if a tool could not be called, or its
 * result was not received. LangChain4j gives this cause to its
 * {@link dev.langchain4j.service.tool.ToolExecutionErrorHandler}. By default, it sends the message to the model, so the message
 * is meant for the model: it contains neither an address nor a text of the connection. For all details, read
 * {@link #failure()}.
 */
public final class McpToolCallException extends LangChain4jException {

    private final transient McpException failure;

    McpToolCallException(String message, McpException failure) {
        super(message, failure);
        this.failure = failure;
    }

    /**
     * Returns the failure of the call, with all details for operators. It is the cause, too.
     * @return the failure, never {@code null}
     */
    public McpException failure() {
        return this.failure;
    }
}
