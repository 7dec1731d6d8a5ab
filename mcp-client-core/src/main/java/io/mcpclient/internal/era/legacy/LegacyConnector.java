package io.mcpclient.internal.era.legacy;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.era.Connector;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.internal.era.ServerReplacement;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * The handshake revisions, 2024-11-05 to 2025-11-25: every attempt to connect is a {@link Handshake}.
 *
 * @see "MCP 2025-11-25, basic/lifecycle"
 */
public final class LegacyConnector implements Connector {

    private final LazyPart<LegacyClient> client;

    private final McpClientSettings settings;

    /**
     * Creates the era for one client.
     * @param context name, codec and counters of the client
     * @param settings settings of the client
     * @param inbound settings for messages of the server
     * @param sharesSessions whether other clients may use the same sessions, so that ids must differ from theirs
     * @param numbers numbers of the client's requests, in both eras
     */
    public LegacyConnector(
            TransportProvider.Context context,
            McpClientSettings settings,
            InboundSettings inbound,
            boolean sharesSessions,
            RequestNumbers numbers) {
        this.client = new LazyPart<>(() -> LegacyClient.of(
                context, inbound, sharesSessions ? RequestIds.ofSharedSession() : RequestIds.ofOwnSession(numbers)));
        this.settings = settings;
    }

    @Override
    public String reason() {
        return "handshake succeeded";
    }

    @Override
    public Mono<EraSession> begin(McpTransport transport, Consumer<Throwable> onLost) {
        return begin(transport, onLost, null, ServerReplacement.NONE);
    }

    /**
     * Begins a connection with a revision that the server is known to support.
     * @param transport transport of the connection
     * @param onLost receives the reason for a loss that no call has noticed
     * @param proposed revision to propose, or {@code null} for the newest accepted one
     * @param replacement detects another server in the place of this one
     * @return the session; or an error, always an {@link io.mcpclient.error.McpException}
     */
    public Mono<EraSession> begin(
            McpTransport transport,
            Consumer<Throwable> onLost,
            @Nullable ProtocolRevision proposed,
            ServerReplacement replacement) {
        return Mono.defer(() -> new Handshake(
                        this.client.get(),
                        this.settings,
                        (proposed != null) ? proposed : Handshake.proposed(this.settings.protocol()),
                        transport,
                        onLost,
                        replacement)
                .run());
    }

    /**
     * Resumes a session that this client or another one began. One ping shows that the server is available and knows the
     * session; an error response shows that too, unless it indicates otherwise.
     * @param transport transport of the connection
     * @param onLost receives the reason for a loss that no call has noticed
     * @param server the server's description from the beginning of the session
     * @param sessionId id of the session, visible ASCII
     * @param replacement detects another server in the place of this one
     * @return the session; empty if the settings do not allow its revision; an {@link
     *     io.mcpclient.error.McpSessionException} if the server does not know it, so that a new one must be begun; or the
     *     error of the attempt, always an {@link io.mcpclient.error.McpException}
     * @see "faults J03, J08"
     */
    public Mono<EraSession> resume(
            McpTransport transport,
            Consumer<Throwable> onLost,
            McpServerDescription server,
            String sessionId,
            ServerReplacement replacement) {
        return Mono.defer(() -> Handshake.accepts(this.settings.protocol(), server.revision())
                ? new Handshake(this.client.get(), this.settings, server.revision(), transport, onLost, replacement)
                        .resume(server, sessionId)
                : Mono.empty());
    }
}
