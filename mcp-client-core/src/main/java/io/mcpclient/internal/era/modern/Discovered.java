package io.mcpclient.internal.era.modern;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.era.EraSession;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.transport.McpTransport;

/** A server that has responded to {@code server/discover}, from which a session can be begun. */
public final class Discovered {

    private final ModernClient client;

    private final McpTransport transport;

    private final ModernMessages messages;

    private final Consumer<Throwable> onLost;

    private final DiscoverResult result;

    Discovered(
            ModernClient client,
            McpTransport transport,
            ModernMessages messages,
            Consumer<Throwable> onLost,
            DiscoverResult result) {
        this.client = client;
        this.transport = transport;
        this.messages = messages;
        this.onLost = onLost;
        this.result = result;
    }

    /**
     * Returns the discovery result of the server.
     * @return the result
     */
    public DiscoverResult result() {
        return this.result;
    }

    /**
     * Begins a session, without a request.
     * @param revision a revision that the server supports
     * @return the session
     */
    public EraSession begin(ProtocolRevision revision) {
        McpServerDescription server = new McpServerDescription(
                McpEra.MODERN, revision, serverInfo(), this.result.capabilities(), this.result.instructions());
        // Changes since the last session are unknown, and it may have been a different server.
        this.client.cache().invalidateAll();
        ModernSession session = new ModernSession(this.client, this.transport, server, this.messages, this.onLost);
        session.start();
        return session;
    }

    /** At its place in the revision, or at that in drafts; a malformed value is ignored (META-11). */
    private @Nullable Implementation serverInfo() {
        Object named = (this.result.meta() != null) ? this.result.meta().get(McpMetaKeys.SERVER_INFO) : null;
        JsonCodec codec = this.client.context().codec();
        try {
            return codec.convert((named != null) ? named : this.result.extra().get("serverInfo"), Implementation.class);
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }
}
