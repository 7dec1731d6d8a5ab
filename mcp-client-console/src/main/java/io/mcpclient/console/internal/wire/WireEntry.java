package io.mcpclient.console.internal.wire;

import org.jspecify.annotations.Nullable;

/**
 * A request of a client.
 *
 * @param id number of the request
 * @param server configured name of the server
 * @param method method of the protocol
 * @param subject name of the tool or prompt, or URI of the resource, or {@code null}
 * @param owner the only user who may see it, or {@code null} for all
 * @param startedAt start, milliseconds since 1970
 * @param millis duration, or {@code null} while it runs
 * @param outcome how it ended
 * @param params parameters as JSON, possibly cut, or {@code null} for none
 * @param result result as JSON, possibly cut, or {@code null}
 * @param error message of the failure, or {@code null}
 */
record WireEntry(
        long id,
        String server,
        String method,
        @Nullable String subject,
        @Nullable String owner,
        long startedAt,
        @Nullable Long millis,
        Outcome outcome,
        @Nullable String params,
        @Nullable String result,
        @Nullable String error) {

    /** How a request ended. */
    enum Outcome {
        RUNNING,
        OK,
        TOOL_ERROR,
        FAILED,
        CANCELLED
    }

    WireEntry ended(long time, Outcome outcome, @Nullable String result, @Nullable String error) {
        return new WireEntry(
                this.id,
                this.server,
                this.method,
                this.subject,
                this.owner,
                this.startedAt,
                time,
                outcome,
                this.params,
                result,
                error);
    }

    boolean isVisibleTo(String user) {
        return this.owner == null || this.owner.equals(user);
    }

    /** Returns an estimate of the bytes in memory. */
    long size() {
        return 256L + length(this.params) + length(this.result) + length(this.error);
    }

    private static int length(@Nullable String text) {
        return (text != null) ? text.length() : 0;
    }

    Summary summary() {
        return new Summary(
                this.id,
                this.server,
                this.method,
                this.subject,
                this.startedAt,
                this.millis,
                this.outcome,
                length(this.params),
                length(this.result));
    }

    /** A request without its contents, see {@link WireEntry}; sizes are in characters. */
    record Summary(
            long id,
            String server,
            String method,
            @Nullable String subject,
            long startedAt,
            @Nullable Long millis,
            Outcome outcome,
            int paramsSize,
            int resultSize) {}
}
