package io.mcpclient.handler;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;

/**
 * Progress of a request, as reported by the server.
 *
 * @param serverName configured name of the server
 * @param principal principal of the request; {@link McpPrincipal#APPLICATION} if there are no users
 * @param method method of the request, for example {@code tools/call}
 * @param progress the progress so far, increasing from message to message
 * @param total the final value, or {@code null} if the server does not report it
 * @param message description of the current step, untrusted and truncated to 4096 characters, or {@code null}
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress">MCP: Progress</a>
 */
public record McpProgress(
        String serverName,
        McpPrincipal principal,
        String method,
        double progress,
        @Nullable Double total,
        @Nullable String message) {}
