package io.mcpclient.registry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.KnownNames;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.RequiredArgument;
import io.mcpclient.error.SafeText;
import io.mcpclient.protocol.McpClientState;
import io.mcpclient.protocol.McpServerStatus;

/**
 * What a registry knows of all servers, in the order of their names. Follows clients that come and go. Thread-safe.
 *
 * @param <L> what is listed of each
 */
final class FollowedServers<L> implements McpClients.Listener {

    private final McpClients clients;

    private final Listing<L> listing;

    private final Runnable onChange;

    private final Map<String, FollowedServer<L>> servers = new ConcurrentSkipListMap<>();

    FollowedServers(McpClients clients, Listing<L> listing, Runnable onChange) {
        this.clients = clients;
        this.listing = listing;
        this.onChange = onChange;
    }

    /** Begins, with the clients that are there. */
    void follow() {
        this.clients.addListener(this);
    }

    void unfollow() {
        this.clients.removeListener(this);
        this.servers.values().forEach(FollowedServer::unfollow);
    }

    @Override
    public void onAdded(McpClient client) {
        FollowedServer<L> added = new FollowedServer<>(client, this.listing, this.onChange);
        if (this.servers.putIfAbsent(client.name(), added) == null) {
            added.follow();
        }
    }

    @Override
    public void onRemoved(McpClient client) {
        FollowedServer<L> removed = this.servers.remove(client.name());
        if (removed != null) {
            removed.unfollow();
            this.onChange.run();
        }
    }

    /**
     * What is known of one server.
     *
     * @param server its configured name
     * @param known what was listed last
     * @param available whether it is connected
     * @param <L> what is listed
     */
    record Known<L>(String server, L known, boolean available) {}

    /**
     * Returns what is known of each server, in the order of their names. What is made of it has to be made of one answer: the
     * next one may be different.
     */
    List<Known<L>> known() {
        return this.servers.entrySet().stream()
                .map(entry -> {
                    FollowedServer.View<L> view = entry.getValue().view();
                    return new Known<>(entry.getKey(), view.known(), view.available());
                })
                .toList();
    }

    void refresh() {
        this.servers.keySet().forEach(this::refresh);
    }

    void refresh(String name) {
        FollowedServer<L> server = this.servers.get(RequiredArgument.of("", "refresh", "server", name));
        if (server != null) {
            server.refresh();
        }
    }

    /**
     * Returns the client for a call. While an attempt is under way that follows a failed one, calls fail at once instead of
     * waiting for it: a server that does not answer would hold all of them up. Between two attempts the client decides, so
     * that a call finds out that the server is back.
     */
    McpClient client(String name, String operation) {
        FollowedServer<L> server = this.servers.get(RequiredArgument.of("", operation, "server", name));
        if (server == null) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    SafeText.excerpt(name),
                                    operation,
                                    McpOutcome.NOT_SENT,
                                    "there is no server of this name, or it was removed")
                            .withRemedy(KnownNames.remedy("servers", name, this.servers.keySet())),
                    McpRejectedException.Reason.UNKNOWN_SERVER);
        }
        McpException failure = failedAttempt(server.client().status());
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
     * Returns why the last attempt to connect failed, if the next one is under way. After a mere loss calls go through and
     * wait for the attempt.
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
