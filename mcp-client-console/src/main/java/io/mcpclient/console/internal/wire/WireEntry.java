package io.mcpclient.console.internal.wire;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client, or a message of a server.
 *
 * @param id number of the entry
 * @param fromServer whether the server has sent it
 * @param server configured name of the server
 * @param method method of the protocol
 * @param subject name of the tool or prompt, or URI of the resource, or {@code null}
 * @param owner the only user who may see it, or {@code null} for all
 * @param startedAt start, milliseconds since 1970
 * @param millis duration, or {@code null} while it runs and for a notification
 * @param outcome how it ended
 * @param params parameters as JSON, possibly cut, or {@code null} for none
 * @param result result as JSON, possibly cut, or {@code null}
 * @param failure the failure, or {@code null}
 * @param attempts requests on the wire, in their order; empty until it has ended
 */
record WireEntry(
        long id,
        boolean fromServer,
        String server,
        String method,
        @Nullable String subject,
        @JsonIgnore @Nullable String owner,
        long startedAt,
        @Nullable Long millis,
        Outcome outcome,
        @Nullable String params,
        @Nullable String result,
        @Nullable Failure failure,
        List<Attempt> attempts) {

    /** How a request ended. */
    enum Outcome {
        RUNNING,
        OK,
        TOOL_ERROR,
        FAILED,
        CANCELLED,
        RECEIVED
    }

    /**
     * A failure.
     *
     * @param message what failed, and why
     * @param code code of the error that was received or sent, {@code null} if there was none
     * @param answer message of that error, {@code null} if there was none
     */
    record Failure(
            String message,
            @Nullable Integer code,
            @Nullable String answer) {}

    /**
     * A request on the wire.
     *
     * @param method its method: a call of a tool may consist of several ones
     * @param headers headers of protocol and caller, without secrets; empty on transports without headers
     * @param after milliseconds from the start of the entry
     * @param millis duration, {@code null} while it runs
     */
    record Attempt(
            String method,
            Map<String, String> headers,
            long after,
            @Nullable Long millis) {}

    WireEntry ended(
            long time, Outcome outcome, @Nullable String result, @Nullable Failure failure, List<Attempt> attempts) {
        return new WireEntry(
                this.id,
                this.fromServer,
                this.server,
                this.method,
                this.subject,
                this.owner,
                this.startedAt,
                time,
                outcome,
                this.params,
                result,
                failure,
                List.copyOf(attempts));
    }

    boolean isVisibleTo(String user) {
        return this.owner == null || this.owner.equals(user);
    }

    /** Returns an estimate of the bytes in memory. */
    long size() {
        return 256L
                + length(this.params)
                + length(this.result)
                + ((this.failure != null) ? length(this.failure.message()) : 0)
                + 512L * this.attempts.size();
    }

    private static int length(@Nullable String text) {
        return (text != null) ? text.length() : 0;
    }

    Summary summary() {
        return new Summary(
                this.id,
                this.fromServer,
                this.server,
                this.method,
                this.subject,
                this.startedAt,
                this.millis,
                this.outcome,
                length(this.params),
                length(this.result));
    }

    /** A message without its contents, see {@link WireEntry}; sizes are in characters. */
    record Summary(
            long id,
            boolean fromServer,
            String server,
            String method,
            @Nullable String subject,
            long startedAt,
            @Nullable Long millis,
            Outcome outcome,
            int paramsSize,
            int resultSize) {}
}
