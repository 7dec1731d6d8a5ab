package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeoutException;

import reactor.core.publisher.Mono;

import io.mcpclient.time.TimeSource;

/**
 * Resolves hosts to the addresses that the policy allows, and no others. Called once per connection, for address literals too,
 * and the connection uses its result: a name that resolves differently a moment later has no effect.
 *
 * @see "SEC-03, SEC-06; fault H07"
 */
final class CheckedAddresses extends ConnectionAddresses {

    private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);

    private static final Duration LOOKUP_BEFORE_PROXY = Duration.ofSeconds(2);

    private final McpNetworkPolicy policy;

    private final String scheme;

    private final HostResolver hosts;

    private final TimeSource time;

    private final Mono<Set<AddressClass>> classesOfServer;

    CheckedAddresses(McpNetworkPolicy policy, String scheme, HostResolver hosts, TimeSource time) {
        this.policy = policy;
        this.scheme = scheme;
        this.hosts = hosts;
        this.time = time;
        Set<AddressClass> known = policy.classesOfServer();
        this.classesOfServer = (known != null) ? Mono.just(known) : classes(policy.serverHost());
    }

    /** Resolved only once: otherwise the server could change its addresses to appear as an internal one. */
    private Mono<Set<AddressClass>> classes(String server) {
        return Mono.defer(() -> addresses(server))
                .map(AddressClass::of)
                .cache(classes -> FOREVER, error -> Duration.ZERO, () -> Duration.ZERO)
                .onErrorReturn(Set.of());
    }

    private Mono<List<InetAddress>> addresses(String host) {
        InetAddress literal = UrlSyntax.literal(host);
        if (literal != null) {
            return Mono.just(List.of(literal));
        }
        // The Java runtime would resolve an empty name to this machine.
        return host.isEmpty() ? Mono.error(new UnknownHostException()) : this.hosts.resolve(host);
    }

    @Override
    Mono<List<InetSocketAddress>> addresses(InetSocketAddress wanted) {
        return allowed(wanted);
    }

    /**
     * Checks the addresses of a host whose name is resolved by a proxy. A name that cannot be resolved here, or not soon, is
     * left to the proxy: networks with a proxy often cannot resolve external names.
     * @return completes if the request is allowed; otherwise fails with a {@link ForbiddenUrlException}
     */
    Mono<Void> checkIfKnown(Origin origin) {
        return allowed(InetSocketAddress.createUnresolved(origin.host(), origin.port()))
                .timeout(LOOKUP_BEFORE_PROXY, this.time.timers())
                .onErrorComplete(error -> error instanceof UnknownHostException || error instanceof TimeoutException)
                .then();
    }

    private Mono<List<InetSocketAddress>> allowed(InetSocketAddress wanted) {
        InetAddress number = wanted.getAddress();
        String host = (number != null) ? number.getHostAddress() : wanted.getHostString();
        Origin origin = new Origin(this.scheme, host.toLowerCase(Locale.ROOT), wanted.getPort());
        return addresses(host).flatMap(found -> {
            boolean depends = found.stream().anyMatch(address -> this.policy.dependsOnServer(origin, address));
            return (depends ? this.classesOfServer : Mono.just(Set.<AddressClass>of()))
                    .map(ofServer -> allowed(origin, found, ofServer));
        });
    }

    private List<InetSocketAddress> allowed(Origin origin, List<InetAddress> found, Set<AddressClass> ofServer) {
        List<InetSocketAddress> allowed = found.stream()
                .filter(address -> this.policy.allows(origin, address, ofServer))
                .map(address -> new InetSocketAddress(address, origin.port()))
                .toList();
        if (allowed.isEmpty()) {
            throw new ForbiddenUrlException(origin.host() + " is refused: it resolves to a "
                    + found.stream().map(AddressClass::of).findFirst().orElse(AddressClass.UNSPECIFIED) + " address");
        }
        return allowed;
    }
}
