package io.mcpclient.console.internal.web;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;

/**
 * A failure as the page shows it.
 *
 * @param status HTTP status
 * @param detail what failed, and why
 * @param remedy what to do, or {@code null}
 * @param server configured name of the server, or {@code null}
 * @param error simple name of the exception
 * @param outcome whether a server has executed the request
 */
public record Problem(
        int status,
        String detail,
        @Nullable String remedy,
        @Nullable String server,
        String error,
        String outcome) {

    private static final int BAD_GATEWAY = 502;

    /** Returns the problem of an exception; an unexpected one is not described, because its message may be of any library. */
    public static Problem of(Throwable ex) {
        if (ex instanceof McpException failure) {
            return new Problem(
                    BAD_GATEWAY,
                    Objects.requireNonNullElse(failure.getMessage(), "The request failed."),
                    failure.remedy(),
                    failure.serverName(),
                    failure.getClass().getSimpleName(),
                    failure.outcome().name());
        }
        if (ex instanceof InvalidRequestException invalid) {
            return of(invalid.status(), Objects.requireNonNullElse(invalid.getMessage(), ""));
        }
        return new Problem(
                500,
                "The request failed unexpectedly. See the log of the application.",
                null,
                null,
                "InternalError",
                McpOutcome.UNKNOWN.name());
    }

    /** Returns the problem of a model that has failed. */
    public static Problem ofModel(String detail, String remedy) {
        return new Problem(BAD_GATEWAY, detail, remedy, null, "ModelFailure", McpOutcome.UNKNOWN.name());
    }

    static Problem of(int status, String detail) {
        return new Problem(status, detail, null, null, "Refused", McpOutcome.NOT_SENT.name());
    }
}
