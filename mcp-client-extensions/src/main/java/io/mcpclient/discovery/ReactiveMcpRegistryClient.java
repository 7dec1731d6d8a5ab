package io.mcpclient.discovery;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.discovery.internal.DocumentReader;
import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.discovery.internal.SemanticVersion;
import io.mcpclient.text.KnownNames;
import io.mcpclient.time.TimeSource;

/**
 * Reads MCP registries without blocking, see {@link McpRegistryClient}. Thread-safe; a publisher does nothing before it is subscribed to,
 * and fails with an {@link io.mcpclient.error.McpException}.
 */
public final class ReactiveMcpRegistryClient {

    private static final int REDIRECTS = 5;

    private static final int MAX_BYTES = 1024 * 1024;

    private static final int STORED = 256;

    private static final long STORED_BYTES = 16L * 1024 * 1024;

    private final List<RegistryApi> registries;

    private final Duration timeout;

    /**
     * Creates a client with an empty cache. Performs no I/O.
     * @param settings registries and limits
     * @param time clock and timers, {@link TimeSource#system()} outside of tests
     */
    public ReactiveMcpRegistryClient(McpRegistrySettings settings, TimeSource time) {
        DocumentReader reader = new DocumentReader(
                new DocumentReader.Rules(
                        settings.timeout(),
                        MAX_BYTES,
                        REDIRECTS,
                        Duration.ofMinutes(5),
                        Duration.ofHours(24),
                        true,
                        STORED,
                        STORED_BYTES),
                time);
        this.registries = settings.registries().stream()
                .map(source -> new RegistryApi(source, settings, reader))
                .toList();
        this.timeout = settings.timeout();
    }

    private ReactiveMcpRegistryClient(List<RegistryApi> registries, Duration timeout) {
        this.registries = registries;
        this.timeout = timeout;
    }

    /** Time for requests to all registries, one after the other. */
    Duration limit(int requests) {
        return this.timeout.multipliedBy((long) requests * this.registries.size());
    }

    /**
     * Returns a client for one registry, with the same cache.
     * @param name configured name of the registry
     * @return the client
     * @throws io.mcpclient.error.McpRejectedException if there is no such registry
     */
    public ReactiveMcpRegistryClient registry(String name) {
        List<RegistryApi> named = this.registries.stream()
                .filter(registry -> registry.source().name().equals(name))
                .toList();
        if (named.isEmpty()) {
            List<String> known = this.registries.stream()
                    .map(registry -> registry.source().name())
                    .toList();
            throw LookupFailures.unknown(
                    RegistryApi.OPERATION, "there is no such registry", KnownNames.remedy("registries", name, known));
        }
        return new ReactiveMcpRegistryClient(named, this.timeout);
    }

    /**
     * Lists servers, of one registry after the other. A page is read when its entries are requested.
     * @param query which servers
     * @return their entries, at most as many as the query permits
     */
    public Flux<McpRegistryEntry> search(McpRegistryQuery query) {
        return Flux.fromIterable(this.registries)
                .concatMap(registry -> registry.list(query), 1)
                .take(query.limit());
    }

    /**
     * Reads one page of a listing of the first registry, see {@link #registry} for another one.
     * @param query which servers; its limit is the size of the page, at most 100
     * @param cursor {@code nextCursor} of the previous page, {@code null} for the first one
     * @return the page
     */
    public Mono<McpRegistryPage> page(McpRegistryQuery query, @Nullable String cursor) {
        return this.registries.get(0).page(query, cursor);
    }

    /**
     * Lists the versions of a server, the newest first, without deleted ones.
     * @param name name of the server
     * @return its versions; fails if the server is unknown, or known to several registries
     */
    public Flux<McpRegistryEntry> versions(String name) {
        McpServerReference server = new McpServerReference(name, McpServerReference.LATEST);
        return one(registry -> registry.versions(server.name()).collectList().filter(list -> !list.isEmpty()), name)
                .flatMapIterable(list -> list);
    }

    /**
     * Looks up a version of a server. Nothing is downloaded or started.
     * @param name name of the server
     * @param version exact version, or {@code latest}; store the version of the entry, so that the same one is used later
     * @return the entry; fails if it is unknown, deleted, or known to several registries
     */
    public Mono<McpRegistryEntry> get(String name, String version) {
        return Mono.defer(() -> {
            McpServerReference server = new McpServerReference(name, version);
            return one(registry -> registry.get(server), server.toString());
        });
    }

    /**
     * Looks for a later version of a server in the registry of an entry. The application decides whether to use it.
     * @param entry the version in use
     * @return the latest version, empty if it is not later
     */
    public Mono<McpRegistryEntry> newer(McpRegistryEntry entry) {
        return Mono.defer(() -> registry(entry.registry()).get(entry.name(), McpServerReference.LATEST))
                .filter(latest -> isLater(latest.version(), entry.version()));
    }

    private static boolean isLater(String latest, String current) {
        SemanticVersion one = SemanticVersion.of(latest);
        SemanticVersion other = SemanticVersion.of(current);
        return (one != null && other != null) ? one.compareTo(other) > 0 : !latest.equals(current);
    }

    /** Asks all registries: a name in two of them could be an attempt to replace a package. */
    private <T> Mono<T> one(Function<RegistryApi, Mono<T>> lookup, String what) {
        record Hit<T>(RegistryApi registry, T value) {}
        return Flux.fromIterable(this.registries)
                .concatMap(registry -> lookup.apply(registry).map(value -> new Hit<>(registry, value)), 1)
                .collectList()
                .map(hits -> {
                    if (hits.size() > 1) {
                        throw LookupFailures.refused(
                                RegistryApi.OPERATION,
                                what + " is in the registries "
                                        + hits.get(0).registry().source().name() + " and "
                                        + hits.get(1).registry().source().name(),
                                "Name the registry.");
                    }
                    if (hits.isEmpty()) {
                        throw LookupFailures.unknown(
                                RegistryApi.OPERATION, "no registry has " + what, "Check the name and the version.");
                    }
                    return hits.get(0).value();
                });
    }
}
