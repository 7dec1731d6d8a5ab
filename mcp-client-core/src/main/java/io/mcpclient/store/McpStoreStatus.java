package io.mcpclient.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How the store serves one client. That it is not available costs no call: the client goes on with what it has in memory.
 *
 * @param available whether the last use of it succeeded; {@code true} before the first
 * @param problem why it is not available, printable and without secrets; {@code null} if it is
 * @param since when it became so; the creation of the client before the first use
 * @param failures how many uses have failed or took too long, from the beginning on
 * @see "faults J01, J02"
 */
public record McpStoreStatus(boolean available, @Nullable String problem, Instant since, long failures) {}
