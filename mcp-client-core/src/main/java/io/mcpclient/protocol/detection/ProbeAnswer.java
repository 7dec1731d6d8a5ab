package io.mcpclient.protocol.detection;

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
 * What became of the first {@code server/discover}: as much of it as says something about the era of the server, for
 * {@link EraTable} to judge.
 */
sealed interface ProbeAnswer {

    /**
     * A result.
     *
     * @param supportedVersions revisions that it names, as sent; empty if it is not the result of a discovery
     */
    record Result(List<String> supportedVersions) implements ProbeAnswer {}

    /**
     * A JSON-RPC error where a result could have been: with a status of success, or on a channel that has none.
     *
     * @param error the error; its id may be {@code null}
     */
    record ErrorAnswer(JsonRpcError error) implements ProbeAnswer {}

    /**
     * An HTTP answer that is no success.
     *
     * @param status HTTP status, 400 to 599
     * @param error JSON-RPC error in its body, or {@code null} if that held none
     */
    record Status(int status, @Nullable JsonRpcError error) implements ProbeAnswer {}

    /**
     * The exchange failed.
     *
     * @param error how
     */
    record Failure(Throwable error) implements ProbeAnswer {}

    /**
     * Nothing came.
     *
     * @param waited for how long
     */
    record Silence(Duration waited) implements ProbeAnswer {}

    /**
     * Sorts what an exchange signals.
     * @param error an error of a transport, or what an era made of it
     * @return the answer
     */
    static ProbeAnswer of(Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        HttpStatusException http = status(cause);
        if (http != null) {
            // A server that does not take up again what it has accepted: the loss is what there is to know.
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

    /** The answer itself, or what was translated already. */
    private static @Nullable HttpStatusException status(Throwable error) {
        if (error instanceof HttpStatusException answer) {
            return answer;
        }
        return (error instanceof McpException && error.getCause() instanceof HttpStatusException answer)
                ? answer
                : null;
    }
}
