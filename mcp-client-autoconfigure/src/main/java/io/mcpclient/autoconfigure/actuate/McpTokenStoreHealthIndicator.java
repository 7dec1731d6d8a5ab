package io.mcpclient.autoconfigure.actuate;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import io.mcpclient.autoconfigure.store.MonitoredStore;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.text.SafeText;

/**
 * Health of the token store, from the outcome of its last operation: a health check does not use the store.
 *
 * <pre>
 *  it succeeded, or there was none so far    UP
 *  it failed                                 DEGRADED
 * </pre>
 *
 * {@code DEGRADED} is unknown to the aggregation of Spring Boot and therefore does not affect the overall status: clients
 * continue with the tokens in memory.
 *
 * @see "faults J01, J02"
 */
final class McpTokenStoreHealthIndicator extends AbstractHealthIndicator {

    static final Status DEGRADED = new Status("DEGRADED", "tokens are stored in memory only");

    private final MonitoredStore store;

    McpTokenStoreHealthIndicator(MonitoredStore store) {
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        McpStoreStatus status = this.store.status();
        builder.status(status.available() ? Status.UP : DEGRADED).withDetail("failures", status.failures());
        if (!status.available()) {
            builder.withDetail("problem", SafeText.excerpt(status.problem())).withDetail("since", status.since());
        }
    }
}
