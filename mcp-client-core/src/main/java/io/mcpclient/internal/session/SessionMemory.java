package io.mcpclient.internal.session;

import java.time.Duration;

import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.settings.McpSessionScope;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.status.McpToolCatalogue;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.support.store.StoreAccess;
import io.mcpclient.support.store.StoreLease;
import io.mcpclient.time.TimeSource;

/**
 * Persistent state of one client's server, on top of any store. Reads have a timeout, writes happen in the background, and
 * a failure of the store is not an error: without the store, nothing is persisted. Thread-safe.
 *
 * @see McpSessionStore
 */
public final class SessionMemory {

    /** Counted from the last start of the application. */
    private static final Duration PINS_TIME_TO_LIVE = Duration.ofDays(365);

    private final McpSessionSettings settings;

    private final StoreAccess access;

    private final SessionFormat format;

    private final PersistedValue session;

    private final PersistedValue tools;

    private final StoreLease lease;

    private final McpToolCatalogue catalogue;

    private final StoredToolPins pins;

    /**
     * Creates the memory of one client without accessing the store.
     * @param settings settings for persistence
     * @param identity identity of server and principal
     * @param codec reads and writes JSON
     * @param time time source of the client
     */
    public SessionMemory(McpSessionSettings settings, ServerIdentity identity, JsonCodec codec, TimeSource time) {
        SessionKey key = SessionKey.of(settings, identity);
        this.settings = settings;
        this.access = new StoreAccess(
                identity.serverName(),
                "session store",
                "new sessions may not be resumed after a restart",
                settings.store(),
                settings.storeTimeout(),
                time);
        this.format = new SessionFormat(codec, key.binding());
        this.session = new PersistedValue(this.access, key.name(), this.format, settings);
        this.tools = new PersistedValue(this.access, key.name() + ":tools", this.format, settings);
        this.lease = new StoreLease(this.access, key.name() + ":lease");
        this.catalogue = new ToolCatalogue(this.tools, this.format, time);
        this.pins = pins(settings, identity, codec, time);
    }

    /** Approvals apply to all instances and do not end with a session. */
    private StoredToolPins pins(
            McpSessionSettings settings, ServerIdentity identity, JsonCodec codec, TimeSource time) {
        McpSessionSettings lasting = settings.withScope(McpSessionScope.SHARED).withTimeToLive(PINS_TIME_TO_LIVE);
        SessionKey key = SessionKey.of(lasting, identity);
        SessionFormat written = new SessionFormat(codec, key.binding());
        return new StoredToolPins(
                new PersistedValue(this.access, key.name() + ":pins", written, lasting), written, time);
    }

    /** Whether several instances share a session. */
    public boolean isShared() {
        return this.settings.scope() == McpSessionScope.SHARED;
    }

    /** Whether sessions stay open at the server when the client ends. */
    public boolean isKeptOnShutdown() {
        return isShared() || this.settings.isKeptOnShutdown();
    }

    /** Status of the store for this client. */
    public McpStoreStatus status() {
        return this.access.status();
    }

    /** The last known tools. */
    public McpToolCatalogue tools() {
        return this.catalogue;
    }

    /** The approved definitions of tools. */
    public StoredToolPins pins() {
        return this.pins;
    }

    /**
     * Loads the server's state from the store.
     * @return the stored state; empty if there is none or it is unusable; or an error of unspecified class if the store
     *     fails or times out
     */
    public Mono<RememberedServer> recall() {
        return this.session.load().flatMap(reading -> Mono.justOrEmpty(reading.server()));
    }

    /**
     * Stores the server's state in the background.
     * @param server the state
     */
    public void keep(RememberedServer server) {
        this.session.put(server.generation(), () -> this.format.write(server));
    }

    /**
     * Replaces the stored state of a server unless another instance has replaced it in the meantime.
     * @param expected generation of the stored state, {@code 0} if there was none
     * @param server the new state
     * @return whether it was stored; or an error, as with {@link #recall()}
     */
    public Mono<Boolean> replace(long expected, RememberedServer server) {
        return this.session.replace(expected, server.generation(), () -> this.format.write(server));
    }

    /**
     * Removes the stored state in the background if it has that generation.
     * @param generation the generation
     */
    public void remove(long generation) {
        this.session.remove(generation);
    }

    /**
     * Waits for background writes.
     * @return completes when they are done or the timeout of one store operation has passed; no error
     */
    public Mono<Void> settled() {
        return this.session.settled();
    }

    /** Lease to begin the next session, if several instances share one. */
    public StoreLease lease() {
        return this.lease;
    }
}
