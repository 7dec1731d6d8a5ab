package io.mcpclient.status;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;

/**
 * Snapshot of a client's connection and of its server. Immutable. Reading it sends no request.
 *
 * @param name configured name of the server
 * @param state state of the client
 * @param since start of that state
 * @param server last known description of the server; {@code null} before the first connection
 * @param eraReason explanation of how the era was determined; {@code null} before the first connection
 * @param lastError error of the last attempt or connection; {@code null} while connected and if nothing failed yet
 * @param nextAttempt start of the next background attempt; while {@link McpClientState#DISCONNECTED}, the time from which calls
 *     may start an attempt: until then they fail immediately; {@code null} if there is no wait
 * @param lists one report for each list that was read, sorted by method: number of items, lifetime, omitted items and the reasons,
 *     and why items may be missing; empty before the first list
 */
public record McpServerStatus(
        String name,
        McpClientState state,
        Instant since,
        @Nullable McpServerDescription server,
        @Nullable String eraReason,
        @Nullable McpException lastError,
        @Nullable Instant nextAttempt,
        List<McpListReport> lists) {

    /** Creates a status. */
    public McpServerStatus {
        lists = List.copyOf(lists);
    }

    /**
     * Returns the report of the last reading of a list.
     * @param method list method, for example {@code tools/list}
     * @return the report, or empty if the list has not been read yet
     */
    public Optional<McpListReport> list(String method) {
        return this.lists.stream()
                .filter(report -> report.list().equals(method))
                .findFirst();
    }

    /**
     * Returns whether calls are sent without waiting for a connection.
     * @return whether the state is {@link McpClientState#CONNECTED}
     */
    public boolean isConnected() {
        return this.state == McpClientState.CONNECTED;
    }
}
