package io.mcpclient.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

import io.mcpclient.error.McpConfigurationException;

/** Analyzes invalid settings. */
final class McpConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<McpConfigurationException> {

    private final PropertyOrigins origins;

    McpConfigurationFailureAnalyzer(@Nullable Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpConfigurationException cause) {
        String description = "%s is not configured correctly:%n%n    Property: %s%s%n    Reason: %s"
                .formatted(whose(cause), cause.property(), this.origins.line(cause.property()), cause.problem());
        return new FailureAnalysis(description, cause.remedy(), cause);
    }

    private static String whose(McpConfigurationException cause) {
        if (!cause.serverName().isEmpty()) {
            return "MCP server \"" + cause.serverName() + "\"";
        }
        return cause.property().startsWith("mcp.session.")
                ? "The session store for MCP servers"
                : "The MCP client support";
    }
}
