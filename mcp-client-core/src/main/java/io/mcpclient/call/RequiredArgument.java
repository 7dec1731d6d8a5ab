package io.mcpclient.call;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;

/** Rejects {@code null} for required arguments before anything is sent. */
public final class RequiredArgument {

    private RequiredArgument() {}

    /**
     * Returns the argument if it is not {@code null}.
     * @param serverName configured name of the server, empty if the operation does not concern a single server
     * @param operation protocol method or name of the operation
     * @param name name of the argument
     * @param argument the argument
     * @param <T> type of the argument
     * @return the argument
     * @throws McpRejectedException if it is {@code null}
     */
    public static <T> T of(String serverName, String operation, String name, @Nullable T argument) {
        if (argument == null) {
            throw missing(serverName, operation, name);
        }
        return argument;
    }

    /**
     * Returns the error for an argument that is {@code null}.
     * @param serverName configured name of the server, empty if the operation does not concern a single server
     * @param operation protocol method or name of the operation
     * @param name name of the argument
     * @return the error
     */
    public static McpRejectedException missing(String serverName, String operation, String name) {
        return new McpRejectedException(
                McpErrorDetails.of(serverName, operation, McpOutcome.NOT_SENT, "the argument \"" + name + "\" is null")
                        .withRemedy("Pass a value."),
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }
}
