package io.mcpclient.resilience;

/** What the circuit breaker of one server does with calls. */
public enum McpCircuitState {

    /** Calls go through. */
    CLOSED,

    /** Calls are refused: the last ones have failed in a row. */
    OPEN,

    /** One call at a time goes through, to see whether it succeeds; all others are refused. */
    HALF_OPEN,

    /** There is no circuit breaker for this server. */
    DISABLED
}
