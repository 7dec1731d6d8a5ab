package io.mcpclient.autoconfigure.diagnostics;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

import io.mcpclient.error.McpConfigurationException;

/** Analyzes settings that make no sense. */
final class McpConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<McpConfigurationException> {

    private final PropertyOrigins origins;

    McpConfigurationFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpConfigurationException cause) {
        String description = "MCP server \"%s\" is not configured correctly:%n%n    Property: %s%s%n    Reason: %s"
                .formatted(cause.serverName(), cause.property(), this.origins.line(cause.property()), cause.problem());
        return new FailureAnalysis(description, cause.remedy(), cause);
    }
}
