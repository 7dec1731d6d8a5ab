package io.mcpclient.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
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

    void forEach(BiConsumer<String, FollowedServer<L>> action) {
        this.servers.forEach(action);
    }

    void refresh() {
        this.servers.keySet().forEach(this::refresh);
    }

    void refresh(String name) {
        FollowedServer<L> server = this.servers.get(name);
        if (server != null && server.client().status().isConnected()) {
            server.refresh();
        }
    }

    /** A call for a server that is known to be away fails at once instead of waiting for the next attempt. */
    McpClient client(String name, String operation) {
        FollowedServer<L> server = this.servers.get(name);
        if (server == null) {
            throw unavailable(SafeText.excerpt(name), operation, "there is no such server, or it was removed", null);
        }
        McpException failure = failedAttempt(server.client().status());
        if (failure != null) {
            throw unavailable(name, operation, "the server is away: " + failure.problem(), failure);
        }
        return server.client();
    }

    /**
     * Returns why the last attempt to connect failed, if others follow it in the background. After a mere loss calls go
     * through and wait for the attempt; where nothing happens in the background, a call is the attempt.
     */
    private static @Nullable McpException failedAttempt(McpServerStatus status) {
        boolean beingTriedAgain = !status.isConnected() && status.state() != McpClientState.DISCONNECTED;
        McpException error = status.lastError();
        boolean attemptFailed =
                error instanceof McpInitializationException || error instanceof McpAuthorizationException;
        return (beingTriedAgain && attemptFailed) ? error : null;
    }

    private static McpRejectedException unavailable(
            String server, String operation, String problem, @Nullable Throwable cause) {
        return new McpRejectedException(
                McpErrorDetails.of(server, operation, McpOutcome.NOT_SENT, problem)
                        .withCause(cause),
                McpRejectedException.Reason.UNAVAILABLE);
    }
}
