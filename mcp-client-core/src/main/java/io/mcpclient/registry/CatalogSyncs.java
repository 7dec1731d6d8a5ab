package io.mcpclient.registry;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.operation.RequiredArgument;
import io.mcpclient.internal.support.KnownNames;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpServerStatus;

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

    private final Runnable onChange;

    private final Map<String, CatalogSync<L>> servers = new ConcurrentSkipListMap<>();

    CatalogSyncs(McpClients clients, Listing<L> listing, Runnable onChange) {
        this.clients = clients;
        this.listing = listing;
        this.onChange = onChange;
    }

    /** Starts with the existing clients. */
    void follow() {
        this.clients.addListener(this);
    }

    void unfollow() {
        this.clients.removeListener(this);
        this.servers.values().forEach(CatalogSync::unfollow);
    }

    @Override
    public void onAdded(McpClient client) {
        CatalogSync<L> added = new CatalogSync<>(client, this.listing, this.onChange);
        if (this.servers.putIfAbsent(client.name(), added) == null) {
            added.follow();
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
     * @param <L> type of the list
     */
    record Known<L>(String server, L known, boolean available) {}

    /**
     * Returns the state of each server, ordered by name. Derive results from a single return value: the next one may
     * differ.
     */
    List<Known<L>> known() {
        return this.servers.entrySet().stream()
                .map(entry -> {
                    CatalogSync.View<L> view = entry.getValue().view();
                    return new Known<>(entry.getKey(), view.known(), view.available());
                })
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
