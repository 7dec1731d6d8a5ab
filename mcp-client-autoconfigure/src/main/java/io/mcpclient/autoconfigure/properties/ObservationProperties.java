package io.mcpclient.autoconfigure.properties;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.mcpclient.observation.McpObservationMode;

/**
 * Properties of the observation of clients, for all servers: {@code mcp.observation}. Binding only.
 *
 * @param mode Scope of the observation of clients.
 * @param includeBaggage Whether to send the trace baggage to servers. It may contain user data.
 * @param includePayloads Whether spans include the arguments and results of tools. They may contain sensitive data.
 * @param includeServerName Whether duration metrics have the tag mcp.server.name, the configured name of the server.
 * @param includeHttpRequests Whether to observe the clients' HTTP requests as well.
 * @param includeExchangeMetrics Whether to measure each request on the wire as well, as mcp.client.exchange.duration.
 * @param histograms Durations that have a histogram.
 * @param joinToolSpans Whether a tool call within a span named execute_tool adds to that span instead of creating its own.
 */
public record ObservationProperties(
        @DefaultValue("full") McpObservationMode mode,
        boolean includeBaggage,
        boolean includePayloads,
        @DefaultValue("true") boolean includeServerName,
        @DefaultValue("true") boolean includeHttpRequests,
        boolean includeExchangeMetrics,
        @DefaultValue("operations") Histograms histograms,
        @DefaultValue("true") boolean joinToolSpans) {

    /** Durations that have a histogram, with the buckets of the OpenTelemetry conventions. */
    public enum Histograms {

        /** None. */
        NONE,

        /** Operations of callers, such as calls of tools. */
        OPERATIONS,

        /** All operations, exchanges, requests of servers, and sessions. */
        ALL
    }
}
