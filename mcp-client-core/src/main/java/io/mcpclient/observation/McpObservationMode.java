package io.mcpclient.observation;

/** How much of a client is observed. */
public enum McpObservationMode {

    /** Operations, exchanges and requests of servers are observed, and the trace context goes along with them. */
    FULL,

    /** Nothing is observed; the trace context of whoever calls goes along with what is sent. */
    PROPAGATE,

    /** Neither. Costs nothing. */
    OFF
}
