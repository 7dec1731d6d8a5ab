package io.mcpclient.sample.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

import io.mcpclient.error.McpOutcome;

/**
 * Problem details according to RFC 9457, with three additional members. All members are always present.
 *
 * @param type {@code about:blank}: status and {@code error} say what kind of problem it is
 * @param title phrase of the status
 * @param status HTTP status
 * @param detail what happened, in our words
 * @param server configured name of the server it happened with, or {@code null}
 * @param error simple name of the exception
 * @param outcome what is known about the fate of the call at the server
 */
@JsonPropertyOrder({"type", "title", "status", "detail", "server", "error", "outcome"})
record Problem(
        String type,
        String title,
        int status,
        @Nullable String detail,
        @Nullable String server,
        String error,
        String outcome) {

    static ResponseEntity<Problem> of(
            HttpStatus status,
            RuntimeException cause,
            @Nullable String detail,
            @Nullable String server,
            McpOutcome outcome) {
        Problem problem = new Problem(
                "about:blank",
                status.getReasonPhrase(),
                status.value(),
                detail,
                server,
                cause.getClass().getSimpleName(),
                outcome.name());
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    /** An unexpected failure; its details are only logged. */
    static Problem unexpected() {
        HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
        return new Problem(
                "about:blank",
                status.getReasonPhrase(),
                status.value(),
                "The call failed unexpectedly",
                null,
                "InternalError",
                McpOutcome.UNKNOWN.name());
    }
}
