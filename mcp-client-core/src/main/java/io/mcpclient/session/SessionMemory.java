package io.mcpclient.session;

import java.time.Duration;

import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.store.StoreAccess;
import io.mcpclient.store.StoreLease;
import io.mcpclient.support.TimeSource;

/**
 * What one client remembers about its server, in front of a store that may be anything. Reading is bounded, writing happens
 * in the background, and no failure of the store is an error here: without it there is nothing to remember. Thread-safe.
 *
 * @see McpSessionStore
 * @see "faults J01 to J15"
 */
public final class SessionMemory {

    /** Counted from the last start of an application. */
    private static final Duration PINS_TIME_TO_LIVE = Duration.ofDays(365);

    private final McpSessionSettings settings;

    private final StoreAccess access;

    private final SessionFormat format;

    private final KeptValue session;

    private final KeptValue tools;

    private final StoreLease lease;

    private final McpToolCatalogue catalogue;

    private final KeptToolPins pins;

    /**
     * Creates the memory of one client. Costs no access to the store.
     * @param settings where and how
     * @param identity which server, and on whose behalf
     * @param codec reads and writes JSON
     * @param time clocks and timers of the client
     */
    public SessionMemory(McpSessionSettings settings, ServerIdentity identity, JsonCodec codec, TimeSource time) {
        SessionKey key = SessionKey.of(settings, identity);
        this.settings = settings;
        this.access = new StoreAccess(
                identity.serverName(),
                "session store",
                "a session begun from now on may not be found again after a restart",
                settings.store(),
                settings.storeTimeout(),
                time);
        this.format = new SessionFormat(codec, key.binding());
        this.session = new KeptValue(this.access, key.name(), this.format, settings);
        this.tools = new KeptValue(this.access, key.name() + ":tools", this.format, settings);
        this.lease = new StoreLease(this.access, key.name() + ":lease");
        this.catalogue = new ToolCatalogue(this.tools, this.format, time);
        this.pins = pins(settings, identity, codec, time);
    }

    /** What was approved is approved for all instances, and does not end with a session. */
    private KeptToolPins pins(McpSessionSettings settings, ServerIdentity identity, JsonCodec codec, TimeSource time) {
        McpSessionSettings lasting = settings.withScope(McpSessionScope.SHARED).withTimeToLive(PINS_TIME_TO_LIVE);
        SessionKey key = SessionKey.of(lasting, identity);
        SessionFormat written = new SessionFormat(codec, key.binding());
        return new KeptToolPins(new KeptValue(this.access, key.name() + ":pins", written, lasting), written, time);
    }

    /** Whether several instances use one session. */
    public boolean isShared() {
        return this.settings.scope() == McpSessionScope.SHARED;
    }

    /** Whether sessions stay open at the server when the client ends. */
    public boolean isKeptOnShutdown() {
        return isShared() || this.settings.isKeptOnShutdown();
    }

    /** How the store serves this client. */
    public McpStoreStatus status() {
        return this.access.status();
    }

    /** The last known tools. */
    public McpToolCatalogue tools() {
        return this.catalogue;
    }

    /** The approved definitions of tools. */
    public KeptToolPins pins() {
        return this.pins;
    }

    /**
     * Asks the store.
     * @return what is remembered; empty if nothing usable is; or an error, whose class is of no interest, if the store does not
     *     answer in time
     */
    public Mono<RememberedServer> recall() {
        return this.session.load().flatMap(reading -> Mono.justOrEmpty(reading.server()));
    }

    /**
     * Remembers a server, in the background.
     * @param server what is known of it
     */
    public void keep(RememberedServer server) {
        this.session.put(server.generation(), () -> this.format.write(server));
    }

    /**
     * Remembers a server in place of what was remembered, provided that nobody else has done so meanwhile.
     * @param expected generation of what was remembered, {@code 0} if nothing was
     * @param server what is known now
     * @return whether it is remembered; or an error, as with {@link #recall()}
     */
    public Mono<Boolean> replace(long expected, RememberedServer server) {
        return this.session.replace(expected, server.generation(), () -> this.format.write(server));
    }

    /**
     * Forgets a server, in the background, if it is remembered with that generation.
     * @param generation the generation
     */
    public void forget(long generation) {
        this.session.remove(generation);
    }

    /**
     * Waits for what is done in the background.
     * @return completes when it is done, or the time for one use of the store has passed; no error
     */
    public Mono<Void> settled() {
        return this.session.settled();
    }

    /** The right to begin the next session, where several instances use one. */
    public StoreLease lease() {
        return this.lease;
    }
}
