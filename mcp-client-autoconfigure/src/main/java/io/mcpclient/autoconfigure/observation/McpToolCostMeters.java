package io.mcpclient.autoconfigure.observation;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.DisposableBean;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.observation.McpMessage;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolUsage;

/**
 * Binds meters of what tools cost in prompts of models, in estimated tokens: of the definitions of each server, and of each result
 * that a model reads. Thread-safe.
 */
final class McpToolCostMeters implements MeterBinder, DisposableBean {

    /** Tools of one server with a meter of their own, as for the durations of calls. */
    static final int MAX_NAMES = 1_000;

    private final McpClients clients;

    private final McpToolRegistry tools;

    private final List<Bound> bound = new CopyOnWriteArrayList<>();

    McpToolCostMeters(McpClients clients, McpToolRegistry tools) {
        this.clients = clients;
        this.tools = tools;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Bound listener = new Bound(registry, this.tools);
        this.bound.add(listener);
        this.clients.addListener(listener);
        this.tools.addResultListener(listener::onResult);
    }

    @Override
    public void destroy() {
        this.bound.forEach(this.clients::removeListener);
    }

    /** Meters in one registry. */
    private static final class Bound implements McpClients.Listener {

        private final MeterRegistry registry;

        private final McpToolRegistry tools;

        private final Map<String, ServerMeters> servers = new ConcurrentHashMap<>();

        Bound(MeterRegistry registry, McpToolRegistry tools) {
            this.registry = registry;
            this.tools = tools;
        }

        @Override
        public void onAdded(McpClient client) {
            this.servers.computeIfAbsent(
                    client.name(), server -> new ServerMeters(server, definitions(server), new ConcurrentHashMap<>()));
        }

        private Gauge definitions(String server) {
            return Gauge.builder("mcp.client.tools.definitions", this.tools, source -> tokens(source, server))
                    .description("Estimated size of the definitions of the server's tools in a prompt.")
                    .baseUnit("tokens")
                    .tags(Tags.of(SharedTags.tag("server", server)))
                    .register(this.registry);
        }

        private static double tokens(McpToolRegistry tools, String server) {
            return tools.usage(server).stream()
                    .mapToLong(McpToolUsage::definitionTokens)
                    .sum();
        }

        @Override
        public void onRemoved(McpClient client) {
            ServerMeters removed = this.servers.remove(client.name());
            if (removed != null) {
                this.registry.remove(removed.definitions());
                removed.results().values().forEach(this.registry::remove);
            }
        }

        /** A call in flight may end after its server was removed: its result is not measured. */
        void onResult(McpModelTool tool, McpModelResult result) {
            McpRegisteredTool registered = tool.registered();
            if (registered != null) {
                this.servers.computeIfPresent(registered.server(), (server, meters) -> {
                    meters.ofResults(registered.tool().name(), this.registry)
                            .record(McpToolUsage.tokens(result.text().length()));
                    return meters;
                });
            }
        }
    }

    /**
     * Meters of one server, which chooses the names of its tools.
     *
     * @param server name of the server
     * @param definitions meter of the definitions
     * @param results meters of the results by the names of tools
     */
    private record ServerMeters(String server, Gauge definitions, Map<String, DistributionSummary> results) {

        DistributionSummary ofResults(String tool, MeterRegistry registry) {
            boolean isNamed = this.results.containsKey(tool) || this.results.size() < MAX_NAMES;
            return this.results.computeIfAbsent(
                    isNamed ? tool : McpMessage.UNKNOWN, name -> DistributionSummary.builder("mcp.client.tools.results")
                            .description("Estimated size of a result that a model has read.")
                            .baseUnit("tokens")
                            .tags("server", this.server, "gen_ai.tool.name", name)
                            .register(registry));
        }
    }
}
