package io.mcpclient.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.mcpclient.error.McpException;
import io.mcpclient.spring.McpRequiredServerException;

/** Analyzes required servers that could not be connected. */
final class McpRequiredServerFailureAnalyzer extends AbstractFailureAnalyzer<McpRequiredServerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpRequiredServerException cause) {
        String server = cause.serverName();
        McpException failure = (cause.getCause() instanceof McpException known) ? known : null;
        String reason = (failure != null) ? failure.problem() : String.valueOf(cause.getCause());
        String remedy = (failure != null && failure.remedy() != null)
                ? failure.remedy() + " "
                : "Check that the server is running. ";
        String description =
                "MCP server \"%s\" is required to start and could not be connected:%n%n    Reason: %s%n    Property: %s"
                        .formatted(server, reason, cause.property());
        String action =
                "%sThe server is configured by %s. If the application can start without it, set %s=false: the client"
                        + " then connects as soon as the server is available.";
        return new FailureAnalysis(
                description, action.formatted(remedy, cause.endpointProperty(), cause.property()), cause);
    }
}
