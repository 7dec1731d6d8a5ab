package io.mcpclient.autoconfigure.observation;

import java.time.Duration;
import java.time.Instant;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.transport.McpPeer;

/**
 * Measures the duration of sessions, from the time a client is connected until it is disconnected. It is not an observation,
 * which would create spans of days without content. Status changes arrive sequentially.
 *
 * @see "OpenTelemetry semantic conventions for generative AI, MCP: mcp.client.session.duration"
 */
final class McpSessionTimer implements McpStatusListener {

    static final String NAME = "mcp.client.session.duration";

    private static final String NONE = "none";

    private final McpClient client;

    private final MeterRegistry registry;

    private final boolean serverName;

    private @Nullable Instant begun;

    private String revision = NONE;

    McpSessionTimer(McpClient client, MeterRegistry registry, boolean serverName) {
        this.client = client;
        this.registry = registry;
        this.serverName = serverName;
    }

    void start() {
        this.client.listeners().addStatusListener(this);
        McpServerStatus present = this.client.status().connection();
        if (present.isConnected()) {
            onStatus(present);
        }
    }

    /** A session ends with its client, of which nothing more is heard. */
    void stop() {
        this.client.listeners().removeStatusListener(this);
        end(null);
    }

    @Override
    public synchronized void onStatus(McpServerStatus status) {
        if (status.isConnected()) {
            this.begun = status.since();
            this.revision =
                    (status.server() != null) ? status.server().revision().wireValue() : NONE;
            return;
        }
        end(status.lastError());
    }

    private synchronized void end(@Nullable McpException error) {
        Instant since = this.begun;
        if (since != null) {
            this.begun = null;
            timer(error).record(Duration.between(since, Instant.now()));
        }
    }

    private Timer timer(@Nullable McpException error) {
        McpPeer peer = this.client.status().peer();
        return Timer.builder(NAME)
                .description("Time from the start of a session to its end or loss.")
                .tags(Tags.of(
                        tag("mcp.protocol.version", this.revision),
                        tag("error.type", (error != null) ? error.getClass().getSimpleName() : null),
                        tag("network.transport", peer.networkTransport()),
                        tag("network.protocol.name", peer.protocolName()),
                        tag("network.protocol.version", peer.protocolVersion()),
                        tag("server.address", peer.address()),
                        tag("server.port", (peer.port() != null) ? peer.port().toString() : null)))
                .tags(this.serverName ? Tags.of(tag("mcp.server.name", this.client.name())) : Tags.empty())
                .register(this.registry);
    }

    private static Tag tag(String key, @Nullable String value) {
        return SharedTags.tag(key, (value != null) ? value : NONE);
    }
}
