package io.mcpclient.skills;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import io.mcpclient.McpClient;
import io.mcpclient.call.Blocking;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.skills.SkillCatalog.OfServer;
import io.mcpclient.support.ListenerCalls;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Catalog of the skills of all clients for which skills are enabled. A skill of one server never replaces or hides one of another
 * server: it is identified by server and URI, and names that several have are reported as collisions.
 *
 * <p>The protocol has no notification of changed skills: {@link #refresh()} lists them again, for example before a conversation. A
 * server that does not respond keeps what it listed before, marked as not available. Thread-safe.
 */
public final class McpSkillRegistry {

    private static final Logger logger = Loggers.TOOLS;

    private static final String REFRESH = "refresh skills";

    /** Servers that are listed at the same time. */
    private static final int CONCURRENCY = 4;

    /** Each list ends by its own deadlines; a thread stops waiting later than that. */
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final Supplier<? extends Collection<? extends McpClient>> clients;

    private final McpCallOptions options;

    private final Blocking blocking = new Blocking("", Context::empty);

    private final ListenerCalls calls = new ListenerCalls();

    private final List<McpSkillRegistryListener> listeners = new CopyOnWriteArrayList<>();

    /** Guarded by this. */
    private final Map<String, OfServer> servers = new HashMap<>();

    /** Collisions that were logged. Guarded by this. */
    private final Set<String> logged = new HashSet<>();

    private volatile McpSkillSnapshot snapshot = McpSkillSnapshot.EMPTY;

    private McpSkillRegistry(Supplier<? extends Collection<? extends McpClient>> clients, McpCallOptions options) {
        this.clients = clients;
        this.options = options;
    }

    /**
     * Creates a registry for what the application itself sees.
     * @param clients returns the current clients, for example {@code mcpClients::all}; those without skills are ignored
     * @return an empty registry, until it is refreshed
     */
    public static McpSkillRegistry of(Supplier<? extends Collection<? extends McpClient>> clients) {
        return of(clients, McpCallOptions.defaults());
    }

    /**
     * Creates a registry for what a principal sees. Lists and states of one principal are not to be shown to another one.
     * @param clients returns the current clients; those without skills are ignored
     * @param options options for all requests, which can name a principal
     * @return an empty registry, until it is refreshed
     */
    public static McpSkillRegistry of(
            Supplier<? extends Collection<? extends McpClient>> clients, McpCallOptions options) {
        return new McpSkillRegistry(
                RequiredArgument.of("", REFRESH, "clients", clients),
                RequiredArgument.of("", REFRESH, "options", options));
    }

    /**
     * Returns the skills as of the last refresh. Sends no request.
     * @return the snapshot, empty before the first refresh
     */
    public McpSkillSnapshot snapshot() {
        return this.snapshot;
    }

    /**
     * Lists the skills of all servers and waits. Never fails because of a server: its problem is in the snapshot.
     * @return the new snapshot, the same as before if nothing has changed
     */
    public McpSkillSnapshot refresh() {
        return this.blocking.await(REFRESH, refreshReactive(), LIMIT);
    }

    /**
     * Lists the skills of all servers.
     * @return the new snapshot, the same as before if nothing has changed
     */
    public Mono<McpSkillSnapshot> refreshReactive() {
        return refresh(client -> true);
    }

    /**
     * Lists the skills of one server, for example when it is connected; those of others remain as they are.
     * @param server configured name of the server; an unknown one has no effect
     * @return the new snapshot, the same as before if nothing has changed
     */
    public Mono<McpSkillSnapshot> refreshReactive(String server) {
        RequiredArgument.of("", REFRESH, "server", server);
        return refresh(client -> client.name().equals(server));
    }

    private Mono<McpSkillSnapshot> refresh(Predicate<McpClient> chosen) {
        return Flux.defer(() -> Flux.<McpClient>fromIterable(this.clients.get()))
                .filter(chosen)
                .flatMap(this::listed, CONCURRENCY)
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .map(this::publish);
    }

    private Mono<Map.Entry<String, OfServer>> listed(McpClient client) {
        Optional<ReactiveMcpSkills> skills = skills(client);
        if (skills.isEmpty()) {
            return Mono.empty();
        }
        return list(skills.get())
                .onErrorResume(McpException.class, error -> Mono.just(unavailable(client.name(), error)))
                .map(of -> Map.entry(client.name(), of));
    }

    private static Optional<ReactiveMcpSkills> skills(McpClient client) {
        try {
            return Optional.of(client.reactive().extension(ReactiveMcpSkills.class));
        } catch (McpConfigurationException notEnabled) {
            return Optional.empty();
        }
    }

    private Mono<OfServer> list(ReactiveMcpSkills skills) {
        return skills.list(this.options).flatMap(list -> Flux.fromIterable(list.skills())
                .concatMap(skill -> skills.state(skill, this.options).map(state -> registered(skills, skill, state)))
                .concatWith(Flux.fromIterable(list.invalid()).map(McpSkillRegistry::registered))
                .collectList()
                .map(all -> new OfServer(all, list.incomplete())));
    }

    private static McpRegisteredSkill registered(ReactiveMcpSkills skills, McpSkill skill, McpSkillState state) {
        return new McpRegisteredSkill(
                skill.server(),
                skill.uri(),
                skill.name(),
                "",
                skill.visibleDescription(),
                state,
                (state == McpSkillState.INVALID) ? SkillEntries.excess(skill, skills.settings()) : null,
                skill,
                true);
    }

    private static McpRegisteredSkill registered(McpInvalidSkill invalid) {
        return new McpRegisteredSkill(
                invalid.server(), invalid.uri(), "", "", "", McpSkillState.INVALID, invalid.reason(), null, true);
    }

    /** A server without skills has none; one that does not respond keeps those that it had. */
    private synchronized OfServer unavailable(String server, McpException error) {
        boolean hasNone = error instanceof McpRejectedException rejected
                && rejected.reason() == McpRejectedException.Reason.UNSUPPORTED;
        OfServer before = this.servers.get(server);
        OfServer known = (before != null) ? before : new OfServer(List.of(), null);
        return hasNone ? new OfServer(List.of(), null) : known.unavailable(error.problem());
    }

    /** While a slow server was listed, others may have been added, listed and removed. */
    private McpSkillSnapshot publish(Map<String, OfServer> listed) {
        McpSkillSnapshot published;
        synchronized (this) {
            Set<String> names = new HashSet<>();
            this.clients.get().forEach(client -> names.add(client.name()));
            this.servers.putAll(listed);
            this.servers.keySet().retainAll(names);
            McpSkillSnapshot before = this.snapshot;
            published = SkillCatalog.merge(before.version() + 1, this.servers);
            if (published.hasSameContent(before)) {
                return before;
            }
            this.snapshot = published;
            published.collisions().forEach(this::log);
        }
        for (McpSkillRegistryListener listener : this.listeners) {
            this.calls.run("", "skills", listener, () -> listener.onSkillsChanged(published));
        }
        return published;
    }

    private void log(McpSkillCollision collision) {
        if (this.logged.size() < 1_000 && this.logged.add(collision.what())) {
            logger.warn(
                    "Several skills have the name or URI {}: {}. They are different skills.",
                    SafeText.excerpt(collision.what()),
                    collision.displayNames());
        }
    }

    /**
     * Adds a listener.
     * @param listener receives each changed snapshot from now on
     */
    public void addListener(McpSkillRegistryListener listener) {
        this.listeners.add(RequiredArgument.of("", "addListener", "listener", listener));
    }

    /**
     * Removes a listener.
     * @param listener the listener to remove
     */
    public void removeListener(McpSkillRegistryListener listener) {
        this.listeners.remove(listener);
    }

    /** The skills of one server, {@code null} if there is no such server or skills are not enabled for it. */
    @Nullable
    McpSkills ofServer(String server) {
        for (McpClient client : this.clients.get()) {
            if (client.name().equals(server) && skills(client).isPresent()) {
                return client.extension(McpSkills.class);
            }
        }
        return null;
    }

    /** The names of servers with skills. */
    Stream<String> serverNames() {
        return this.clients.get().stream()
                .filter(client -> skills(client).isPresent())
                .map(McpClient::name)
                .sorted();
    }
}
