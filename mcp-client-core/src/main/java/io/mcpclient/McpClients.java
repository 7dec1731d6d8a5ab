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

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.operation.RequiredArgument;
import io.mcpclient.internal.support.KnownNames;
import io.mcpclient.internal.support.SafeText;

/**
 * Collection of all clients of an application, by server name. Clients can be added and removed at run time. Thread-safe.
 */
public final class McpClients implements AutoCloseable {

    private final Map<String, McpClient> clients = new ConcurrentSkipListMap<>();

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Listener for added and removed clients. Must not block. */
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
     * @param clients initial clients
     */
    public McpClients(Collection<? extends McpClient> clients) {
        clients.forEach(this::add);
    }

    /**
     * Returns a client.
     * @param name name of the server
     * @return the client
     * @throws McpRejectedException if there is no client of that name; the message suggests similar names and lists the
     *     existing ones
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
     * Looks up a client.
     * @param name name of the server
     * @return the client, or empty
     */
    public Optional<McpClient> find(String name) {
        return Optional.ofNullable(this.clients.get(Objects.requireNonNullElse(name, "")));
    }

    /**
     * Returns all clients.
     * @return a snapshot of the clients, ordered by name
     */
    public List<McpClient> all() {
        return List.copyOf(this.clients.values());
    }

    /**
     * Adds a client. It is closed together with the others.
     * @param client the client
     * @throws McpRejectedException if a client of the same name exists
     */
    public void add(McpClient client) {
        RequiredArgument.of("", "add", "client", client);
        if (this.clients.putIfAbsent(client.name(), client) != null) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    client.name(), "add", McpOutcome.NOT_SENT, "a client of this name already exists")
                            .withRemedy("Remove it first, or use another name."),
                    McpRejectedException.Reason.DUPLICATE_SERVER);
        }
        this.listeners.forEach(listener -> listener.onAdded(client));
    }

    /**
     * Removes a client without closing it.
     * @param name name of the server
     * @return the client, to be closed by the caller, or empty if there is no client of that name
     */
    public Optional<McpClient> remove(String name) {
        Optional<McpClient> removed = Optional.ofNullable(this.clients.remove(Objects.requireNonNullElse(name, "")));
        removed.ifPresent(client -> this.listeners.forEach(listener -> listener.onRemoved(client)));
        return removed;
    }

    /**
     * Adds a listener and notifies it of every existing client.
     * @param listener the listener
     */
    public void addListener(Listener listener) {
        this.listeners.add(RequiredArgument.of("", "addListener", "listener", listener));
        all().forEach(listener::onAdded);
    }

    /**
     * Removes a listener.
     * @param listener the listener to remove
     */
    public void removeListener(Listener listener) {
        this.listeners.remove(listener);
    }

    /**
     * Closes all clients concurrently, each within its {@code shutdown-timeout}.
     * @return completes when the slowest one is closed, never fails
     */
    public Mono<Void> closeAll() {
        return Flux.fromIterable(all())
                .flatMap(client -> client.reactive().close(), Integer.MAX_VALUE)
                .then();
    }

    /** Closes all clients concurrently and waits for the slowest one. */
    @Override
    public void close() {
        // The first pass starts all shutdowns, the second one waits for them: closing twice joins the first shutdown.
        List<McpClient> closing = all();
        closing.forEach(client -> client.reactive().close().subscribe());
        closing.forEach(McpClient::close);
    }
}
