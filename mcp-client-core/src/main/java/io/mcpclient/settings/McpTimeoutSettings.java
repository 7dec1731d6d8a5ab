package io.mcpclient.settings;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;

/**
 * Timeouts and intervals of a client, each from a millisecond to 24 days. Immutable.
 *
 * @param connect timeout of connecting, including the handshake; {@code null} for the default: 10 seconds, and 60 seconds for a command,
 *     whose first start may download packages
 * @param response timeout of the status and the headers of each Streamable HTTP response; {@code null} for none but the deadline of the call,
 *     because a server that responds with JSON sends headers only after the tool has finished
 * @param request default timeout of an operation, including connecting
 * @param requestMax maximum duration of a request whose deadline is extended, by progress or because the server waits for the client; also
 *     the timeout of one handler invocation
 * @param shutdown timeout of ending a session and releasing its resources
 * @param drain how long in-flight calls are drained when the client is disposed or closed; the remaining calls then fail, and their
 *     errors state whether they may have been executed. A part of {@code shutdown}, zero to skip draining; {@code null} for half of it
 * @param acquire how long a request may stay queued before it is rejected; {@code null} for the timeout of connecting
 * @param keepAlive interval of pings, two of which in a row may be missed before the client reconnects; {@code null} for none. A server of the
 *     stateless revision, where nothing depends on a connection, is never pinged. An idle listening stream is checked after two and a half
 *     times the interval, and after 75 seconds without one
 * @param changeDebounce debounce interval of notifications that a list has changed
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping">MCP: Ping</a>
 */
public record McpTimeoutSettings(
        @Nullable Duration connect,
        @Nullable Duration response,
        Duration request,
        Duration requestMax,
        Duration shutdown,
        @Nullable Duration drain,
        @Nullable Duration acquire,
        @Nullable Duration keepAlive,
        Duration changeDebounce) {

    private static final McpTimeoutSettings DEFAULTS = new McpTimeoutSettings(
            null,
            null,
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            Duration.ofSeconds(5),
            null,
            null,
            null,
            Duration.ofMillis(200));

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpTimeoutSettings {
        SettingChecks.positive("connect-timeout", connect, "10s");
        SettingChecks.positive("response-timeout", response, "10s");
        SettingChecks.positive("request-timeout", request, "30000ms");
        SettingChecks.positive("request-timeout-max", requestMax, "600000ms");
        SettingChecks.positive("shutdown-timeout", shutdown, "5000ms");
        if (drain != null && !drain.isZero()) {
            SettingChecks.positive("drain-timeout", drain, "2s");
        }
        SettingChecks.positive("acquire-timeout", acquire, "10s");
        SettingChecks.positive("keep-alive", keepAlive, "30s");
        SettingChecks.positive("refresh-debounce", changeDebounce, "200ms");
    }

    /**
     * Returns the defaults: 30 seconds for a request and at most 10 minutes, 5 seconds for a shutdown, no pings, 200 milliseconds of debounce.
     * @return the settings
     */
    public static McpTimeoutSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param connect timeout of connecting, including the handshake; {@code null} for the default: 10 seconds, and 60 seconds for a command,
     *     whose first start may download packages
     * @return the copy
     */
    public McpTimeoutSettings withConnect(@Nullable Duration connect) {
        return new McpTimeoutSettings(
                connect,
                this.response,
                this.request,
                this.requestMax,
                this.shutdown,
                this.drain,
                this.acquire,
                this.keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param response timeout of the status and the headers of each Streamable HTTP response; {@code null} for none but the deadline of the call,
     *     because a server that responds with JSON sends headers only after the tool has finished
     * @return the copy
     */
    public McpTimeoutSettings withResponse(@Nullable Duration response) {
        return new McpTimeoutSettings(
                this.connect,
                response,
                this.request,
                this.requestMax,
                this.shutdown,
                this.drain,
                this.acquire,
                this.keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param request default timeout of an operation, including connecting
     * @return the copy
     */
    public McpTimeoutSettings withRequest(Duration request) {
        return new McpTimeoutSettings(
                this.connect,
                this.response,
                request,
                this.requestMax,
                this.shutdown,
                this.drain,
                this.acquire,
                this.keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param requestMax maximum duration of a request whose deadline is extended, by progress or because the server waits for the client; also
     *     the timeout of one handler invocation
     * @return the copy
     */
    public McpTimeoutSettings withRequestMax(Duration requestMax) {
        return new McpTimeoutSettings(
                this.connect,
                this.response,
                this.request,
                requestMax,
                this.shutdown,
                this.drain,
                this.acquire,
                this.keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param shutdown timeout of ending a session and releasing its resources
     * @return the copy
     */
    public McpTimeoutSettings withShutdown(Duration shutdown) {
        return new McpTimeoutSettings(
                this.connect,
                this.response,
                this.request,
                this.requestMax,
                shutdown,
                this.drain,
                this.acquire,
                this.keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param drain how long in-flight calls are drained when the client is disposed or closed; the remaining calls then fail, and their
     *     errors state whether they may have been executed. A part of {@code shutdown}, zero to skip draining; {@code null} for half of it
     * @return the copy
     */
    public McpTimeoutSettings withDrain(@Nullable Duration drain) {
        return new McpTimeoutSettings(
                this.connect,
                this.response,
                this.request,
                this.requestMax,
                this.shutdown,
                drain,
                this.acquire,
                this.keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param acquire how long a request may stay queued before it is rejected; {@code null} for the timeout of connecting
     * @return the copy
     */
    public McpTimeoutSettings withAcquire(@Nullable Duration acquire) {
        return new McpTimeoutSettings(
                this.connect,
                this.response,
                this.request,
                this.requestMax,
                this.shutdown,
                this.drain,
                acquire,
                this.keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param keepAlive interval of pings, two of which in a row may be missed before the client reconnects; {@code null} for none. A server of the
     *     stateless revision, where nothing depends on a connection, is never pinged. An idle listening stream is checked after two and a half
     *     times the interval, and after 75 seconds without one
     * @return the copy
     */
    public McpTimeoutSettings withKeepAlive(@Nullable Duration keepAlive) {
        return new McpTimeoutSettings(
                this.connect,
                this.response,
                this.request,
                this.requestMax,
                this.shutdown,
                this.drain,
                this.acquire,
                keepAlive,
                this.changeDebounce);
    }

    /**
     * Returns a copy with the given value.
     * @param changeDebounce debounce interval of notifications that a list has changed
     * @return the copy
     */
    public McpTimeoutSettings withChangeDebounce(Duration changeDebounce) {
        return new McpTimeoutSettings(
                this.connect,
                this.response,
                this.request,
                this.requestMax,
                this.shutdown,
                this.drain,
                this.acquire,
                this.keepAlive,
                changeDebounce);
    }

    /** The timeout of draining, in effect: half of the timeout of the shutdown unless it is set. */
    public Duration drainInEffect() {
        return (this.drain != null) ? this.drain : this.shutdown.dividedBy(2);
    }
}
