package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/**
 * Synchronization of a registry with all servers, ordered by name. Tracks added and removed clients. Thread-safe.
 *
 * @param <L> type of the list of each server
 */
final class CatalogSyncs<L> implements McpClients.Listener {

    /** Number of servers connected at once on request. */
    private static final int CONNECTS = 8;

    private final McpClients clients;

    private final Listing<L> listing;

    private final Consumer<String> onJoin;

    private final Runnable onChange;

    private final Predicate<String> isKnownBefore;

    private final Map<String, CatalogSync<L>> servers = new ConcurrentSkipListMap<>();

    /** When each server joined, see {@link Known#joined()}. A server that is replaced, or removed and added again, joined once. */
    private final Map<String, Integer> joined = new ConcurrentHashMap<>();

    /** The value for servers that join now. */
    private final AtomicInteger joining = new AtomicInteger();

    /**
     * Creates an instance without servers.
     * @param clients the clients
     * @param listing what is listed
     * @param onJoin gets the name of each server that is added, before its list is read
     * @param onChange called after a change
     * @param isKnownBefore returns whether something of a server is known before its list
     */
    CatalogSyncs(
            McpClients clients,
            Listing<L> listing,
            Consumer<String> onJoin,
            Runnable onChange,
            Predicate<String> isKnownBefore) {
        this.clients = clients;
        this.listing = listing;
        this.onJoin = onJoin;
        this.onChange = onChange;
        this.isKnownBefore = isKnownBefore;
    }

    /** Starts with the existing clients. */
    void follow() {
        this.clients.addListener(this);
        this.joining.incrementAndGet();
    }

    /** To be called before a changed view is published: servers that are added later join later. */
    void publishing() {
        this.joining.updateAndGet(now -> (now == 0) ? 0 : now + 1);
    }

    void unfollow() {
        this.clients.removeListener(this);
        this.servers.values().forEach(CatalogSync::unfollow);
    }

    @Override
    public void onAdded(McpClient client) {
        this.joined.computeIfAbsent(client.name(), name -> this.joining.get());
        this.onJoin.accept(client.name());
        CatalogSync<L> added = new CatalogSync<>(client, this.listing, this.onChange);
        if (this.servers.putIfAbsent(client.name(), added) == null) {
            added.follow();
            // Those that exist at the beginning are merged at once.
            if (this.joining.get() > 0 && this.isKnownBefore.test(client.name())) {
                this.onChange.run();
            }
        }
    }

    @Override
    public void onRemoved(McpClient client) {
        CatalogSync<L> removed = this.servers.remove(client.name());
        if (removed != null) {
            removed.unfollow();
            this.onChange.run();
        }
    }

    /**
     * State of one server.
     *
     * @param server its configured name
     * @param known the last list
     * @param available whether it is connected
     * @param listed whether it has returned that list since its client was created
     * @param incomplete whether a limit of the client has ended that list
     * @param joined 0 for servers that were there from the beginning; higher for a server that was added after a view was
     *     published than for one that was added before
     * @param <L> type of the list
     */
    record Known<L>(String server, L known, boolean available, boolean listed, boolean incomplete, int joined) {}

