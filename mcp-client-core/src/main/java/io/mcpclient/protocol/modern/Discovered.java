package io.mcpclient.protocol.modern;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.protocol.EraSession;
import io.mcpclient.protocol.McpEra;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.transport.McpTransport;

/** A server that has answered {@code server/discover}, and what can be begun with it. */
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
     * Returns what the server answered.
     * @return the answer
     */
    public DiscoverResult result() {
        return this.result;
    }

    /**
     * Begins a session, which costs no request.
     * @param revision a revision that the server speaks
     * @return the session
     */
    public EraSession begin(ProtocolRevision revision) {
        ServerDescription server = new ServerDescription(
                McpEra.MODERN, revision, serverInfo(), this.result.capabilities(), this.result.instructions());
        // What changed since the last session nobody has heard, and it may have been another server.
        this.client.cache().invalidateAll();
        ModernSession session = new ModernSession(this.client, this.transport, server, this.messages, this.onLost);
        session.start();
        return session;
    }

    /** Where the revision has it, or where drafts of it had it; what is malformed is as good as absent (META-11). */
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
