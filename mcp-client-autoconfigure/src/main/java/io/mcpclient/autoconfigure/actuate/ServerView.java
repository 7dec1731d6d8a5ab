package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.handler.McpToolChange;
import io.mcpclient.protocol.McpConnectionStatistics;
import io.mcpclient.protocol.McpListReport;
import io.mcpclient.resilience.McpResilienceStatus;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.store.McpStoreStatus;

/**
 * Answer of the endpoint about one server. Addresses, headers and session ids are left out, and so are the instructions of
 * servers.
 *
 * @param name configured name
 * @param state state of its client
 * @param since when that state began
 * @param required whether the application waits for it and fails without it
 * @param identity in whose name it is used; {@code application} for the application itself
 * @param authorization how it is authorized, and who is waited for
 * @param era era of the protocol, {@code null} before the first connection
 * @param eraReason how the era was determined, or {@code null}
 * @param protocolVersion revision of the protocol, or {@code null}
 * @param serverInfo what the server calls itself, or {@code null}
 * @param capabilities what it offers, or {@code null}
 * @param sessionAge how long it has been connected, {@code null} while it is not
 * @param tools its tools in the registry
 * @param toolChanges tools that are not defined as they were approved, see {@code tools.pinning}
 * @param lists what came of its lists, and what was left out of them and why
 * @param inFlight calls that wait for an answer
 * @param connection counters of connections
 * @param calls circuit breaker, limit and counters of calls
 * @param sessionStore where sessions are remembered, {@code null} if they are not
 * @param ignoredMessages messages of the server that were dropped without harm
 * @param lastError why it is away, or {@code null}
 * @param nextAttempt when the next attempt to connect begins, or {@code null}
 * @param lastErrors what failed lately, the latest first
 */
record ServerView(
        String name,
        String state,
        Instant since,
        boolean required,
        String identity,
        AuthorizationView authorization,
        @Nullable String era,
        @Nullable String eraReason,
        @Nullable String protocolVersion,
        @Nullable ServerInfo serverInfo,
        @Nullable ServerCapabilities capabilities,
        @Nullable Duration sessionAge,
        List<ToolView> tools,
        List<McpToolChange> toolChanges,
        List<McpListReport> lists,
        int inFlight,
        McpConnectionStatistics connection,
        McpResilienceStatus calls,
        @Nullable McpStoreStatus sessionStore,
        long ignoredMessages,
        @Nullable String lastError,
        @Nullable Instant nextAttempt,
        List<RecentErrors.Entry> lastErrors) {

    /** One tool: its name in the registry and at the server. */
    record ToolView(
            String name, String originalName, @Nullable String title, boolean available) {}
}
