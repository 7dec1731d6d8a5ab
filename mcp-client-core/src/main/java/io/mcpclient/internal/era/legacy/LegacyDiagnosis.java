package io.mcpclient.internal.era.legacy;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Diagnosis;
import io.mcpclient.internal.era.Diagnosis.Certain;
import io.mcpclient.internal.era.Diagnosis.ProbeResult;
import io.mcpclient.internal.era.ServerReplacement;

/**
 * Diagnoses failed calls in one session of the handshake revisions.
 *
 * <table>
 * <caption>failures of a call, first match applies</caption>
 * <tr><th>failure</th><th>diagnosis</th></tr>
 * <tr><td>response that {@link LostSessions} suspects</td><td>session ambiguous: {@link SessionProbe}; if it is kept, the last
 * two rows apply</td></tr>
 * <tr><td>session lost, according to {@link LegacyFailures}</td><td>lost</td></tr>
 * <tr><td>no connection, nothing sent</td><td>lost: a server that refuses connections has most likely lost its sessions too; if
 * not, a new one is cheap</td></tr>
 * <tr><td>error that a server of a stateless revision could return</td><td>server ambiguous: {@link ServerReplacement}</td></tr>
 * <tr><td>anything else</td><td>kept</td></tr>
 * </table>
 *
 * Without a session id nothing is suspected. Thread-safe.
 *
 * @see "faults A19, D04, D05, J08"
 */
final class LegacyDiagnosis {

    private final @Nullable SessionProbe probe;

    private final ServerReplacement replacement;

    /**
     * Creates the table of one session.
     * @param probe probes the session, or {@code null} if it has no id
     * @param replacement detects another server in the place of this one
     */
    LegacyDiagnosis(@Nullable SessionProbe probe, ServerReplacement replacement) {
        this.probe = probe;
        this.replacement = replacement;
    }

    Diagnosis of(McpException error) {
        if (this.probe != null && this.probe.include(error)) {
            return new Diagnosis.SessionAmbiguous(this.probe.result(error).map(this::ofProbe));
        }
        return isLost(error) ? Certain.LOST : ofServer(error);
    }

    /** Returns whether an error means without a probe that the session is lost. */
    static boolean isLost(McpException error) {
        return error instanceof McpSessionException
                || (error instanceof McpConnectionException failure && failure.isUnreachable());
    }

    /** Returns whether an error leaves ambiguous whether the session is lost. */
    boolean isAmbiguous(McpException error) {
        return this.probe != null && this.probe.include(error);
    }

    private ProbeResult ofProbe(ProbeResult result) {
        return (result.diagnosis() == Certain.KEPT)
                ? new ProbeResult(ofServer(result.error()), result.error())
                : result;
    }

    private Diagnosis ofServer(McpException error) {
        return this.replacement.isSuspected(error)
                ? new Diagnosis.ServerAmbiguous(this.replacement
                        .probe()
                        .map(isReplaced -> new ProbeResult(isReplaced ? Certain.REPLACED : Certain.KEPT, error)))
                : Certain.KEPT;
    }
}
