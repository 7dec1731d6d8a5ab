package io.mcpclient;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.KnownNames;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.RequiredArgument;
import io.mcpclient.error.SafeText;

/**
 * All clients of an application, by the name of their server. Clients can be added and removed at run time.
 * Thread-safe.
 */
public final class McpClients implements AutoCloseable {

    private final Map<String, McpClient> clients = new ConcurrentSkipListMap<>();

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Learns which clients come and go. Must not block. */
    public interface Listener {

        /**
         * Handles a client that was added.
         * @param client the client, not necessarily connected
         */
        void onAdded(McpClient client);

        /**
         * Handles a client that was removed.
         * @param client the client, not necessarily closed
         */
        void onRemoved(McpClient client);
    }

    /**
     * Creates a collection.
     * @param clients clients to begin with
     */
    public McpClients(Collection<? extends McpClient> clients) {
        clients.forEach(this::add);
    }

    /**
     * Returns a client.
     * @param name name of its server
     * @return the client
     * @throws McpRejectedException if there is none of that name; the message suggests the nearest names and lists those that
     *     there are
     */
    public McpClient get(String name) {
        return find(name)
                .orElseThrow(() -> new McpRejectedException(
                        McpErrorDetails.of(
                                        SafeText.excerpt(name),
                                        "get",
                                        McpOutcome.NOT_SENT,
                                        "there is no client for a server of this name")
                                .withRemedy(KnownNames.remedy(
                                        "servers", Objects.requireNonNullElse(name, ""), this.clients.keySet())),
                        McpRejectedException.Reason.UNKNOWN_SERVER));
    }

    /**
     * Looks for a client.
     * @param name name of its server
     * @return the client, or empty
     */
    public Optional<McpClient> find(String name) {
        return Optional.ofNullable(this.clients.get(Objects.requireNonNullElse(name, "")));
    }

    /**
     * Returns all clients.
     * @return the clients in the order of their names, as of now
     */
    public List<McpClient> all() {
        return List.copyOf(this.clients.values());
    }

    /**
     * Adds a client. It is closed together with the others.
     * @param client the client
     * @throws McpRejectedException if there is one of the same name already
     */
    public void add(McpClient client) {
        RequiredArgument.of("", "add", "client", client);
        if (this.clients.putIfAbsent(client.name(), client) != null) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    client.name(), "add", McpOutcome.NOT_SENT, "there is a client of this name already")
                            .withRemedy("Remove that one first, or use another name."),
                    McpRejectedException.Reason.DUPLICATE_SERVER);
        }
        this.listeners.forEach(listener -> listener.onAdded(client));
    }

    /**
     * Removes a client without closing it.
     * @param name name of its server
     * @return the client, for the caller to close, or empty if there is none of that name
     */
    public Optional<McpClient> remove(String name) {
        Optional<McpClient> removed = Optional.ofNullable(this.clients.remove(Objects.requireNonNullElse(name, "")));
        removed.ifPresent(client -> this.listeners.forEach(listener -> listener.onRemoved(client)));
        return removed;
    }

    /**
     * Adds a listener and tells it of every client that is there already.
     * @param listener the listener
     */
    public void addListener(Listener listener) {
        this.listeners.add(RequiredArgument.of("", "addListener", "listener", listener));
        all().forEach(listener::onAdded);
    }

    /**
     * Takes a listener away.
     * @param listener the one that was added
     */
    public void removeListener(Listener listener) {
        this.listeners.remove(listener);
    }

    /**
     * Closes all clients at the same time, each within its {@code shutdown-timeout}.
     * @return completes when the slowest one is closed, never fails
     */
    public Mono<Void> closeAll() {
        return Flux.fromIterable(all())
                .flatMap(client -> client.reactive().close(), Integer.MAX_VALUE)
                .then();
    }

    /** Closes all clients at the same time and waits for the slowest one. */
    @Override
    public void close() {
        // The first pass starts all farewells, the second one waits: closing twice is joining.
        List<McpClient> closing = all();
        closing.forEach(client -> client.reactive().close().subscribe());
        closing.forEach(McpClient::close);
    }
}
