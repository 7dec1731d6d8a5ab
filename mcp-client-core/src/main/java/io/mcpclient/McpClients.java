package io.mcpclient;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.client.ClientReplacement;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.support.ListenerCalls;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/**
 * Collection of all clients of an application, by server name. Clients can be added and removed at run time. Thread-safe.
 */
public final class McpClients implements AutoCloseable {

    private final Map<String, McpClient> clients = new ConcurrentSkipListMap<>();

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    private final ListenerCalls listenerCalls = new ListenerCalls();

    private final Creator creator;

    /** Listener for added and removed clients. Must not block. What it throws is logged. */
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
     * Creates the clients of servers that are added at run time. In a Spring application, they have the defaults, handlers,
     * interceptors, customizers and observation of the application. Must be thread-safe.
     */
    public interface Creator {

        /**
         * Returns the settings of a client for which nothing is set.
         * @return the settings, without an endpoint
         */
        default McpClientSettings defaults() {
            return McpClientSettings.defaults();
        }

        /**
         * Creates a client.
         * @param name name of the server
         * @param settings settings of the client
         * @return a new client, not connected
         * @throws io.mcpclient.error.McpConfigurationException if the settings are not valid
         */
        McpClient create(String name, McpClientSettings settings);

        /**
         * Returns how to enable a server that is disabled, for the error about its client.
         * @param name name of the server
         * @return what to do, {@code null} if the server is not disabled
         */
        default @Nullable String enabling(String name) {
            return null;
        }
    }

    /**
     * Creates a collection.
     * @param clients initial clients
     */
    public McpClients(Collection<? extends McpClient> clients) {
        this(
                clients,
                (name, settings) -> McpClient.builder(name).settings(settings).build());
    }

    /**
     * Creates a collection.
     * @param clients initial clients
     * @param creator creates clients from settings
     */
    public McpClients(Collection<? extends McpClient> clients, Creator creator) {
        this.creator = creator;
        clients.forEach(this::add);
    }

    /**
     * Returns the settings from which those of a new server start: {@code mcp.defaults} in a Spring application.
     * @return the settings, without an endpoint
     */
    public McpClientSettings defaults() {
        return this.creator.defaults();
    }

    /**
     * Adds a server at run time.
     *
     * <pre>{@code
     * clients.add("weather", clients.defaults().withEndpoint(McpHttpSettings.of("https://example.com/mcp")));
     * }</pre>
     *
     * @param name name of the server
     * @param settings settings of its client
     * @return the client; a Spring application connects it in the background unless {@code mcp.defaults.start} is {@code lazy}
     * @throws McpRejectedException if a server of the same name exists
     * @throws io.mcpclient.error.McpConfigurationException if the settings are not valid
     */
    public McpClient add(String name, McpClientSettings settings) {
        RequiredArgument.of("", "add", "name", name);
        requireUnknown(name);
        McpClient client = this.creator.create(name, RequiredArgument.of(name, "add", "settings", settings));
        try {
            add(client);
        } catch (McpRejectedException ex) {
            client.close(); // added by another thread in the meantime
            throw ex;
        }
        return client;
    }

    /**
     * Replaces the settings of a server. Clients that the application has obtained before continue with the new settings: new
     * calls use the new connection, calls in flight complete at the old one, which is closed within its
     * {@code shutdown-timeout}. Listeners and handlers that were added to the client itself, after it was built, are lost;
     * those of the creator and of registries are kept. The tools of the server are not listed for a moment.
     * @param name name of the server
     * @param settings new settings of its client
     * @return the client
     * @throws McpRejectedException if there is no server of that name
     * @throws io.mcpclient.error.McpConfigurationException if the settings are not valid; nothing is changed
     */
    public McpClient replace(String name, McpClientSettings settings) {
        RequiredArgument.of("", "replace", "name", name);
        RequiredArgument.of(name, "replace", "settings", settings);
        McpClient present = get(name, "replace");
        return replace(present, this.creator.create(name, settings));
    }

