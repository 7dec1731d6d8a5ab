package io.mcpclient.langchain4j;

import dev.langchain4j.exception.ToolExecutionException;

import io.mcpclient.error.McpException;

/**
 * Thrown if a tool could not be called, or its result was not received. Its message is meant for the model: it contains
 * neither an address nor a text of the connection. By default, LangChain4j sends it to the model; a
 * {@link dev.langchain4j.service.tool.ToolExecutionErrorHandler} receives this exception and can read {@link #failure()}.
 *
 * <p>It has no cause, because LangChain4j would give the cause to the handler instead. The failure is a suppressed exception.
 */
public final class McpToolExecutionException extends ToolExecutionException {

    private final transient McpException failure;

    McpToolExecutionException(String message, McpException failure) {
        super(message);
        this.failure = failure;
        addSuppressed(failure);
    }

    /**
     * Returns the failure of the call, with all details for operators.
     * @return the failure, never {@code null}
     */
    public McpException failure() {
        return this.failure;
    }
}
