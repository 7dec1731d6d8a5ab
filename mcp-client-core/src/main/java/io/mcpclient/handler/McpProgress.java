package io.mcpclient.handler;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;

/**
 * How far a request has come, as the server says.
 *
 * @param serverName configured name of the server
 * @param principal on behalf of whom the request is; {@link McpPrincipal#APPLICATION} where there are no users
 * @param method method of the request, for example {@code tools/call}
 * @param progress how far, growing from message to message
 * @param total where it ends, or {@code null} if the server does not say
 * @param message what is going on, untrusted and cut to 4096 characters, or {@code null}
 * @see "MCP 2025-11-25, basic/utilities/progress (PRG-03)"
 */
public record McpProgress(
        String serverName,
        McpPrincipal principal,
        String method,
        double progress,
        @Nullable Double total,
        @Nullable String message) {}
