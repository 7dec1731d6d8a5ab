package io.mcpclient.error;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/**
 * Details common to every {@link McpException}, as one immutable value. Thread-safe.
 *
 * @param serverName configured name of the server, never the name that the server reports in its own information; empty if
 *     the failure concerns no server, such as an unknown name in a registry
 * @param operation protocol method or phase that failed, for example {@code tools/call} or {@code connect}
 * @param outcome whether the call may have been executed
 * @param problem description of the failure, without trailing full stop; server text in it must have passed
 *     {@link SafeText}
 * @param remedy how to fix the problem, as a sentence, or {@code null} if unknown
 * @param cause underlying failure, or {@code null}
 */
public record McpErrorDetails(
        String serverName,
        String operation,
        McpOutcome outcome,
        String problem,
        @Nullable String remedy,
        @Nullable Throwable cause) {

    /**
     * Creates details without remedy and cause.
     * @param serverName configured name of the server
     * @param operation protocol method or phase that failed
     * @param outcome whether the call may have been executed
     * @param problem description of the failure
     * @return the details
     */
    public static McpErrorDetails of(String serverName, String operation, McpOutcome outcome, String problem) {
        return new McpErrorDetails(serverName, operation, outcome, problem, null, null);
    }

    /**
     * Creates details of a failure that concerns no server.
     * @param operation protocol method or phase that failed
     * @param outcome whether the call may have been executed
     * @param problem description of the failure
     * @return the details, with an empty server name
     */
    public static McpErrorDetails ofNoServer(String operation, McpOutcome outcome, String problem) {
        return of("", operation, outcome, problem);
    }

    /**
     * Returns a copy with a remedy.
     * @param remedy how to fix the problem, as a sentence, or {@code null}
     * @return the copy
     */
    public McpErrorDetails withRemedy(@Nullable String remedy) {
        return new McpErrorDetails(this.serverName, this.operation, this.outcome, this.problem, remedy, this.cause);
    }

    /**
     * Returns a copy with a cause.
     * @param cause underlying failure, or {@code null}
     * @return the copy
     */
    public McpErrorDetails withCause(@Nullable Throwable cause) {
        return new McpErrorDetails(this.serverName, this.operation, this.outcome, this.problem, this.remedy, cause);
    }

    String message() {
        String place = this.serverName.isEmpty() ? "MCP: " : "MCP server \"" + this.serverName + "\": ";
        String message = place + this.operation + ": " + this.problem;
        return (this.remedy != null) ? message + ". " + this.remedy : message;
    }
}
