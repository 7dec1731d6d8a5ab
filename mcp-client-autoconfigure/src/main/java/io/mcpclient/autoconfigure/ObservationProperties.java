package io.mcpclient.autoconfigure;

import io.mcpclient.observation.McpObservationMode;

/** Properties of the observation of clients, for all servers. */
public class ObservationProperties {

    /** Scope of the observation of clients. */
    private McpObservationMode mode = McpObservationMode.FULL;

    /** Whether to send the trace baggage to servers. It may contain user data. */
    private boolean includeBaggage = false;

    /** Whether spans include the arguments and results of tools. They may contain sensitive data. */
    private boolean includePayloads = false;

    /** Whether duration metrics have the tag mcp.server.name, the configured name of the server. */
    private boolean includeServerName = true;

    /** Whether to observe the clients' HTTP requests as well. */
    private boolean includeHttpRequests = true;

    /** Whether to measure each request on the wire as well, as mcp.client.exchange.duration. */
    private boolean includeExchangeMetrics = false;

    /** Durations that have a histogram. */
    private Histograms histograms = Histograms.OPERATIONS;

    /** Whether a tool call within a span named execute_tool adds to that span instead of creating its own. */
    private boolean joinToolSpans = true;

    public McpObservationMode getMode() {
        return this.mode;
    }

    public void setMode(McpObservationMode mode) {
        this.mode = mode;
    }

    public boolean isIncludeBaggage() {
        return this.includeBaggage;
    }

    public void setIncludeBaggage(boolean includeBaggage) {
        this.includeBaggage = includeBaggage;
    }

    public boolean isIncludePayloads() {
        return this.includePayloads;
    }

    public void setIncludePayloads(boolean includePayloads) {
        this.includePayloads = includePayloads;
    }

    public boolean isIncludeServerName() {
        return this.includeServerName;
    }

    public void setIncludeServerName(boolean includeServerName) {
        this.includeServerName = includeServerName;
    }

    public boolean isIncludeHttpRequests() {
        return this.includeHttpRequests;
    }

    public void setIncludeHttpRequests(boolean includeHttpRequests) {
        this.includeHttpRequests = includeHttpRequests;
    }

    public boolean isJoinToolSpans() {
        return this.joinToolSpans;
    }

    public void setJoinToolSpans(boolean joinToolSpans) {
        this.joinToolSpans = joinToolSpans;
    }

    public boolean isIncludeExchangeMetrics() {
        return this.includeExchangeMetrics;
    }

    public void setIncludeExchangeMetrics(boolean includeExchangeMetrics) {
        this.includeExchangeMetrics = includeExchangeMetrics;
    }

    public Histograms getHistograms() {
        return this.histograms;
    }

    public void setHistograms(Histograms histograms) {
        this.histograms = histograms;
    }

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
