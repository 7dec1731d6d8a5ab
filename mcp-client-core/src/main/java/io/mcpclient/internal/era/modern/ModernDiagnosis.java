package io.mcpclient.internal.era.modern;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.era.Diagnosis;
import io.mcpclient.internal.era.Diagnosis.Certain;

/**
 * Diagnoses failed calls to a discovered server of the stateless revision.
 *
 * <table>
 * <caption>failures of a call, first match applies</caption>
 * <tr><th>failure</th><th>diagnosis</th></tr>
 * <tr><td>an answer of another server, according to {@link ModernFailures}</td><td>session ambiguous: {@link ServerProbe}</td></tr>
 * <tr><td>no connection, nothing sent, one channel for all requests</td><td>lost</td></tr>
 * <tr><td>no connection, nothing sent, a connection for each request</td><td>session ambiguous: {@link ServerProbe}</td></tr>
 * <tr><td>anything else</td><td>kept</td></tr>
 * </table>
 *
 * Thread-safe.
 *
 * @see "MCP 2026-07-28, basic/index, statelessness (RPC-29); faults A01, A19"
 */
final class ModernDiagnosis {

    private final ServerProbe probe;

    private final boolean isRequestScoped;

    /**
     * Creates the table of one session.
     * @param probe probes the server
     * @param isRequestScoped whether each request has a connection of its own
     */
    ModernDiagnosis(ServerProbe probe, boolean isRequestScoped) {
        this.probe = probe;
        this.isRequestScoped = isRequestScoped;
    }

    Diagnosis of(McpException error) {
        if (error instanceof McpSessionException foreign) {
            return new Diagnosis.SessionAmbiguous(this.probe.ofForeign(foreign));
        }
        if (!isNoConnection(error)) {
            return Certain.KEPT;
        }
        return this.isRequestScoped ? new Diagnosis.SessionAmbiguous(this.probe.ofUnsent(error)) : Certain.LOST;
    }

    /** Returns whether there was no connection for a request. */
    static boolean isNoConnection(Throwable error) {
        return error instanceof McpConnectionException failure && failure.isUnreachable();
    }
}
