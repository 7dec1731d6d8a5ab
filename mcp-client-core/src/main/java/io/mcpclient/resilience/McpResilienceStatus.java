package io.mcpclient.resilience;

/**
 * How the calls of one client fare. A picture of one moment; the counters grow from the building of the client on.
 *
 * @param circuit what the circuit breaker does with calls
 * @param retries how often a call was repeated
 * @param running calls that are under way
 * @param waiting calls that wait until fewer are under way
 * @param rejected calls that were refused here: the circuit was open, or too many were waiting, or one for too long
 */
public record McpResilienceStatus(McpCircuitState circuit, long retries, int running, int waiting, long rejected) {}
