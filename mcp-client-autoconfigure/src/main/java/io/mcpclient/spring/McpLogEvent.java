package io.mcpclient.spring;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.schema.LoggingMessageParams;

/**
 * Published when a server whose {@code log-level} is set sends a log message. Listeners are called one message of a server
 * after the other, on a thread that may block; if the queue is full, the latest messages are dropped. For messages of other
 * servers, define a {@link io.mcpclient.handler.McpLogListener}.
 *
 * @param serverName configured name of the server
 * @param principal owner of the session; {@link McpPrincipal#APPLICATION} if there are no users
 * @param message level, logger and data; untrusted, may contain control characters
 */
public record McpLogEvent(String serverName, McpPrincipal principal, LoggingMessageParams message) {}
