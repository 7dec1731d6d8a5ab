package io.mcpclient.status;

/**
 * Snapshot of the resilience of one client; the counters start when the client is built.
 *
 * @param circuit state of the circuit breaker
 * @param retries number of retries
 * @param running in-flight calls
 * @param waiting calls queued for the limit of concurrent calls
 * @param rejected calls rejected by the client: the circuit was open, the queue was full, or the queue time was exceeded
 */
public record McpResilienceStatus(McpCircuitState circuit, long retries, int running, int waiting, long rejected) {}
