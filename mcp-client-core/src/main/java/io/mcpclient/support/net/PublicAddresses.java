package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** Resolves hosts to their public addresses, and no others. The connection uses the result, so DNS rebinding has no effect. */
public final class PublicAddresses extends ConnectionAddresses {

    private static final PublicAddresses SYSTEM = new PublicAddresses(HostResolver.SYSTEM);

    private final HostResolver hosts;

    PublicAddresses(HostResolver hosts) {
        this.hosts = hosts;
    }

    /**
     * Restricts a client to public addresses. A connection to any other fails with a {@link ForbiddenUrlException}.
     * @param client a client without a proxy
     * @return the client to use
     */
    public static HttpClient only(HttpClient client) {
        return client.resolver(SYSTEM);
    }

    @Override
    Mono<List<InetSocketAddress>> addresses(InetSocketAddress wanted) {
        InetAddress literal =
                (wanted.getAddress() != null) ? wanted.getAddress() : UrlSyntax.literal(wanted.getHostString());
        Mono<List<InetAddress>> found =
                (literal != null) ? Mono.just(List.of(literal)) : this.hosts.resolve(wanted.getHostString());
        return found.map(addresses -> onlyPublic(wanted, addresses));
    }

    private static List<InetSocketAddress> onlyPublic(InetSocketAddress wanted, List<InetAddress> found) {
        List<InetSocketAddress> addresses = found.stream()
                .filter(address -> AddressClass.of(address) == AddressClass.PUBLIC)
                .map(address -> new InetSocketAddress(address, wanted.getPort()))
                .toList();
        if (addresses.isEmpty()) {
            throw new ForbiddenUrlException(wanted.getHostString() + " is refused: it resolves to a "
                    + found.stream().map(AddressClass::of).findFirst().orElse(AddressClass.UNSPECIFIED) + " address");
        }
        return addresses;
    }
}
