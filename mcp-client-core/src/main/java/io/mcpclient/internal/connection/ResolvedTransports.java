package io.mcpclient.internal.connection;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.era.AddressedTransport;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReactiveMcpServerResolver;
import io.mcpclient.transport.TransportProvider;

/**
 * One transport for each address of a server. The addresses are resolved for each attempt to connect. An address that has
 * failed recently is tried after the others. A transport is kept, with its connections, until its address is no longer among
 * the resolved ones and a later session has begun elsewhere. Thread-safe.
 */
public final class ResolvedTransports implements TransportSource {

    /** Maximum number of addresses of one attempt. */
    static final int MAX_ADDRESSES = 16;

    /** Time during which an address that has failed is tried last. */
    private static final Duration AVOIDED_FOR = Duration.ofSeconds(30);

    private final URI configured;

    private final ReactiveMcpServerResolver resolver;

    private final Function<URI, TransportProvider> providers;

    private final TransportProvider.Context context;

    private final ConnectFailures failures;

    private final Map<URI, McpTransport> transports = new ConcurrentHashMap<>();

    /** Addresses that have failed, and when. */
    private final Map<URI, Long> failed = new ConcurrentHashMap<>();

    private volatile @Nullable URI current;

    /**
     * Creates the source.
     * @param configured configured URL of the server
     * @param resolver resolves its addresses
     * @param providers creates the transport to an address; throws an {@link io.mcpclient.error.McpConfigurationException} for
     *     an address that must not be used
     * @param context values for the transports
     */
    public ResolvedTransports(
            URI configured,
            ReactiveMcpServerResolver resolver,
            Function<URI, TransportProvider> providers,
            TransportProvider.Context context) {
        this.configured = configured;
        this.resolver = resolver;
        this.providers = providers;
        this.context = context;
        this.failures = new ConnectFailures(context.serverName(), null);
    }

    @Override
    public Mono<List<Mono<McpTransport>>> candidates() {
        return Mono.defer(() -> this.resolver.resolve(this.context.serverName(), this.configured))
                .onErrorMap(this.failures::unresolved)
                .filter(addresses -> !addresses.isEmpty())
                .switchIfEmpty(Mono.error(this.failures::noAddress))
                .map(addresses -> inOrder(new LinkedHashSet<>(addresses)))
                .flatMap(addresses -> closeUnused(addresses)
                        .thenReturn(addresses.stream().map(this::transport).toList()));
    }

    private List<URI> inOrder(Set<URI> resolved) {
        this.failed.values().removeIf(since -> this.context.time().since(since).compareTo(AVOIDED_FOR) >= 0);
        List<URI> addresses = new ArrayList<>(resolved);
        addresses.removeIf(this.failed::containsKey);
        resolved.removeAll(addresses);
        addresses.addAll(resolved);
        return addresses.subList(0, Math.min(addresses.size(), MAX_ADDRESSES));
    }

    /** Keeps the last used one: calls may still be in flight there. */
    private Mono<Void> closeUnused(List<URI> addresses) {
        return Flux.fromIterable(Set.copyOf(this.transports.keySet()))
                .filter(address -> !addresses.contains(address) && !address.equals(this.current))
                .flatMap(this::close)
                .then();
    }

    private Mono<McpTransport> transport(URI address) {
        return Mono.defer(() -> {
            this.current = address;
            McpTransport opened = this.transports.get(address);
            return (opened != null)
                    ? Mono.just(opened)
                    : this.providers
                            .apply(address)
                            .create(this.context)
                            .<McpTransport>map(created -> new AddressedTransport(created, address))
                            .doOnNext(created -> this.transports.put(address, created));
        });
    }

    @Override
    public @Nullable McpTransport current() {
        URI address = this.current;
        return (address != null) ? this.transports.get(address) : null;
    }

    @Override
    public void unreachable() {
        URI address = this.current;
        if (address != null) {
            this.failed.put(address, this.context.time().nanoTime());
        }
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            this.current = null;
            return Flux.fromIterable(Set.copyOf(this.transports.keySet()))
                    .flatMap(this::close)
                    .then();
        });
    }

    private Mono<Void> close(URI address) {
        McpTransport opened = this.transports.remove(address);
        return (opened != null) ? opened.close() : Mono.empty();
    }
}
