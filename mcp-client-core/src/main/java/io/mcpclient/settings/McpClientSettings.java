package io.mcpclient.settings;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;

/**
 * All settings of one client that are plain values: each group holds its defaults and checks its values. Handlers, listeners,
 * interceptors, credentials and other objects with behaviour are given to the builder. Immutable.
 *
 * @param endpoint the server: a URL or a command; {@code null} for a custom transport
 * @param protocol protocol, and what servers learn about the client
 * @param timeouts timeouts and intervals
 * @param limits limits on messages and on concurrency
 * @param lists limits on lists
 * @param tools handling of tool definitions and results
 * @param sampling the sampling budget of the server
 * @param retry retries of failed calls
 * @param circuitBreaker when calls are rejected after repeated failures of the server
 * @param reconnect backoff between reconnection attempts
 * @param principals sessions of users, for a client with several identities
 * @param sessions persistent sessions; {@code null} if sessions are not stored
 */
public record McpClientSettings(
        @Nullable McpEndpointSettings endpoint,
        McpProtocolSettings protocol,
        McpTimeoutSettings timeouts,
        McpLimitSettings limits,
        McpListSettings lists,
        McpToolSettings tools,
        McpSamplingSettings sampling,
        McpRetrySettings retry,
        McpCircuitBreakerSettings circuitBreaker,
        McpReconnectSettings reconnect,
        McpPrincipalSettings principals,
        @Nullable McpSessionSettings sessions) {

    private static final McpClientSettings DEFAULTS = new McpClientSettings(
            null,
            McpProtocolSettings.defaults(),
            McpTimeoutSettings.defaults(),
            McpLimitSettings.defaults(),
            McpListSettings.defaults(),
            McpToolSettings.defaults(),
            McpSamplingSettings.defaults(),
            McpRetrySettings.defaults(),
            McpCircuitBreakerSettings.defaults(),
            McpReconnectSettings.defaults(),
            McpPrincipalSettings.defaults(),
            null);

    /** Commands may download packages when they are started for the first time. */
    private static final Duration CONNECT_TO_PROCESS = Duration.ofSeconds(60);

    private static final Duration CONNECT = Duration.ofSeconds(10);

    /**
     * Returns the defaults, without a server.
     * @return the settings
     */
    public static McpClientSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns the timeout of connecting, in effect.
     * @return the timeout that is set, or the default for the kind of server
     */
    public Duration connectTimeout() {
        Duration set = this.timeouts.connect();
        if (set != null) {
            return set;
        }
        return (this.endpoint instanceof McpProcessSettings) ? CONNECT_TO_PROCESS : CONNECT;
    }

    /**
     * Returns how long a request may stay queued, in effect.
     * @return the timeout that is set, or the timeout of connecting
     */
    public Duration acquireTimeout() {
        Duration set = this.timeouts.acquire();
        return (set != null) ? set : connectTimeout();
    }

    /**
     * Returns the part of the shutdown that is left for ending the session and releasing resources, after calls were drained.
     * @return the shutdown timeout without the drain timeout
     */
    public Duration releaseTimeout() {
        return this.timeouts.shutdown().minus(this.timeouts.drainInEffect());
    }

    /**
     * Returns whether the server is reached by HTTP+SSE, which supports handshake revisions only (SSE-01).
     * @return whether that transport is configured
     */
    public boolean isHttpWithSse() {
        return this.endpoint instanceof McpHttpSettings http && http.transport() == McpHttpTransportType.SSE;
    }

    /**
     * Checks settings that contradict each other.
     * @return these settings
     * @throws McpConfigurationException if two of them contradict each other; it names one of the properties
     */
    public McpClientSettings validated() {
        if (this.timeouts.drainInEffect().compareTo(this.timeouts.shutdown()) >= 0) {
            throw SettingChecks.invalid(
                    "drain-timeout",
                    "is " + this.timeouts.drainInEffect(),
                    "Use a duration from 0 to less than the shutdown-timeout, "
                            + this.timeouts.shutdown().toMillis() + "ms.");
        }
        if (isHttpWithSse() && this.protocol.era() == McpProtocol.MODERN) {
            throw SettingChecks.invalid(
                    "protocol",
                    "is modern, but the HTTP+SSE transport supports handshake revisions only",
                    "Change the protocol or the transport.");
        }
        return this;
    }

    /**
     * Returns a copy with the given value.
     * @param endpoint the server: a URL or a command; {@code null} for a custom transport
     * @return the copy
     */
    public McpClientSettings withEndpoint(@Nullable McpEndpointSettings endpoint) {
        return new McpClientSettings(
                endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param protocol protocol, and what servers learn about the client
     * @return the copy
     */
    public McpClientSettings withProtocol(McpProtocolSettings protocol) {
        return new McpClientSettings(
                this.endpoint,
                protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param timeouts timeouts and intervals
     * @return the copy
     */
    public McpClientSettings withTimeouts(McpTimeoutSettings timeouts) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param limits limits on messages and on concurrency
     * @return the copy
     */
    public McpClientSettings withLimits(McpLimitSettings limits) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param lists limits on lists
     * @return the copy
     */
    public McpClientSettings withLists(McpListSettings lists) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param tools handling of tool definitions and results
     * @return the copy
     */
    public McpClientSettings withTools(McpToolSettings tools) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param sampling the sampling budget of the server
     * @return the copy
     */
    public McpClientSettings withSampling(McpSamplingSettings sampling) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param retry retries of failed calls
     * @return the copy
     */
    public McpClientSettings withRetry(McpRetrySettings retry) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param circuitBreaker when calls are rejected after repeated failures of the server
     * @return the copy
     */
    public McpClientSettings withCircuitBreaker(McpCircuitBreakerSettings circuitBreaker) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                circuitBreaker,
                this.reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param reconnect backoff between reconnection attempts
     * @return the copy
     */
    public McpClientSettings withReconnect(McpReconnectSettings reconnect) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                reconnect,
                this.principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param principals sessions of users, for a client with several identities
     * @return the copy
     */
    public McpClientSettings withPrincipals(McpPrincipalSettings principals) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                principals,
                this.sessions);
    }

    /**
     * Returns a copy with the given value.
     * @param sessions persistent sessions; {@code null} if sessions are not stored
     * @return the copy
     */
    public McpClientSettings withSessions(@Nullable McpSessionSettings sessions) {
        return new McpClientSettings(
                this.endpoint,
                this.protocol,
                this.timeouts,
                this.limits,
                this.lists,
                this.tools,
                this.sampling,
                this.retry,
                this.circuitBreaker,
                this.reconnect,
                this.principals,
                sessions);
    }
}
