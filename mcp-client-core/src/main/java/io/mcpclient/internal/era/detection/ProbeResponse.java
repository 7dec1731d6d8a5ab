package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.transport.HttpStatusException;

/**
 * Outcome of the first {@code server/discover}, reduced to the part that reveals the server's era, for {@link EraTable} to
 * judge.
 */
sealed interface ProbeResponse {

    /**
     * A result.
     *
     * @param supportedVersions revisions that it lists, as sent; empty if it is not the result of a discovery
     */
    record Result(List<String> supportedVersions) implements ProbeResponse {}

    /**
     * A JSON-RPC error in place of a result: with a success status, or on a channel without statuses.
     *
     * @param error the error; its id may be {@code null}
     */
    record ErrorAnswer(JsonRpcError error) implements ProbeResponse {}

    /**
     * An unsuccessful HTTP response.
     *
     * @param status HTTP status, 400 to 599
     * @param error JSON-RPC error in its body, or {@code null} if there is none
     */
    record Status(int status, @Nullable JsonRpcError error) implements ProbeResponse {}

    /**
     * The exchange failed.
     *
     * @param error the failure
     */
    record Failure(Throwable error) implements ProbeResponse {}

    /**
     * No response.
     *
     * @param waited time waited
     */
    record Silence(Duration waited) implements ProbeResponse {}

    /**
     * Classifies the signal of an exchange.
     * @param error an error of a transport, or its translation by an era
     * @return the outcome
     */
    static ProbeResponse of(Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        HttpStatusException http = status(cause);
        if (http != null) {
            // The server does not resume a stream that it had accepted: only the loss is known.
            return (http.loss() != null) ? new Failure(http.loss()) : new Status(http.status(), http.error());
        }
        if (cause instanceof McpAuthorizationException refusal) {
            return new Status(refusal.status(), null);
        }
        if (cause instanceof McpRequestException refusal) {
            return new ErrorAnswer(new JsonRpcError(null, refusal.code(), refusal.serverMessage(), refusal.data()));
        }
        return (cause instanceof McpTimeoutException late) ? new Silence(late.timeout()) : new Failure(cause);
    }

    /** The response itself, or the cause of a translated error. */
    private static @Nullable HttpStatusException status(Throwable error) {
        if (error instanceof HttpStatusException answer) {
            return answer;
        }
        return (error instanceof McpException && error.getCause() instanceof HttpStatusException answer)
                ? answer
                : null;
    }
}
