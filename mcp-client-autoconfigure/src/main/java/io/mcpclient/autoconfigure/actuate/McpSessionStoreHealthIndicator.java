package io.mcpclient.autoconfigure.actuate;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.text.SafeText;

/**
 * Health of the session store, from the state of the clients: a health check sends no request.
 *
 * <pre>
 *  every client could use it, or has not needed it so far    UP
 *  a client could not use it last time                       DEGRADED
 * </pre>
 *
 * {@code DEGRADED} is unknown to the aggregation of Spring Boot and therefore does not affect the overall status: all calls
 * still work, only a restart would require handshakes.
 *
 * @see "faults J01, J02"
 */
final class McpSessionStoreHealthIndicator extends AbstractHealthIndicator {

    static final Status DEGRADED = new Status("DEGRADED", "sessions are stored in memory only");

    private final McpClients clients;

    /** Reason why a client cannot use the store. */
    record Problem(String problem, Instant since) {}

    McpSessionStoreHealthIndicator(McpClients clients) {
        this.clients = clients;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Map<String, Object> problems = new LinkedHashMap<>();
        long failures = 0;
        for (McpClient client : this.clients.all()) {
            McpStoreStatus status = client.status().sessionStore();
            if (status != null) {
                failures += status.failures();
                if (!status.available()) {
                    problems.put(client.name(), new Problem(SafeText.excerpt(status.problem()), status.since()));
                }
            }
        }
        builder.status(problems.isEmpty() ? Status.UP : DEGRADED).withDetail("failures", failures);
        if (!problems.isEmpty()) {
            builder.withDetail("servers", problems);
        }
    }
}
