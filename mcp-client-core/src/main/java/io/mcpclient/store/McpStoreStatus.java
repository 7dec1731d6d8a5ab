package io.mcpclient.store;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Status of the store of one client. An unavailable store does not affect calls: the client continues with its state in
 * memory.
 *
 * @param available whether the last operation succeeded; {@code true} before the first
 * @param problem reason why it is unavailable, printable and without secrets; {@code null} if it is available
 * @param since time of the last change; before the first operation, creation of the client
 * @param failures total number of operations that failed or timed out
 */
public record McpStoreStatus(boolean available, @Nullable String problem, Instant since, long failures) {}
