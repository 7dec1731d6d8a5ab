package io.mcpclient.autoconfigure.actuate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.Implementation;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpListReport;
import io.mcpclient.status.McpServerDescription;

/**
 * Health of one server, from the state of its client: a health check sends no request.
 *
 * <pre>
 *                                            required     optional
 *  connected                                 UP           UP
 *  not connected, no failure so far          DOWN         UNKNOWN   (lazy, or connecting for the first time)
 *  not connected after a failure             DOWN         {@code mcp.health.optional-servers}, by default UNKNOWN
 * </pre>
 *
 * The aggregation of Spring Boot ranks {@code UNKNOWN} below {@code UP}: an optional server that is not connected does not
 * change the overall status.
 *
 * The detail {@code lists} says which lists are incomplete and why; it does not affect the status.
 *
 * Details contain neither addresses nor headers.
 *
 * @see "fault I23"
 */
final class McpServerHealthIndicator extends AbstractHealthIndicator {

    private final McpClient client;

    private final McpToolRegistry registry;

    private final BooleanSupplier required;

    private final Status optionalAfterFailure;

    McpServerHealthIndicator(
            McpClient client, McpToolRegistry registry, BooleanSupplier required, Status optionalAfterFailure) {
        this.client = client;
        this.registry = registry;
        this.required = required;
        this.optionalAfterFailure = optionalAfterFailure;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        McpClientStatus status = this.client.status();
        boolean needed = this.required.getAsBoolean();
        builder.status(rate(status, needed))
                .withDetail("state", status.state().name())
                .withDetail("since", status.since())
                .withDetail("required", needed)
                .withDetail(
                        "tools",
                        ServerDescriber.known(this.registry, status.name()).size());
        describe(builder, status.server());
        Map<String, String> problems = problems(status.lists());
        if (!problems.isEmpty()) {
            builder.withDetail("lists", problems);
        }
        if (status.eraReason() != null) {
            builder.withDetail("eraReason", status.eraReason());
        }
        McpCircuitState circuit = status.resilience().circuit();
        if (circuit == McpCircuitState.OPEN || circuit == McpCircuitState.HALF_OPEN) {
            builder.withDetail("circuit", circuit.name()); // a connected server remains UP
        }
        if (status.lastError() instanceof McpAuthorizationException refusal
                && refusal.reason() == McpAuthorizationException.Reason.INTERACTION_REQUIRED) {
            builder.withDetail("authorization", "required");
            builder.withDetail(
                    "lastError", refusal.problem()); // the link in its remedy is for operators: see the mcp endpoint
        } else if (status.lastError() != null) {
            builder.withDetail("lastError", String.valueOf(status.lastError().getMessage()));
        }
        if (status.nextAttempt() != null) {
            builder.withDetail("nextAttempt", status.nextAttempt());
        }
    }

    private Status rate(McpClientStatus status, boolean needed) {
        if (status.isConnected()) {
            return Status.UP;
        }
        if (needed) {
            return Status.DOWN;
        }
        return (status.lastError() != null) ? this.optionalAfterFailure : Status.UNKNOWN;
    }

    /** Returns why items of lists are missing, by method. A map, as a native image could write no record without hints. */
    private static Map<String, String> problems(List<McpListReport> lists) {
        Map<String, String> problems = new TreeMap<>();
        for (McpListReport list : lists) {
            String problem = (list.problem() != null) ? list.problem() : dropped(list);
            if (problem != null) {
                problems.put(list.list(), problem);
            }
        }
        return problems;
    }

    private static @Nullable String dropped(McpListReport list) {
        return list.droppedItems().stream()
                .filter(DroppedItem::isWhole)
                .findFirst()
                .map(first -> list.dropped() + ((list.dropped() == 1) ? " item" : " items")
                        + " left out, the first is \"" + first.name() + "\": " + first.reason())
                .orElse(null);
    }

    private static void describe(Health.Builder builder, @Nullable McpServerDescription server) {
        if (server == null) {
            return;
        }
        builder.withDetail("era", server.era().label())
                .withDetail("revision", server.revision().wireValue());
        Implementation info = server.serverInfo();
        if (info != null) {
            builder.withDetail("server", ServerInfo.of(info));
        }
    }
}
