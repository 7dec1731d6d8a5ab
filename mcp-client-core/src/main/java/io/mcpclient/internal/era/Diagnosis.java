package io.mcpclient.internal.era;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;

/** What a failed call means for the session in which it was sent. */
public sealed interface Diagnosis {

    /** A diagnosis that needs no request. */
    enum Certain implements Diagnosis {

        /** The session is intact: the error concerns the call. */
        KEPT,

        /** The session is intact, and a proxy before the server refused the call, which the server did not see. */
        REFUSED,

        /** A new session is needed before the next call. */
        LOST,

        /** The server was replaced by one of another era, which refused a request that it did not understand. */
        REPLACED
    }

    /**
     * The failure leaves ambiguous whether the session is lost.
     *
     * @param probe sends one request to the server, shared by concurrent callers; never fails, and is bounded in time
     * @see "faults D04, D05"
     */
    record SessionAmbiguous(Mono<ProbeResult> probe) implements Diagnosis {}

    /**
     * The failure may come from a server of another era that has replaced the server of the session.
     *
     * @param probe sends a request to the server, shared by concurrent callers and not often; never fails
     * @see "fault A19"
     */
    record ServerAmbiguous(Mono<ProbeResult> probe) implements Diagnosis {}

    /**
     * Result of a probe.
     *
     * @param diagnosis the diagnosis; after the probe of a session, the server may still be ambiguous
     * @param error the error for the caller, unless the call is repeated
     */
    record ProbeResult(Diagnosis diagnosis, McpException error) {}
}
