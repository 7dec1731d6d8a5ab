package io.mcpclient.status;

/** State of the circuit breaker of one server. */
public enum McpCircuitState {

    /** Calls are permitted. */
    CLOSED,

    /** Calls are rejected after consecutive failures. */
    OPEN,

    /** One trial call at a time is permitted; all others are rejected. */
    HALF_OPEN,

    /** There is no circuit breaker for this server. */
    DISABLED
}
