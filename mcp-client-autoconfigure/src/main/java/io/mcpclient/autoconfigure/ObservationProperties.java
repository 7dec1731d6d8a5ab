package io.mcpclient.autoconfigure;

import io.mcpclient.observation.McpObservationMode;

/** Properties of what is observed of the clients, for all servers. */
public class ObservationProperties {

    /** How much of the clients is observed. */
    private McpObservationMode mode = McpObservationMode.FULL;

    /** Whether the baggage of a trace is sent to servers. It may hold data of users. */
    private boolean includeBaggage = false;

    /** Whether spans show arguments and results of tools. They may hold anything. */
    private boolean includePayloads = false;

    /** Whether durations have the tag mcp.server.name, the configured name of the server. */
    private boolean includeServerName = true;

    /** Whether the HTTP requests of the clients are observed, too. */
    private boolean includeHttpRequests = true;

    /** Whether a tool call within a span named execute_tool adds to that span, instead of having one of its own. */
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
}
