package io.mcpclient.status;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Connection counters of one client since it was built. Immutable; counters never decrease. Reading them sends no request.
 *
 * @param connects successful attempts, whatever their trigger
 * @param reconnects successful attempts after a lost connection: refused, broken, or a process that ended
 * @param sessionRenewals successful attempts after the server dropped the session; the transport stayed open
 * @param failedAttempts failed attempts
 * @param connectedSince start of the current connection; {@code null} while there is none
 * @param lastAnswer time of the last response to a call, whatever its result; {@code null} before the first response. Excludes
 *     calls of principals with their own session
 */
public record McpConnectionStatistics(
        long connects,
        long reconnects,
        long sessionRenewals,
        long failedAttempts,
        @Nullable Instant connectedSince,
        @Nullable Instant lastAnswer) {}
