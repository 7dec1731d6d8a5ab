package io.mcpclient.counterparts;

import java.util.EnumMap;
import java.util.Map;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpProtocol;

/**
 * The ways in which {@code servers/both-eras.mjs} is talked to: an endpoint of it, and a transport. Each constant names
 * what the server cannot do there, with the reason; everything else it has to do. The era is set: {@link EraDetectionTests} shows
 * how it is detected.
 *
 * <p>What the TypeScript SDK 2.4.0 makes of the same tools, determined by experiment:
 * <ul>
 * <li>Questions are written once, as results that want input. In the legacy era the SDK asks them as requests of its own,
 * on the stream of the call; without sessions it does not know the capabilities of the client and fails the call.</li>
 * <li>The era is that of the first message over stdio, and that of each request over HTTP. In the modern era nothing is
 * missing over either: a new server for each request is no loss, since requests say all there is to know.</li>
 * <li>It has no tasks in any era, and does not say that a page has been visited.</li>
 * <li>Its own legacy era over HTTP has no sessions: each request meets a new server, which has forgotten the level of
 * log messages, and there is no stream for change notifications. Sessions take a few lines of the server's author, who has to
 * keep subscriptions to resources too.</li>
 * </ul>
 */
enum Combination {
    LEGACY_STDIO(McpProtocol.LEGACY, ProtocolRevision.V2025_11_25, "stdio", "legacy"),

    LEGACY_HTTP(McpProtocol.LEGACY, ProtocolRevision.V2025_11_25, "http", "legacy"),

    LEGACY_HTTP_WITHOUT_SESSIONS(McpProtocol.LEGACY, ProtocolRevision.V2025_11_25, "http", "stateless") {
        @Override
        Map<Feature, String> missing() {
            Map<Feature, String> missing = super.missing();
            missing.put(Feature.QUESTIONS, "without a session the server has forgotten what the client can answer");
            missing.put(Feature.CHANGES, "without a session there is no stream to tell of changes");
            missing.put(Feature.PINGS_OF_THE_SERVER, "without a session the server does not get the answer");
            missing.put(Feature.LOG_LEVEL, "without a session the server has forgotten the level");
            return missing;
        }
    },

    MODERN_STDIO(McpProtocol.MODERN, ProtocolRevision.V2026_07_28, "stdio", "modern"),

    MODERN_HTTP(McpProtocol.MODERN, ProtocolRevision.V2026_07_28, "http", "modern"),

    BOTH_STDIO(McpProtocol.MODERN, ProtocolRevision.V2026_07_28, "stdio", "both"),

    BOTH_HTTP(McpProtocol.MODERN, ProtocolRevision.V2026_07_28, "http", "both");

    private final McpProtocol protocol;

    private final ProtocolRevision revision;

    private final String transport;

    private final String eras;

    Combination(McpProtocol protocol, ProtocolRevision revision, String transport, String eras) {
        this.protocol = protocol;
        this.revision = revision;
        this.transport = transport;
        this.eras = eras;
    }

    Map<Feature, String> missing() {
        Map<Feature, String> missing = new EnumMap<>(Feature.class);
        missing.put(Feature.REPORTED_VISITS, "this SDK does not tell of visits");
        if (!this.revision.hasHandshake()) {
            missing.put(Feature.PINGS_OF_THE_SERVER, "in this era servers send no requests");
        }
        return missing;
    }

    /** The revision that is spoken in the end. */
    ProtocolRevision revision() {
        return this.revision;
    }

    boolean isHttp() {
        return this.transport.equals("http");
    }

    /**
     * Starts to build a client.
     * @param server where the endpoints over HTTP are
     * @return the builder, with the server and the protocol set
     */
    McpClientBuilder builder(NodeHttpServer server) {
        McpClientBuilder builder = McpClient.builder("both-eras").protocol(protocol -> protocol.withEra(this.protocol));
        return isHttp()
                ? builder.url(server.url("/" + this.eras))
                : builder.transport(BothErasTests.server().stdio(Map.of(), "stdio", this.eras));
    }
}
