package io.mcpclient.autoconfigure.diagnostics;

import java.util.Collection;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.mcpclient.spring.McpUnknownServerException;
import io.mcpclient.text.KnownNames;

/** Analyzes beans for a server that is not configured. */
final class McpUnknownServerFailureAnalyzer extends AbstractFailureAnalyzer<McpUnknownServerException> {

    static final String REASON = "no MCP server of this name is configured";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpUnknownServerException cause) {
        String description = "The bean \"%s\" is annotated with @%s(\"%s\"), which has no effect:%n%n    Reason: %s"
                .formatted(cause.beanName(), cause.annotation(), cause.serverName(), REASON);
        return new FailureAnalysis(description, action(cause.serverName(), cause.servers()), cause);
    }

    /** Returns the action for a name that is not the name of a server. */
    static String action(String name, Collection<String> servers) {
        return KnownNames.remedy("servers", name, servers)
                + " Correct the name, or configure the server with mcp.servers.%s.url or mcp.servers.%s.command."
                        .formatted(name, name);
    }
}
