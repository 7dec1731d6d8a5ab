package io.mcpclient.support.net;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.netty.channel.EventLoop;
import io.netty.resolver.AddressResolverGroup;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.netty.http.HttpResources;
import reactor.netty.http.client.HttpClient;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

@Timeout(60)
class UnregisteredResolversTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static AddressResolverGroup<?> resolversOf(HttpClient client) {
        return Objects.requireNonNull(client.configuration().resolver());
    }

    static Stream<Arguments> clients() {
        Supplier<AddressResolverGroup<?>> proxy = () -> resolversOf(
                ProxyRoute.apply(HttpClient.create(), new McpHttpProxy("proxy.example", 3128), true, LIMIT));
        Supplier<AddressResolverGroup<?>> socket =
                () -> resolversOf(UnixSockets.only(HttpClient.create(), Path.of("server.sock"), false));
        Supplier<AddressResolverGroup<?>> untrusted = () -> new CheckedAddresses(
                McpNetworkPolicy.of(URI.create("https://weather.example"), Set.of()),
                "https",
                HostResolver.SYSTEM,
                TimeSource.system());
        return Stream.of(arguments("proxy", proxy), arguments("socket", socket), arguments("untrusted", untrusted));
    }

    private static WeakReference<Object> used(Supplier<AddressResolverGroup<?>> client, EventLoop loop) {
        AddressResolverGroup<?> resolvers = client.get();
        assertThat(resolvers.getResolver(loop)).isNotNull();
        return new WeakReference<>(resolvers);
    }

    // fault G12: the event loops are those of all clients, and never end
    @ParameterizedTest(name = "{0}")
    @MethodSource("clients")
    void resolversOfAClientAreNotRetainedByEventLoops(String name, Supplier<AddressResolverGroup<?>> client) {
        EventLoop loop = HttpResources.get().onClient(false).next();

        WeakReference<Object> resolvers = used(client, loop);

        await().atMost(LIMIT).until(() -> {
            System.gc();
            return resolvers.get() == null;
        });
    }
}
