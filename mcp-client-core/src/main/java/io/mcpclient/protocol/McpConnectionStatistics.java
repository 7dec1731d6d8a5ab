package io.mcpclient.protocol;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How the connection of one client fared since the client was built. Immutable; the numbers only grow. Reading it costs no
 * request.
 *
 * @param connects attempts that succeeded, of whatever cause
 * @param reconnects those of them that followed a connection that was lost: refused, broken, a process that ended
 * @param sessionRenewals those of them that followed a session that the server had disowned; the transport stayed
 * @param failedAttempts attempts that failed
 * @param connectedSince when the present connection was ready; {@code null} while there is none
 * @param lastAnswer when the server last answered a call, of whatever result; {@code null} before the first answer. Calls of users
 *     with a session of their own are not counted
 * @see "faults D01, D07, G10"
 */
public record McpConnectionStatistics(
        long connects,
        long reconnects,
        long sessionRenewals,
        long failedAttempts,
        @Nullable Instant connectedSince,
        @Nullable Instant lastAnswer) {}
