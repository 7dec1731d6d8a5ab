package io.mcpclient.autoconfigure.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import io.mcpclient.McpClient;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.status.McpClientState;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.transport.McpIgnoredMessages.Reason;

/**
 * Meters of one client in one registry, tagged with the configured name of its server and with nothing that a server could
 * choose (fault I26). All of them read the client's own counters. A state is represented by a gauge per value, of which one
 * is 1.
 */
final class McpClientMeters {

    private final McpClient client;

    private final MeterRegistry registry;

    private final Tags server;

    private final McpSessionTimer sessions;

    private final List<Meter> meters = new ArrayList<>();

    McpClientMeters(McpClient client, MeterRegistry registry, boolean serverName) {
        this.client = client;
        this.registry = registry;
        this.server = Tags.of(SharedTags.tag("server", client.name()));
        this.sessions = new McpSessionTimer(client, registry, serverName);
        for (McpClientState state : McpClientState.values()) {
            gauge(
                    "mcp.client.state",
                    "Whether the client is in this state.",
                    this.server.and(SharedTags.tag("state", word(state))),
                    source -> (source.status().state() == state) ? 1 : 0);
        }
        gauge("mcp.client.in.flight", "In-flight calls.", this.server, source -> source.status()
                .inFlight());
        for (Reason reason : Reason.values()) {
            counter(
                    "mcp.client.messages.ignored",
                    "Messages from the server that were ignored.",
                    this.server.and(SharedTags.tag("reason", word(reason))),
                    source -> source.status().ignoredMessages(reason));
        }
        connection();
        resilience();
        store();
        this.sessions.start();
    }

    private void connection() {
        counter("mcp.client.connects", "Successful connection attempts.", this.server, source -> source.status()
                .statistics()
                .connects());
        counter(
                "mcp.client.reconnects",
                "Reconnections after a lost connection.",
                this.server,
                source -> source.status().statistics().reconnects());
        counter("mcp.client.session.renewals", "Sessions that the server lost.", this.server, source -> source.status()
                .statistics()
                .sessionRenewals());
        counter("mcp.client.connect.failures", "Failed connection attempts.", this.server, source -> source.status()
                .statistics()
                .failedAttempts());
    }

    private void resilience() {
        counter("mcp.client.retries", "Retries of calls.", this.server, source -> source.status()
                .resilience()
                .retries());
        counter("mcp.client.rejected", "Calls rejected by the client.", this.server, source -> source.status()
                .resilience()
                .rejected());
        gauge("mcp.client.waiting", "Calls queued by the client.", this.server, source -> source.status()
                .resilience()
                .waiting());
        for (McpCircuitState state : McpCircuitState.values()) {
            gauge(
                    "mcp.client.circuit.state",
                    "Whether the circuit breaker is in this state.",
                    this.server.and(SharedTags.tag("state", word(state))),
                    source -> (source.status().resilience().circuit() == state) ? 1 : 0);
        }
    }

    /** Registers the meters of the session store, if there is one. */
    private void store() {
        if (this.client.status().sessionStore() == null) {
            return;
        }
        gauge(
                "mcp.client.store.available",
                "Whether the session store is available to the client.",
                this.server,
                source -> {
                    McpStoreStatus store = source.status().sessionStore();
                    return (store != null && store.available()) ? 1 : 0;
                });
        counter("mcp.client.store.failures", "Failed session store operations.", this.server, source -> {
            McpStoreStatus store = source.status().sessionStore();
            return (store != null) ? store.failures() : 0;
        });
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void gauge(String name, String description, Tags tags, ToDoubleFunction<McpClient> value) {
        this.meters.add(Gauge.builder(name, this.client, value)
                .description(description)
                .tags(tags)
                .register(this.registry));
    }

    private void counter(String name, String description, Tags tags, ToDoubleFunction<McpClient> value) {
        this.meters.add(FunctionCounter.builder(name, this.client, value)
                .description(description)
                .tags(tags)
                .register(this.registry));
    }

    /** Removes the meters of a closed client; measured session durations remain, as with any timer. */
    void remove() {
        this.sessions.stop();
        this.meters.forEach(this.registry::remove);
    }
}
