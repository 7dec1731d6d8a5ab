package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Merges the list of each {@link CatalogSync} into one snapshot. Changes on threads that must not be blocked, such as those of
 * connections, are merged on a thread of the registry, all that are known when it begins at once; a change on any other
 * thread is merged before that thread continues. Thread-safe.
 *
 * @param <T> type of the list of each server
 * @param <S> type of the snapshot
 * @param <L> type of the listeners
 */
abstract class MergedRegistry<T, S, L> {

    /** Far below the overflow of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private static final long IDLE_SECONDS = 2;

    private final CatalogSyncs<T> servers;

    private final RegistryListeners<L> listeners = new RegistryListeners<>("changes of a registry");

    /** Number of changes so far. */
    private final AtomicLong changes = new AtomicLong();

    /** Merges and notifies listeners. */
    private final ExecutorService merger;

    /** Whether the merger has a task that has not begun. */
    private final AtomicBoolean isMergerDue = new AtomicBoolean();

    private final Object merging = new Object();

    /** Number of changes that the snapshot contains; changes while merging. */
    private volatile long merged;

    private volatile S snapshot;

    /** Callers that wait for lists. */
    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();

    MergedRegistry(McpClients clients, Listing<T> listing, S empty) {
        this.servers = new CatalogSyncs<>(clients, listing, this::joining, this::changed, this::isKnownBefore);
        this.merger = merger("mcp-registry-" + listing.what());
        this.snapshot = empty;
    }

    private static ExecutorService merger(String name) {
        ThreadPoolExecutor merger =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        merger.allowCoreThreadTimeOut(true);
        return merger;
    }

    /** Starts tracking the clients; the last step of a constructor, because it merges: a server may have items before it is asked. */
    final void follow() {
        this.servers.follow();
        changed();
    }

    /** Called when a server is added or replaced, before its list is read. */
    void joining(String server) {}

    /** Merges the lists of all servers. Returns the last snapshot itself if nothing has changed. */
    abstract S merged(S last, List<Known<T>> servers);

    /** Returns whether the registry has items of a server before it has listed any. */
    boolean isKnownBefore(String server) {
        return false;
    }

    abstract void notifyListener(L listener, S changed);

    private void changed() {
        long change = this.changes.incrementAndGet();
        if (!Schedulers.isInNonBlockingThread()) {
            merge(change);
        } else if (this.isMergerDue.compareAndSet(false, true)) {
            onMerger(() -> {
                this.isMergerDue.set(false);
                merge(this.changes.get());
            });
        }
    }

    private void onMerger(Runnable task) {
        try {
            this.merger.execute(task);
        } catch (RejectedExecutionException ex) {
            // closed: nobody gets a further change
        }
    }

    /**
     * Merges all changes so far, unless another thread has already merged that one.
     * @param change number of the change
     */
    private void merge(long change) {
        List<Waiter> settled;
        synchronized (this.merging) {
            if (this.merged >= change) {
                return;
            }
            long included = this.changes.get();
            settled = this.waiting.stream()
                    .filter(waiter -> waiter.isSettled().getAsBoolean())
                    .toList();
            List<Known<T>> lists = this.servers.known();
            S before = this.snapshot;
            S merge = merged(before, lists);
            this.merged = included;
            boolean isChange = merge != before;
            if (isChange) {
                this.servers.publishing();
                this.snapshot = merge;
            }
            this.servers.merged(lists);
            if (isChange) {
                this.listeners.notifyListeners(listener -> notifyListener(listener, merge));
            }
        }
        settled.forEach(waiter -> waiter.sink().tryEmitEmpty());
    }

    /** A caller that waits for a condition on the lists. */
    private record Waiter(BooleanSupplier isSettled, Sinks.Empty<Void> sink) {}

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
        return this.servers
                .connected()
                .then(settled(this.servers::areSettled))
                .timeout((limit.compareTo(LONGEST) < 0) ? limit : LONGEST, Mono.empty(), time().timers())
                .then(Mono.defer(this::upToDate)); // the last list may be known, but not merged yet
    }

    private Mono<Void> settled(BooleanSupplier isSettled) {
        Waiter waiter = new Waiter(isSettled, Sinks.empty());
        return Mono.defer(() -> {
                    this.waiting.add(waiter);
                    changed(); // there may be no further change
                    return waiter.sink().asMono();
                })
                .doFinally(signal -> this.waiting.remove(waiter));
    }

    /**
     * Connects a server, and waits until it has listed its items.
     * @param server name of the server
     * @param limit maximum time
     * @return completes when the list is known or after the limit; an error if the server cannot be connected
     */
    final Mono<Void> listed(String server, Duration limit) {
        return this.servers
                .connect(server)
                .then(settled(() -> this.servers.isListed(server)))
                .timeout(limit, Mono.empty(), time().timers())
                .then(Mono.defer(this::upToDate));
    }

    /**
     * Starts attempts to connect to the servers that a prompt needs, and waits for those that were never connected.
     * @param needed returns whether the prompt needs a server
     * @param await how long prompts wait for a server, counted from the first of them
     * @return completes when the lists of the servers are known, or their time is over; never an error
     */
    final Mono<Void> prepared(Predicate<String> needed, Duration await) {
        return Mono.defer(() -> {
            Duration wait = this.servers.prepared(needed, await);
            return wait.isZero()
                    ? firstListsMerged(await)
                    : settled(() -> this.servers.areReadyFor(needed, await))
                            .timeout(wait, Mono.empty(), time().timers())
                            .then(Mono.defer(this::upToDate));
        });
    }

    /** Returns the time of a registry, which is not that of a client. */
    static TimeSource time() {
        return TimeSource.system();
    }

    final CatalogSyncs<T> servers() {
        return this.servers;
    }

    /** Merges the first lists of servers, which are known a moment before. */
    private Mono<Void> firstListsMerged(Duration limit) {
        return (limit.isZero() || this.servers.areMerged())
                ? Mono.empty()
                : Mono.<Void>fromRunnable(() -> merge(this.changes.incrementAndGet()))
                        .subscribeOn(Schedulers.fromExecutorService(this.merger))
                        .timeout(limit, Mono.empty(), time().timers())
                        .onErrorComplete(); // closed
    }

    private Mono<Void> upToDate() {
        long change = this.changes.get();
        if (this.merged >= change) {
            return Mono.empty();
        }
        Mono<Void> merge = Mono.fromRunnable(() -> merge(change));
        return Schedulers.isInNonBlockingThread()
                ? merge.subscribeOn(Schedulers.fromExecutorService(this.merger)).onErrorComplete()
                : merge;
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
        this.merger.shutdown();
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