    /**
     * Lets a client continue as another one, see {@link #replace(String, McpClientSettings)}.
     * @param present a client of this collection
     * @param next a new client for the same server, which must not be used afterwards
     * @return the client
     */
    public synchronized McpClient replace(McpClient present, McpClient next) {
        RequiredArgument.of("", "replace", "present", present);
        RequiredArgument.of("", "replace", "next", next);
        notify(this.listeners, present, Listener::onRemoved);
        Optional<Mono<Void>> closing = ClientReplacement.of(present, next);
        McpClient client = closing.isPresent() ? present : next;
        boolean isKept = this.clients.replace(client.name(), present, client);
        if (isKept) {
            notify(this.listeners, client, Listener::onAdded);
        } else {
            client.reactive().close().subscribe();
        }
        closing.orElseGet(() -> present.reactive().close()).subscribe();
        if (!isKept) {
            throw unknown(client.name(), "replace"); // removed in the meantime
        }
        return client;
    }

    /**
     * Returns a client.
     * @param name name of the server
     * @return the client
     * @throws McpRejectedException if there is no client of that name; the message suggests similar names and lists the
     *     existing ones
     */
    public McpClient get(String name) {
        return get(name, "get");
    }

    private McpClient get(String name, String operation) {
        return find(name).orElseThrow(() -> unknown(Objects.requireNonNullElse(name, ""), operation));
    }

    private McpRejectedException unknown(String name, String operation) {
        String enabling = this.creator.enabling(name);
        String problem = (enabling != null) ? "the server is disabled" : "there is no client for a server of this name";
        String remedy = (enabling != null) ? enabling : KnownNames.remedy("servers", name, this.clients.keySet());
        return new McpRejectedException(
                McpErrorDetails.of(SafeText.excerpt(name), operation, McpOutcome.NOT_SENT, problem)
                        .withRemedy(remedy),
                McpRejectedException.Reason.UNKNOWN_SERVER);
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
            throw duplicate(client.name());
        }
        notify(this.listeners, client, Listener::onAdded);
    }

    /** A listener that fails must not keep a client from the others, nor one that was removed open. */
    private void notify(List<Listener> listeners, McpClient client, BiConsumer<Listener, McpClient> event) {
        listeners.forEach(listener -> this.listenerCalls.run(
                client.name(), "added and removed clients", listener, () -> event.accept(listener, client)));
    }

    /**
     * Adds a client that was removed, and lets it continue as another one: clients that the application has obtained before can
     * be used again.
     * @param removed a client that was removed
     * @param next a new client for the same server, which must not be used afterwards
     * @throws McpRejectedException if a client of the same name exists
     */
    public void add(McpClient removed, McpClient next) {
        RequiredArgument.of("", "add", "removed", removed);
        RequiredArgument.of("", "add", "next", next);
        requireUnknown(next.name());
        Optional<Mono<Void>> closed = ClientReplacement.of(removed, next);
        closed.ifPresent(Mono::subscribe);
        add(closed.isPresent() ? removed : next);
    }

    private void requireUnknown(String name) {
        if (this.clients.containsKey(name)) {
            throw duplicate(name);
        }
    }

    private static McpRejectedException duplicate(String name) {
        return new McpRejectedException(
                McpErrorDetails.of(name, "add", McpOutcome.NOT_SENT, "a client of this name already exists")
                        .withRemedy("Remove it first, or use another name."),
                McpRejectedException.Reason.DUPLICATE_SERVER);
    }

    /**
     * Removes a client and closes it in the background: its calls in flight complete within {@code shutdown-timeout}, new ones
     * are rejected.
     * @param name name of the server
     * @return the client, whose {@code close()} waits for the end, or empty if there is no client of that name
     */
    public Optional<McpClient> remove(String name) {
        Optional<McpClient> removed = Optional.ofNullable(this.clients.remove(Objects.requireNonNullElse(name, "")));
        removed.ifPresent(client -> {
            notify(this.listeners, client, Listener::onRemoved);
            client.reactive().close().subscribe();
        });
        return removed;
    }

    /**
     * Adds a listener and notifies it of every existing client.
     * @param listener the listener
     */
    public void addListener(Listener listener) {
        this.listeners.add(RequiredArgument.of("", "addListener", "listener", listener));
        all().forEach(client -> notify(List.of(listener), client, Listener::onAdded));
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