    /**
     * Returns the state of each server, ordered by name. Derive results from a single return value: the next one may
     * differ.
     */
    List<Known<L>> known() {
        return this.servers.entrySet().stream()
                .map(entry -> known(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns the servers that are not available, ordered by name. */
    List<McpMissingServer> missing() {
        return this.servers.values().stream()
                .map(CatalogSync::missing)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns whether all lists are known, apart from those of servers that only a call would connect. */
    boolean areSettled() {
        return this.servers.values().stream().allMatch(CatalogSync::isSettled);
    }

    /** Connects servers that only a call would connect, a few at a time. Never fails. */
    Mono<Void> connected() {
        return Flux.fromIterable(List.copyOf(this.servers.values()))
                .flatMap(CatalogSync::connected, CONNECTS)
                .then();
    }

    /**
     * Starts an attempt to connect to each server that a prompt needs and that is not connected.
     * @param needed the servers that the prompt needs
     * @param await how long prompts wait for a server that was never available
     * @return how long this prompt may still wait for the servers that it needs, not positive if it must not wait
     */
    Duration prepared(Predicate<String> needed, Duration await) {
        Duration longest = Duration.ZERO;
        for (CatalogSync<L> server : this.servers.values()) {
            if (needed.test(server.client().name()) && !server.view().available()) {
                server.attempt();
                Duration remaining = server.remainingWait(await);
                longest = (remaining.compareTo(longest) > 0) ? remaining : longest;
            }
        }
        return longest;
    }

    /** Notes that the registry has merged these lists. */
    void merged(List<Known<L>> lists) {
        for (Known<L> list : lists) {
            CatalogSync<L> server = this.servers.get(list.server());
            if (server != null && list.listed()) {
                server.merged();
            }
        }
    }

    /** Returns whether the registry has merged the first list of each server that has listed anything. Creates no objects. */
    boolean areMerged() {
        for (CatalogSync<L> server : this.servers.values()) {
            if (server.isAboutToBeMerged()) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether all of these servers are available, so that a prompt needs nothing of them. Creates no objects. */
    boolean areAvailable(Predicate<String> needed) {
        for (CatalogSync<L> server : this.servers.values()) {
            if (!server.view().available() && needed.test(server.client().name())) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a prompt need not wait for any of these servers. */
    boolean areReadyFor(Predicate<String> needed, Duration await) {
        return this.servers.values().stream()
                .filter(server -> needed.test(server.client().name()))
                .allMatch(server ->
                        server.view().available() || server.remainingWait(await).isZero());
    }

    /** Returns the servers that were never available and have not been reported yet. */
    List<McpMissingServer> newlyMissing(Predicate<String> needed) {
        return this.servers.values().stream()
                .filter(server -> needed.test(server.client().name())
                        && !server.view().available()
                        && !server.presence().wasAvailable()
                        && server.presence().beginReport())
                .map(CatalogSync::missing)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns the servers that are not available, and were not until recently either. */
    Set<String> absent(Duration keep) {
        return areAvailable(name -> true) ? Set.of() : absentOf(keep);
    }

    private Set<String> absentOf(Duration keep) {
        return this.servers.values().stream()
                .filter(server ->
                        !server.view().available() && !server.presence().isRecentlyLost(keep))
                .map(server -> server.client().name())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether there is a server of this name. */
    boolean has(String name) {
        return this.servers.containsKey(name);
    }

    /** Returns the state of one server, {@code null} for an unknown one. */
    @Nullable
    Known<L> known(String name) {
        CatalogSync<L> server = this.servers.get(name);
        return (server != null) ? known(name, server) : null;
    }

    private Known<L> known(String name, CatalogSync<L> server) {
        CatalogSync.View<L> view = server.view();
        int when = this.joined.getOrDefault(name, 0);
        return new Known<>(name, view.known(), view.available(), view.listed(), view.incomplete(), when);
    }

    /** Returns whether a server has been available since its client was created. */
    boolean wasAvailable(String name) {
        CatalogSync<L> server = this.servers.get(name);
        return server != null && server.presence().wasAvailable();
    }

    /** Returns whether a server has listed its items since its client was created. */
    boolean isListed(String name) {
        CatalogSync<L> server = this.servers.get(name);
        return server != null && server.view().listed();
    }

    /** Connects a server for the call of a tool, or fails as the call would. */
    Mono<Void> connect(String name) {
        return Mono.defer(() -> {
            client(name, McpMethods.TOOLS_CALL);
            CatalogSync<L> server = this.servers.get(name);
            return (server != null) ? server.connect() : Mono.empty();
        });
    }

    /** Returns whether a server is connected. */
    boolean isConnected(String name) {
        CatalogSync<L> server = this.servers.get(name);
        return server != null && server.client().status().isConnected();
    }

    /** Waits until a server is connected, see {@link CatalogSync#reachable}. */
    Mono<Void> reachable(String name, Duration limit) {
        CatalogSync<L> server = this.servers.get(name);
        return (server != null) ? server.reachable(limit) : Mono.empty();
    }

    void refresh() {
        this.servers.keySet().forEach(this::refresh);
    }

    void refresh(String name) {
        CatalogSync<L> server = this.servers.get(RequiredArgument.of("", "refresh", "server", name));
        if (server != null) {
            server.refresh();
        }
    }

    /**
     * Returns the client for a call. During a connection attempt that follows a failed one, calls fail immediately instead
     * of waiting for it: an unresponsive server would block all of them. Between two attempts the client decides, so that a
     * call can detect that the server is available again.
     */
    McpClient client(String name, String operation) {
        CatalogSync<L> server = this.servers.get(RequiredArgument.of("", operation, "server", name));
        if (server == null) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    SafeText.excerpt(name),
                                    operation,
                                    McpOutcome.NOT_SENT,
                                    "no server with this name exists, or it was removed")
                            .withRemedy(KnownNames.remedy("servers", name, this.servers.keySet())),
                    McpRejectedException.Reason.UNKNOWN_SERVER);
        }
        McpException failure = failedAttempt(server.client().status().connection());
        if (failure != null) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    name,
                                    operation,
                                    McpOutcome.NOT_SENT,
                                    "the server is unavailable: " + failure.problem())
                            .withRemedy(failure.remedy())
                            .withCause(failure),
                    McpRejectedException.Reason.UNAVAILABLE);
        }
        return server.client();
    }

    /**
     * Returns the reason why the last connection attempt failed, if the next one is in progress. After a connection loss
     * without a failed attempt, calls proceed and wait for the attempt.
     */
    private static @Nullable McpException failedAttempt(McpServerStatus status) {
        boolean beingTriedAgain =
                status.state() == McpClientState.CONNECTING || status.state() == McpClientState.INITIALIZING;
        McpException error = status.lastError();
        boolean attemptFailed =
                error instanceof McpInitializationException || error instanceof McpAuthorizationException;
        return (beingTriedAgain && attemptFailed) ? error : null;
    }
}
