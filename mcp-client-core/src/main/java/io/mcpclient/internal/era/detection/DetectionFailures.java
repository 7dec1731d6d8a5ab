package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.text.SafeText;

/** Errors of attempts without a usable era. */
record DetectionFailures(String serverName, Set<ProtocolRevision> accepted) {

    /**
     * Returns the error of an attempt that ends with a verdict.
     * @param verdict the verdict; a handshake verdict if the handshake is not accepted
     * @param error the failure of the probe, or {@code null} if it returned a result
     */
    McpException of(EraVerdict verdict, @Nullable Throwable error) {
        McpException known = (error != null) ? known(error) : null;
        if (verdict instanceof EraVerdict.Refused refused && refused.offered() != null) {
            return noCommonRevision(refused.offered(), known);
        }
        if (verdict instanceof EraVerdict.Modern modern) {
            return version("the server refuses revision " + modern.revision() + ", although it offers it", null, known);
        }
        if (verdict instanceof EraVerdict.Legacy legacy && !(legacy.ambiguous() && known != null)) {
            return handshakeWanted(legacy, known);
        }
        return (known != null) ? known : noCommonRevision(List.of(), null);
    }

    private McpException known(Throwable error) {
        Throwable cause = Exceptions.unwrap(error);
        return (cause instanceof McpException known)
                ? known
                : new McpConnectionException(details(
                                McpOutcome.UNKNOWN,
                                "unexpected " + cause.getClass().getSimpleName())
                        .withCause(cause));
    }

    /** An error that the server returned. */
    McpException ofError(JsonRpcError error) {
        return new McpRequestException(
                details(
                        McpOutcome.ANSWERED,
                        "the server answered with error " + error.code() + ": " + SafeText.excerpt(error.message())),
                error.code(),
                error.message(),
                error.data());
    }

    /** No response within the time limit of the probe. */
    McpException silence(Duration waited) {
        return new McpTimeoutException(
                details(McpOutcome.UNKNOWN, "no response within " + waited.toMillis() + " ms")
                        .withRemedy("Check that the server responds, or raise connect-timeout."),
                McpTimeoutException.ANSWER,
                waited);
    }

    private McpException noCommonRevision(List<String> offered, @Nullable McpException cause) {
        return version(
                "no common protocol revision: the server offers " + offered + ", this client accepts " + ours(),
                "Set protocol to a revision that the server offers, or to auto.",
                cause);
    }

    private McpException handshakeWanted(EraVerdict.Legacy verdict, @Nullable McpException cause) {
        return version(
                "the server does not speak revision " + String.join(" or ", ours())
                        + ", which the protocol setting requires: " + verdict.reason(),
                "Set protocol to auto or to legacy.",
                cause);
    }

    /** Accepted revisions, latest first. */
    private List<String> ours() {
        return accepted().stream()
                .sorted(Comparator.reverseOrder())
                .map(ProtocolRevision::wireValue)
                .toList();
    }

    private McpException version(String problem, @Nullable String remedy, @Nullable McpException cause) {
        return new McpProtocolException(
                details(McpOutcome.ANSWERED, problem).withRemedy(remedy).withCause(cause),
                McpProtocolException.Reason.VERSION);
    }

    private McpErrorDetails details(McpOutcome outcome, String problem) {
        return McpErrorDetails.of(serverName(), McpMethods.SERVER_DISCOVER, outcome, problem);
    }
}
