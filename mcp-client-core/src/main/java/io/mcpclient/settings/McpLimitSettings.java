package io.mcpclient.settings;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.jsonrpc.JsonLimits;

/**
 * Limits on messages and on concurrency. Immutable.
 *
 * @param maxMessageSize maximum size of a single message from the server, in bytes, at least 1024
 * @param maxMessageNodes maximum number of JSON nodes (brackets, names and values) in a single message from the server, and in all items of one
 *     list together, at least 1000; a node takes up to fifty bytes of heap, however short it is
 * @param maxConcurrentRequests maximum number of concurrent requests to the server, at least 1; further requests are queued
 * @param maxQueuedRequests maximum number of queued requests, 0 or more; further requests are rejected immediately with
 *     {@link io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}
 * @param maxInboundRequests maximum number of server requests handled concurrently, at least 1; a few more are queued, the rest is rejected
 * @param maxInputRounds maximum number of rounds of a multi-round-trip request, in which the server asks for input before it returns a result
 *     (revision 2026-07-28 and later), at least 1
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr">MCP: Multi Round-Trip Requests</a>
 */
public record McpLimitSettings(
        int maxMessageSize,
        int maxMessageNodes,
        int maxConcurrentRequests,
        int maxQueuedRequests,
        int maxInboundRequests,
        int maxInputRounds) {

    private static final McpLimitSettings DEFAULTS =
            new McpLimitSettings(JsonLimits.DEFAULT.maxMessageSize(), JsonLimits.DEFAULT.maxNodes(), 64, 1024, 16, 10);

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpLimitSettings {
        SettingChecks.size("max-message-size", maxMessageSize);
        SettingChecks.atLeast("max-message-nodes", maxMessageNodes, 1000);
        SettingChecks.atLeast("max-concurrent-requests", maxConcurrentRequests, 1);
        SettingChecks.atLeast("max-queued-requests", maxQueuedRequests, 0);
        SettingChecks.atLeast("max-inbound-requests", maxInboundRequests, 1);
        SettingChecks.atLeast("max-input-rounds", maxInputRounds, 1);
    }

    /**
     * Returns the defaults: messages of 16 MiB and 500,000 nodes, 64 concurrent and 1024 queued requests, 16 server requests, 10 rounds.
     * @return the settings
     */
    public static McpLimitSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param maxMessageSize maximum size of a single message from the server, in bytes, at least 1024
     * @return the copy
     */
    public McpLimitSettings withMaxMessageSize(int maxMessageSize) {
        return new McpLimitSettings(
                maxMessageSize,
                this.maxMessageNodes,
                this.maxConcurrentRequests,
                this.maxQueuedRequests,
                this.maxInboundRequests,
                this.maxInputRounds);
    }

    /**
     * Returns a copy with the given value.
     * @param maxMessageNodes maximum number of JSON nodes (brackets, names and values) in a single message from the server, and in all items of one
     *     list together, at least 1000; a node takes up to fifty bytes of heap, however short it is
     * @return the copy
     */
    public McpLimitSettings withMaxMessageNodes(int maxMessageNodes) {
        return new McpLimitSettings(
                this.maxMessageSize,
                maxMessageNodes,
                this.maxConcurrentRequests,
                this.maxQueuedRequests,
                this.maxInboundRequests,
                this.maxInputRounds);
    }

    /**
     * Returns a copy with the given value.
     * @param maxConcurrentRequests maximum number of concurrent requests to the server, at least 1; further requests are queued
     * @return the copy
     */
    public McpLimitSettings withMaxConcurrentRequests(int maxConcurrentRequests) {
        return new McpLimitSettings(
                this.maxMessageSize,
                this.maxMessageNodes,
                maxConcurrentRequests,
                this.maxQueuedRequests,
                this.maxInboundRequests,
                this.maxInputRounds);
    }

    /**
     * Returns a copy with the given value.
     * @param maxQueuedRequests maximum number of queued requests, 0 or more; further requests are rejected immediately with
     *     {@link io.mcpclient.error.McpRejectedException.Reason#OVERLOAD}
     * @return the copy
     */
    public McpLimitSettings withMaxQueuedRequests(int maxQueuedRequests) {
        return new McpLimitSettings(
                this.maxMessageSize,
                this.maxMessageNodes,
                this.maxConcurrentRequests,
                maxQueuedRequests,
                this.maxInboundRequests,
                this.maxInputRounds);
    }

    /**
     * Returns a copy with the given value.
     * @param maxInboundRequests maximum number of server requests handled concurrently, at least 1; a few more are queued, the rest is rejected
     * @return the copy
     */
    public McpLimitSettings withMaxInboundRequests(int maxInboundRequests) {
        return new McpLimitSettings(
                this.maxMessageSize,
                this.maxMessageNodes,
                this.maxConcurrentRequests,
                this.maxQueuedRequests,
                maxInboundRequests,
                this.maxInputRounds);
    }

    /**
     * Returns a copy with the given value.
     * @param maxInputRounds maximum number of rounds of a multi-round-trip request, in which the server asks for input before it returns a result
     *     (revision 2026-07-28 and later), at least 1
     * @return the copy
     */
    public McpLimitSettings withMaxInputRounds(int maxInputRounds) {
        return new McpLimitSettings(
                this.maxMessageSize,
                this.maxMessageNodes,
                this.maxConcurrentRequests,
                this.maxQueuedRequests,
                this.maxInboundRequests,
                maxInputRounds);
    }
}
