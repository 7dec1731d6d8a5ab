package io.mcpclient.autoconfigure;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.schema.LoggingMessageParams;

/**
 * Published when a server whose {@code log-level} is set sends a log message. Listeners are called one message of a server
 * after the other, on a thread that may block; when too many messages wait, the latest are dropped. For messages of other
 * servers define a {@link io.mcpclient.handler.McpLogListener}.
 *
 * @param serverName configured name of the server
 * @param principal in whose session it came; {@link McpPrincipal#APPLICATION} where there are no users
 * @param message level, logger and data; untrusted, may hold control characters
 */
public record McpLogEvent(String serverName, McpPrincipal principal, LoggingMessageParams message) {}
