package io.mcpclient.protocol;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpHandlers;
import io.mcpclient.handler.McpListeners;
import io.mcpclient.schema.LoggingLevel;

/**
 * What a client has for what servers ask and tell, whatever their era.
 *
 * @param handlers answer requests; what is missing is not offered
 * @param listeners hear what servers say of their own accord
 * @param maxRequests requests of a server that are handled at once; a few more wait, the rest is refused
 * @param requestTimeout limit for one handler, a person who has to decide included
 * @param logLevel least severe level of log messages to ask for, or {@code null} to leave it to the server
 * @param changeDebounce how long a change of a list waits for further ones
 */
public record InboundSettings(
        McpHandlers handlers,
        McpListeners listeners,
        int maxRequests,
        Duration requestTimeout,
        @Nullable LoggingLevel logLevel,
        Duration changeDebounce) {}
