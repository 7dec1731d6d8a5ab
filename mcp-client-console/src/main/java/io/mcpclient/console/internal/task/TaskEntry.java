package io.mcpclient.console.internal.task;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.web.Problem;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * A task that a user sees. The page never gets the id that the server has assigned, which may grant access to the task.
 *
 * @param id number of the task at the console
 * @param server configured name of the server
 * @param tool name of the tool, or {@code null} if the server lists the task without it
 * @param since when it was started here or listed first, milliseconds since 1970
 * @param started whether it was started at the console
 * @param task the task
 * @param followed whether the console waits for its end
 * @param progress progress as the server reports it, or {@code null}
 * @param result result as the server sent it, JSON, or {@code null}
 * @param problem failure of the last request, or {@code null}
 */
record TaskEntry(
        long id,
        String server,
        @Nullable String tool,
        long since,
        boolean started,
        ReactiveMcpTask task,
        boolean followed,
        @Nullable Progress progress,
        @Nullable String result,
        @Nullable Problem problem) {

    /** Progress as the server reports it. */
    record Progress(
            double progress,
            @Nullable Double total,
            @Nullable String message) {}

    /**
     * A task as the page shows it, see {@link TaskEntry}. Texts are untrusted texts of the server.
     *
     * @param status status of the protocol
     * @param message message of the server about the status, or {@code null}
     * @param updatedAt time as the server wrote it, or {@code null}
     * @param ttlMillis retention, or {@code null}
     * @param ended whether the status is final
     */
    record View(
            long id,
            String server,
            @Nullable String tool,
            long since,
            boolean started,
            boolean followed,
            String status,
            @Nullable String message,
            @Nullable String updatedAt,
            @Nullable Long ttlMillis,
            boolean ended,
            @Nullable Progress progress,
            boolean hasResult,
            @JsonRawValue @Nullable String result,
            @Nullable Problem problem) {}

    TaskEntry with(Progress latest) {
        return changed(this.task, this.followed, latest, this.result, this.problem);
    }

    TaskEntry following() {
        return changed(this.task, true, this.progress, this.result, null);
    }

    TaskEntry ended(@Nullable String sent, @Nullable Problem failure) {
        return changed(this.task, false, this.progress, sent, failure);
    }

    /** Returns the task as the server lists it now. */
    TaskEntry listed(ReactiveMcpTask listed) {
        return changed(this.followed ? this.task : listed, this.followed, this.progress, this.result, this.problem);
    }

    private TaskEntry changed(
            ReactiveMcpTask known,
            boolean follows,
            @Nullable Progress latest,
            @Nullable String sent,
            @Nullable Problem failure) {
        return new TaskEntry(
                this.id, this.server, this.tool, this.since, this.started, known, follows, latest, sent, failure);
    }

    /** Returns an estimate of the bytes in memory. */
    long size() {
        return 512L + ((this.result != null) ? this.result.length() : 0);
    }

    /** Describes the task, with its result or without. */
    View view(boolean full) {
        McpTaskState state = this.task.lastKnown();
        return new View(
                this.id,
                this.server,
                this.tool,
                this.since,
                this.started,
                this.followed,
                state.status().value(),
                state.message(),
                state.lastUpdatedAt(),
                (state.ttl() != null) ? state.ttl().toMillis() : null,
                state.isTerminal(),
                this.progress,
                this.result != null,
                full ? this.result : null,
                this.problem);
    }
}
