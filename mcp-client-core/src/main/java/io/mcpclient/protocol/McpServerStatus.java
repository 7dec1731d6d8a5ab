package io.mcpclient.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;

/**
 * What a client knows about its server at one moment. Immutable. Reading it costs no request.
 *
 * @param name configured name of the server
 * @param state state of the client
 * @param since when that state began
 * @param server what the server said about itself, last known; {@code null} before the first connection
 * @param eraReason how the era was determined, in words; {@code null} before the first connection
 * @param lastError why the last attempt or connection failed; {@code null} while connected and if nothing failed yet
 * @param nextAttempt when the next attempt in the background begins; while {@link McpClientState#DISCONNECTED}, when calls may
 *     begin the next one: until then they fail at once; {@code null} if nothing has to be waited for
 * @param lists what came of each list that was read to its end, in the order of their methods: how many items it has, how long
 *     it holds, and what was left out of it and why; empty before the first list
 */
public record McpServerStatus(
        String name,
        McpClientState state,
        Instant since,
        @Nullable ServerDescription server,
        @Nullable String eraReason,
        @Nullable McpException lastError,
        @Nullable Instant nextAttempt,
        List<McpListReport> lists) {

    /** Creates a status. */
    public McpServerStatus {
        lists = List.copyOf(lists);
    }

    /**
     * Returns what came of a list when it was read last.
     * @param method method that lists, for example {@code tools/list}
     * @return the report, or empty if the list was not read to its end so far
     */
    public Optional<McpListReport> list(String method) {
        return this.lists.stream()
                .filter(report -> report.list().equals(method))
                .findFirst();
    }

    /**
     * Tells whether calls go through at once.
     * @return whether the state is {@link McpClientState#CONNECTED}
     */
    public boolean isConnected() {
        return this.state == McpClientState.CONNECTED;
    }
}
