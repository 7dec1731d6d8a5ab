package io.mcpclient.observation;

/** Extent of the observation of a client. */
public enum McpObservationMode {

    /** Operations, exchanges and server requests are observed, and their trace context is propagated. */
    FULL,

    /** Nothing is observed; the caller's trace context is propagated. */
    PROPAGATE,

    /** Nothing is observed or propagated, without any cost. */
    OFF
}
