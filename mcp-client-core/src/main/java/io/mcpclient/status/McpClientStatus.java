package io.mcpclient.status;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpPeer;

/**
 * Snapshot of everything that an operator can know about a client. Immutable. Reading it sends no request. The parts are read
 * one after the other, so that numbers of different parts may be some calls apart.
 *
 * @param connection state of the connection, and the server: what {@link McpStatusListener}s receive
 * @param statistics numbers of connections, lost connections and failed attempts
 * @param resilience state of retries, of the circuit breaker and of the concurrency limit
 * @param inFlight number of requests that wait for a response
 * @param principalConnections number of users with a session on the server, excluding the application's own session; bounded
 *     by {@code principalSettings}, and 0 for a client with a single identity
 * @param ignoredMessages number of messages dropped without failing anything, for each reason
 * @param sessionStore status of the store for sessions, or {@code null} if sessions are not stored
 * @param peer address of the server: host, port and kind of transport; no other part of the URL. The configured address, or
 *     that of the current session if the addresses are resolved
 * @param sessionId the server's id for the current session of the application, for example to find it in the server's log;
 *     {@code null} if there is no session or it has no id, as with processes and servers without sessions. A holder of the id
 *     may be able to act in this session: keep it out of logs and messages. {@link #toString()} omits it
 * @param extensions extensions of the protocol that client or server have declared, those of the client first
 */
public record McpClientStatus(
        McpServerStatus connection,
        McpConnectionStatistics statistics,
        McpResilienceStatus resilience,
        int inFlight,
        int principalConnections,
        Map<McpIgnoredMessages.Reason, Long> ignoredMessages,
        @Nullable McpStoreStatus sessionStore,
        McpPeer peer,
        @Nullable String sessionId,
        List<McpExtensionStatus> extensions) {

    /** Creates a status. */
    public McpClientStatus {
        ignoredMessages = Map.copyOf(ignoredMessages);
        extensions = List.copyOf(extensions);
    }

    /**
     * Returns the configured name of the server.
     * @return the name
     */
    public String name() {
        return this.connection.name();
    }

    /**
     * Returns the state of the client.
     * @return the state
     */
    public McpClientState state() {
        return this.connection.state();
    }

    /**
     * Returns the start of the state.
     * @return the time
     */
    public Instant since() {
        return this.connection.since();
    }

    /**
     * Returns whether calls are sent without waiting for a connection.
     * @return whether the state is {@link McpClientState#CONNECTED}
     */
    public boolean isConnected() {
        return this.connection.isConnected();
    }

    /**
     * Returns the last known description of the server.
     * @return the description, or {@code null} before the first connection
     */
    public @Nullable McpServerDescription server() {
        return this.connection.server();
    }

    /**
     * Returns the era of the server.
     * @return the era, or {@code null} before the first connection
     */
    public @Nullable McpEra era() {
        McpServerDescription server = server();
        return (server != null) ? server.era() : null;
    }

    /**
     * Returns the explanation of how the era was determined.
     * @return the explanation, or {@code null} before the first connection
     */
    public @Nullable String eraReason() {
        return this.connection.eraReason();
    }

    /**
     * Returns the error of the last attempt or connection.
     * @return the error, or {@code null} while connected and if nothing failed yet
     */
    public @Nullable McpException lastError() {
        return this.connection.lastError();
    }

    /**
     * Returns the start of the next attempt, see {@link McpServerStatus#nextAttempt()}.
     * @return the time, or {@code null} if there is no wait
     */
    public @Nullable Instant nextAttempt() {
        return this.connection.nextAttempt();
    }

    /**
     * Returns one report for each list that was read to its end.
     * @return the reports, sorted by method
     */
    public List<McpListReport> lists() {
        return this.connection.lists();
    }

    /**
     * Returns the report of the last reading of a list.
     * @param method list method, for example {@code tools/list}
     * @return the report, or empty if the list has not been read to its end yet
     */
    public Optional<McpListReport> list(String method) {
        return this.connection.list(method);
    }

    /**
     * Returns the number of messages dropped for a reason.
     * @param reason the reason
     * @return the number since the client was created
     */
    public long ignoredMessages(McpIgnoredMessages.Reason reason) {
        return this.ignoredMessages.getOrDefault(reason, 0L);
    }

    /**
     * Returns the number of dropped messages.
     * @return the number since the client was created
     */
    public long totalIgnoredMessages() {
        return this.ignoredMessages.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public String toString() {
        return "McpClientStatus[connection=" + this.connection + ", statistics=" + this.statistics + ", resilience="
                + this.resilience + ", inFlight=" + this.inFlight + ", principalConnections="
                + this.principalConnections + ", ignoredMessages=" + this.ignoredMessages + ", sessionStore="
                + this.sessionStore + ", peer=" + this.peer + "]";
    }
}
