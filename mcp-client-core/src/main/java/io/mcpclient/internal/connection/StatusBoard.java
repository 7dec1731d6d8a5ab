package io.mcpclient.internal.connection;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpException;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpListReport;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.support.ListenerCalls;

/** Holds the status of one client and notifies listeners of its changes, in order. Thread-safe. */
final class StatusBoard {

    /** Why there are no tools. */
    static final String NO_TOOLS = "the server declares no tools capability; it offers no tools";

    private final List<McpStatusListener> listeners = new CopyOnWriteArrayList<>();

    /** Created with the first failure of a listener. */
    private @Nullable ListenerCalls failures;

    private volatile McpServerStatus status;

    private final InstantSource time;

    StatusBoard(String serverName, InstantSource time) {
        this.time = time;
        this.status = new McpServerStatus(
                serverName, McpClientState.DISCONNECTED, time.instant(), null, null, null, null, List.of());
    }

    /**
     * A status change.
     *
     * @param state the new state
     * @param server the server's description, {@code null} to keep the last known one
     * @param eraReason explanation of how its era was determined, {@code null} to keep the last known one
     * @param error reason for the missing connection, for states without one, {@code null} to keep the last known one while connecting
     * @param nextAttempt start of the next attempt, or {@code null}
     */
    record Change(
            McpClientState state,
            @Nullable McpServerDescription server,
            @Nullable String eraReason,
            @Nullable McpException error,
            @Nullable Instant nextAttempt) {

        static Change to(McpClientState state) {
            return new Change(state, null, null, null, null);
        }

        /** The reason is repeated, because the announcement of the loss may be outdated, and omitted. */
        static Change connecting(@Nullable McpException reason) {
            return new Change(McpClientState.CONNECTING, null, null, reason, null);
        }

        static Change connected(McpServerDescription server, String eraReason) {
            return new Change(McpClientState.CONNECTED, server, eraReason, null, null);
        }

        static Change disconnected(McpException error, @Nullable Instant nextAttempt) {
            return new Change(McpClientState.DISCONNECTED, null, null, error, nextAttempt);
        }

        static Change reconnecting(McpException error, Instant nextAttempt) {
            return new Change(McpClientState.RECONNECTING, null, null, error, nextAttempt);
        }
    }

    McpServerStatus status() {
        return this.status;
    }

    void addListener(McpStatusListener listener) {
        this.listeners.add(listener);
    }

    void removeListener(McpStatusListener listener) {
        this.listeners.remove(listener);
    }

    /** Records the report of a list. That is not a state change, and not announced. */
    synchronized void listed(McpListReport report) {
        this.status = with(this.status, explained(report, this.status.server()));
    }

    /** Records whether the server of a new connection has tools at all: if not, nothing lists them. */
    synchronized void toolsDeclared(McpServerDescription server) {
        List<McpListReport> lists = this.status.lists().stream()
                .filter(report -> !NO_TOOLS.equals(report.problem()))
                .toList();
        this.status = with(this.status, lists);
        if (!server.capabilities().hasTools()) {
            McpListReport none = McpListReport.of(this.time.instant(), McpMethods.TOOLS_LIST, 0, null, List.of());
            this.status = with(this.status, none.withProblem(NO_TOOLS));
        }
    }

    private static McpListReport explained(McpListReport report, @Nullable McpServerDescription server) {
        boolean isWithoutTools = server != null && !server.capabilities().hasTools();
        return (isWithoutTools && report.list().equals(McpMethods.TOOLS_LIST)) ? report.withProblem(NO_TOOLS) : report;
    }

    /**
     * Announces a change. Transitions are ordered by the threads that make them, their announcements by this lock; an outdated
     * one is omitted, so that the last announcement is always that of the current phase.
     */
    synchronized void announce(BooleanSupplier stillTrue, Change change) {
        if (!stillTrue.getAsBoolean()) {
            return;
        }
        McpServerStatus last = this.status;
        McpException lastError =
                switch (change.state()) {
                    case CONNECTED, CLOSING -> null;
                    case CONNECTING, INITIALIZING -> (change.error() != null) ? change.error() : last.lastError();
                    case DISCONNECTED, RECONNECTING -> change.error();
                };
        this.status = new McpServerStatus(
                last.name(),
                change.state(),
                (change.state() == last.state()) ? last.since() : this.time.instant(),
                (change.server() != null) ? change.server() : last.server(),
                (change.eraReason() != null) ? change.eraReason() : last.eraReason(),
                lastError,
                change.nextAttempt(),
                last.lists());
        for (McpStatusListener listener : this.listeners) {
            notify(listener, this.status);
        }
    }

    private void notify(McpStatusListener listener, McpServerStatus status) {
        try {
            listener.onStatus(status);
        } catch (Throwable ex) { // an error would end the transition of the connection
            ListenerCalls calls = (this.failures != null) ? this.failures : new ListenerCalls();
            this.failures = calls;
            calls.failed(status.name(), "states", listener, ex);
        }
    }

    private static McpServerStatus with(McpServerStatus status, McpListReport report) {
        List<McpListReport> lists = Stream.concat(
                        status.lists().stream().filter(other -> !other.list().equals(report.list())), Stream.of(report))
                .sorted(Comparator.comparing(McpListReport::list))
                .toList();
        return with(status, lists);
    }

    private static McpServerStatus with(McpServerStatus status, List<McpListReport> lists) {
        return new McpServerStatus(
                status.name(),
                status.state(),
                status.since(),
                status.server(),
                status.eraReason(),
                status.lastError(),
                status.nextAttempt(),
                lists);
    }
}
