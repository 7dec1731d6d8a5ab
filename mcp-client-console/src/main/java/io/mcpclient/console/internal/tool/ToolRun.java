package io.mcpclient.console.internal.tool;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.web.Problem;

/**
 * A call of a tool that was made at the console.
 *
 * @param id number of the call
 * @param tool name of the tool in the registry
 * @param server configured name of the server
 * @param arguments arguments, JSON
 * @param startedAt start, milliseconds since 1970
 * @param millis duration, or {@code null} while it runs
 * @param state how it ended
 * @param progress last progress, or {@code null}
 * @param result result as the server sent it, JSON, or {@code null}
 * @param modelText what a model would read of the result, or {@code null}
 * @param modelMedia number of images and other media that a model would get
 * @param problem failure, or {@code null}
 */
record ToolRun(
        long id,
        String tool,
        String server,
        @JsonRawValue String arguments,
        long startedAt,
        @Nullable Long millis,
        State state,
        @Nullable Progress progress,
        @JsonRawValue @Nullable String result,
        @Nullable String modelText,
        int modelMedia,
        @Nullable Problem problem) {

    /** States of a call. */
    enum State {
        RUNNING,
        DONE,
        TOOL_ERROR,
        FAILED,
        CANCELLED
    }

    /** Progress as the server reports it. */
    record Progress(
            double progress,
            @Nullable Double total,
            @Nullable String message) {}

    static ToolRun begun(long id, String tool, String server, String arguments, long now) {
        return new ToolRun(id, tool, server, arguments, now, null, State.RUNNING, null, null, null, 0, null);
    }

    ToolRun with(Progress latest) {
        return new ToolRun(
                this.id,
                this.tool,
                this.server,
                this.arguments,
                this.startedAt,
                this.millis,
                this.state,
                latest,
                this.result,
                this.modelText,
                this.modelMedia,
                this.problem);
    }

    ToolRun done(long now, State end, String result, String modelText, int modelMedia) {
        return ended(now, end, result, modelText, modelMedia, null);
    }

    ToolRun failed(long now, Problem failure) {
        return ended(now, State.FAILED, null, null, 0, failure);
    }

    ToolRun cancelled(long now) {
        return ended(now, State.CANCELLED, null, null, 0, null);
    }

    private ToolRun ended(
            long now, State end, @Nullable String sent, @Nullable String read, int media, @Nullable Problem failure) {
        return new ToolRun(
                this.id,
                this.tool,
                this.server,
                this.arguments,
                this.startedAt,
                now - this.startedAt,
                end,
                this.progress,
                sent,
                read,
                media,
                failure);
    }

    boolean isRunning() {
        return this.state == State.RUNNING;
    }

    /** Returns the number of characters that it retains. */
    long size() {
        return 256L
                + this.arguments.length()
                + ((this.result != null) ? this.result.length() : 0)
                + ((this.modelText != null) ? this.modelText.length() : 0);
    }

    /** Returns the call without its result, for lists and events. */
    ToolRun summary() {
        return new ToolRun(
                this.id,
                this.tool,
                this.server,
                this.arguments,
                this.startedAt,
                this.millis,
                this.state,
                this.progress,
                null,
                null,
                this.modelMedia,
                this.problem);
    }
}
