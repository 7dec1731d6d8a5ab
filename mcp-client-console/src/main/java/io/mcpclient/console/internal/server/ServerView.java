package io.mcpclient.console.internal.server;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A server as a card shows it. Times are milliseconds since 1970. What the server says about itself is untrusted.
 *
 * @param name configured name
 * @param state state of the client, {@code DISABLED} for a server that was disabled
 * @param since start of the state, or {@code null}
 * @param era {@code legacy} or {@code modern}, last known
 * @param eraReason how the era was determined, or {@code null}
 * @param revision revision of the protocol, last known
 * @param identity what the server says about itself, or {@code null}
 * @param peer host and port of the server, or the kind of transport
 * @param inFlight number of requests that wait for a response
 * @param tools number of its tools in the registry
 * @param error last error while it is not connected, or {@code null}
 * @param remedy what to do about the error, or {@code null}
 * @param nextAttempt next attempt to connect, or {@code null}
 * @param counters numbers since the start, or {@code null}
 * @param latencies how long the last requests took in milliseconds, oldest first
 * @param authorizations authorizations by the user that the server waits for
 */
record ServerView(
        String name,
        String state,
        @Nullable Long since,
        @Nullable String era,
        @Nullable String eraReason,
        @Nullable String revision,
        @Nullable Identity identity,
        @Nullable String peer,
        int inFlight,
        int tools,
        @Nullable String error,
        @Nullable String remedy,
        @Nullable Long nextAttempt,
        @Nullable Counters counters,
        List<Long> latencies,
        List<Authorization> authorizations) {

    /** What a server says about itself. */
    record Identity(
            String name,
            @Nullable String title,
            @Nullable String version,
            @Nullable String instructions) {}

    /**
     * Numbers since the start.
     *
     * @param connects successful attempts
     * @param reconnects successful attempts after a lost connection
     * @param failedAttempts failed attempts
     * @param retries repeated requests
     * @param ignoredMessages messages that were dropped
     * @param circuit state of the circuit breaker
     */
    record Counters(
            long connects, long reconnects, long failedAttempts, long retries, long ignoredMessages, String circuit) {}

    /**
     * An authorization that a server waits for.
     *
     * @param issuer authorization server
     * @param scopes requested scopes
     * @param address page that begins the authorization
     * @param userCode code that the user enters there, or {@code null}
     * @param expiresAt end of the request
     */
    record Authorization(
            String issuer,
            List<String> scopes,
            String address,
            @Nullable String userCode,
            long expiresAt) {}

    static ServerView disabled(String name) {
        return new ServerView(
                name,
                "DISABLED",
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                0,
                null,
                null,
                null,
                null,
                List.of(),
                List.of());
    }
}
