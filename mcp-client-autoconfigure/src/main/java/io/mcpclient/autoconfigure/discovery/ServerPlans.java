package io.mcpclient.autoconfigure.discovery;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.settings.FoundServer;
import io.mcpclient.autoconfigure.settings.ServerLookup;
import io.mcpclient.discovery.McpCardDocument;
import io.mcpclient.discovery.McpInputRequest;
import io.mcpclient.discovery.McpInputValues;
import io.mcpclient.discovery.McpRegistryEntry;
import io.mcpclient.discovery.McpServerConsent;
import io.mcpclient.discovery.McpServerPlan;
import io.mcpclient.discovery.McpServerPlanner;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.spring.McpServers;

/**
 * Turns cards and registry entries into servers: inputs are filled in, and consents are checked.
 *
 * @param planner makes the plans
 * @param shared {@code mcp.inputs}
 */
record ServerPlans(McpServerPlanner planner, Map<String, String> shared) {

    /**
     * A card or a registry entry.
     *
     * @param publisher URL of the card, {@code null} for a registry entry
     * @param plan makes the plan
     * @param inputs returns the inputs
     * @param registered whether it is a registry entry
     * @param comparison compares it with the live server
     * @param warnings further warnings
     */
    record Published(
            @Nullable URI publisher,
            Function<McpInputValues, McpServerPlan> plan,
            Supplier<List<McpInputRequest>> inputs,
            boolean registered,
            FoundServer.Comparison comparison,
            List<String> warnings) {}

    Published of(McpCardDocument card) {
        return new Published(
                card.url(),
                values -> this.planner.plan(card, values),
                () -> this.planner.inputs(card),
                false,
                card.card()::differences,
                List.of());
    }

    Published of(McpRegistryEntry entry, List<String> warnings) {
        return new Published(
                null,
                values -> this.planner.plan(entry, values),
                () -> this.planner.inputs(entry),
                true,
                FoundServer.Comparison.NONE,
                warnings);
    }

    /** Checks what does not depend on a lookup. */
    void check(String server, ServerLookup lookup) {
        new ServerInputs(this.shared, server, lookup, null);
    }

    FoundServer found(String server, ServerLookup lookup, Published published) {
        McpServerPlan plan = plan(server, lookup, published);
        return new FoundServer(
                endpoint(server, lookup, plan),
                plan.source(),
                plan.name(),
                plan.version(),
                published.registered(),
                plan.digest(),
                plan.description(),
                concat(plan.warnings(), published.warnings()),
                plan.protocolVersions(),
                published.comparison());
    }

    McpServers.Preview preview(String server, ServerLookup lookup, Published published) {
        ServerInputs values = new ServerInputs(this.shared, server, lookup, published.publisher());
        List<McpServers.Input> inputs = published.inputs().get().stream()
                .map(request -> new McpServers.Input(
                        request.name(),
                        request.place(),
                        request.input().description(),
                        request.input().required(),
                        request.input().secret(),
                        request.input().defaultValue(),
                        request.input().choices(),
                        values.value(request) != null))
                .toList();
        try {
            McpServerPlan plan = plan(server, lookup, published);
            return new McpServers.Preview(
                    plan.name(),
                    plan.version(),
                    plan.source(),
                    plan.description(),
                    plan.isProcess(),
                    plan.digest(),
                    concat(plan.warnings(), published.warnings()),
                    inputs);
        } catch (McpConfigurationException missing) {
            return McpServers.Preview.incomplete(String.valueOf(missing.getMessage()), inputs);
        }
    }

    private McpServerPlan plan(String server, ServerLookup lookup, Published published) {
        ServerInputs values = new ServerInputs(this.shared, server, lookup, published.publisher());
        McpServerPlan plan = published.plan().apply(values);
        values.requirePermitted(plan);
        return plan;
    }

    private static McpEndpointSettings endpoint(String server, ServerLookup lookup, McpServerPlan plan) {
        String consent = lookup.server().consent();
        if (consent == null) {
            if (!plan.isProcess()) {
                return plan.http();
            }
            throw new McpConfigurationException(
                    server,
                    "mcp.servers." + server + ".consent",
                    "is missing, and the registry entry would run: " + plan.description(),
                    "Set it to " + plan.digest() + " if this may be run.");
        }
        McpServerConsent given = new McpServerConsent(plan.source(), plan.name(), plan.version(), consent.trim());
        if (plan.isProcess()) {
            return plan.process(given);
        }
        plan.requireConsent(given);
        return plan.http();
    }

    private static List<String> concat(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
