package io.mcpclient.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.support.KnownNames;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.time.TimeSource;

/**
 * Merges the list of each {@link CatalogSync} into one snapshot, rebuilt after every change. Thread-safe.
 *
 * @param <T> type of the list of each server
 * @param <S> type of the snapshot
 * @param <L> type of the listeners
 */
abstract class MergedRegistry<T, S, L> {

    /** Far below the overflow of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final CatalogSyncs<T> servers;

    private final RegistryListeners<L> listeners = new RegistryListeners<>();

    private final Object merging = new Object();

    private volatile S snapshot;

    /** Callers that wait for the lists. */
    private final Set<Sinks.Empty<Void>> waiting = ConcurrentHashMap.newKeySet();

    MergedRegistry(McpClients clients, Listing<T> listing, S empty) {
        this.servers = new CatalogSyncs<>(clients, listing, this::merge);
        this.snapshot = empty;
    }

    /** Starts tracking the clients; the last step of a constructor, because it merges. */
    final void follow() {
        this.servers.follow();
    }

    /** Merges the lists of all servers. Returns the last snapshot itself if nothing has changed. */
    abstract S merged(S last, List<Known<T>> servers);

    abstract void notifyListener(L listener, S changed);

    private void merge() {
        synchronized (this.merging) {
            S changed = merged(this.snapshot, this.servers.known());
            if (changed != this.snapshot) {
                this.snapshot = changed;
                this.listeners.notifyListeners(listener -> notifyListener(listener, changed));
            }
        }
        completeWaiting();
    }

    public S snapshot() {
        return this.snapshot;
    }

    /** Returns the servers that are not available, ordered by name. */
    final List<McpMissingServer> missing() {
        return this.servers.missing();
    }

    /**
     * Connects servers that connect on demand, and waits until all lists are known.
     * @param limit maximum time
     * @return completes when they are known, when nothing more is in progress, or after the limit; never an error
     */
    final Mono<Void> ready(Duration limit) {
        Sinks.Empty<Void> settled = Sinks.empty();
        return this.servers
                .connected()
                .then(Mono.defer(() -> {
                    this.waiting.add(settled);
                    completeWaiting(); // there may be no further change
                    return settled.asMono();
                }))
                .timeout(
                        (limit.compareTo(LONGEST) < 0) ? limit : LONGEST,
                        Mono.empty(),
                        TimeSource.system().timers())
                .doFinally(signal -> this.waiting.remove(settled))
                .then(Mono.fromRunnable(this::merge)); // the last list may be known, but not merged yet
    }

    private void completeWaiting() {
        if (!this.waiting.isEmpty() && this.servers.areSettled()) {
            this.waiting.forEach(Sinks.Empty::tryEmitEmpty);
        }
    }

    final McpClient client(String server, String method) {
        return this.servers.client(server, method);
    }

    public final void refresh() {
        this.servers.refresh();
    }

    public final void refresh(String server) {
        this.servers.refresh(server);
    }

    public final void addListener(L listener) {
        this.listeners.add(listener);
    }

    public final void removeListener(L listener) {
        this.listeners.remove(listener);
    }

    public final void close() {
        this.servers.unfollow();
    }

    /**
     * Gives the items of all servers unique names.
     * @param what plural noun for the items, for the log
     * @param names assigns the names
     * @param servers lists of the servers
     * @param nameOf returns the name of an item at its server
     * @param factory creates the registered item
     * @param <I> type of an item
     * @param <R> type of a registered item
     */
    static <I, R> List<R> named(
            String what,
            ToolNameAllocator names,
            List<Known<List<I>>> servers,
            Function<I, String> nameOf,
            RegisteredItemFactory<I, R> factory) {
        List<ToolNameAllocator.Key> renamed = names.add(servers.stream()
                .flatMap(server -> server.known().stream()
                        .map(item -> new ToolNameAllocator.Key(server.server(), nameOf.apply(item))))
                .toList());
        List<R> merged = new ArrayList<>();
        for (Known<List<I>> server : servers) {
            for (I item : server.known()) {
                String name = names.of(new ToolNameAllocator.Key(server.server(), nameOf.apply(item)));
                merged.add(factory.create(name, server.server(), item, server.available()));
            }
        }
        RenamedItems.log(what, renamed, names);
        return merged;
    }

    /** Creates a registered item. */
    @FunctionalInterface
    interface RegisteredItemFactory<I, R> {

        R create(String name, String server, I item, boolean available);
    }

    /**
     * Returns the error for a name that no item has.
     * @param method method of the call
     * @param what singular noun for the items
     * @param name the unknown name
     * @param known all names
     * @param reason reason of the rejection
     */
    static McpRejectedException unknown(
            String method, String what, String name, List<String> known, McpRejectedException.Reason reason) {
        return new McpRejectedException(
                McpErrorDetails.ofNoServer(
                                method,
                                McpOutcome.NOT_SENT,
                                "no " + what + " is named \"" + SafeText.excerpt(name) + "\"")
                        .withRemedy(KnownNames.remedy(what + "s", name, known)),
                reason);
    }
}
