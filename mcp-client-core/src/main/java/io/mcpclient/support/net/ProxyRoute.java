package io.mcpclient.support.net;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;
import reactor.netty.transport.ProxyProvider;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.text.KnownSecrets;

/**
 * Routes an HTTP client through a proxy, in the same way as other HTTP clients do.
 *
 * <pre>
 *  https ──CONNECT host:port──► proxy ══ tunnel, TLS with the server ══► server
 *  http ──POST http://host:port/path──► proxy ──POST /path──► server
 *  both ──SOCKS host:port──► proxy ══ tunnel ══► server
 * </pre>
 *
 * <p>Many proxies reject tunnels to ports other than 443, so the request line of a plain request contains the full URL instead.
 * Reactor Netty only supports tunnels.
 *
 * @see "RFC 9112, section 3.2.2 (absolute-form) and 3.2.3 (authority-form)"
 */
public final class ProxyRoute {

    private ProxyRoute() {}

    /**
     * Routes a client through a proxy.
     * @param client a client for URLs of one scheme
     * @param proxy the proxy, {@linkplain SystemProxies#resolved resolved}
     * @param isPlain whether that scheme is {@code http}
     * @param connectTimeout limit for the connection to the proxy and for the tunnel
     * @return the client to use
     */
    public static HttpClient apply(HttpClient client, McpHttpProxy proxy, boolean isPlain, Duration connectTimeout) {
        String authorization = authorization(proxy);
        if (authorization != null) {
            KnownSecrets.configured("proxy-authorization", authorization);
        }
        return (isPlain && proxy.type() == McpHttpProxy.Type.HTTP)
                ? absolute(client, proxy)
                : tunnel(client, proxy, connectTimeout);
    }

    private static HttpClient tunnel(HttpClient client, McpHttpProxy proxy, Duration connectTimeout) {
        return client.proxy(spec -> {
            ProxyProvider.Builder builder = spec.type(type(proxy))
                    .host(proxy.host())
                    .port(proxy.port())
                    .connectTimeoutMillis(connectTimeout.toMillis());
            String password = proxy.password();
            if (proxy.username() != null) {
                builder.username(proxy.username()).password(user -> (password != null) ? password : "");
            }
        });
    }

    private static ProxyProvider.Proxy type(McpHttpProxy proxy) {
        return switch (proxy.type()) {
            case HTTP -> ProxyProvider.Proxy.HTTP;
            case SOCKS4 -> ProxyProvider.Proxy.SOCKS4;
            case SOCKS5 -> ProxyProvider.Proxy.SOCKS5;
            case SYSTEM -> throw new IllegalArgumentException("not resolved");
        };
    }

    private static HttpClient absolute(HttpClient client, McpHttpProxy proxy) {
        return client.resolver(new AddressOfProxy(proxy))
                .doOnChannelInit((observer, channel, address) -> addTo(channel, (InetSocketAddress) address, proxy));
    }

    private static void addTo(Channel channel, @Nullable InetSocketAddress destination, McpHttpProxy proxy) {
        if (destination != null) {
            String origin = "http://" + HttpUtil.formatHostnameForHttp(destination) + ":" + destination.getPort();
            channel.pipeline()
                    .addBefore(
                            NettyPipeline.ReactiveBridge,
                            "mcp.proxied-requests",
                            new AbsoluteRequests(origin, authorization(proxy)));
        }
    }

    /** Writes the full URL into request lines, and adds the credentials of the proxy. */
    private static final class AbsoluteRequests extends ChannelOutboundHandlerAdapter {

        private final String origin;

        private final @Nullable String authorization;

        AbsoluteRequests(String origin, @Nullable String authorization) {
            this.origin = origin;
            this.authorization = authorization;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof HttpRequest request) {
                request.setUri(this.origin + request.uri());
                if (this.authorization != null) {
                    request.headers().set(HttpHeaderNames.PROXY_AUTHORIZATION, this.authorization);
                }
            }
            context.write(message, promise);
        }
    }

    /** Resolves every host to the addresses of the proxy, which all connections go to. */
    private static final class AddressOfProxy extends ConnectionAddresses {

        private final McpHttpProxy proxy;

        AddressOfProxy(McpHttpProxy proxy) {
            this.proxy = proxy;
        }

        @Override
        Mono<List<InetSocketAddress>> addresses(InetSocketAddress destination) {
            return HostResolver.SYSTEM.resolve(this.proxy.host()).map(found -> found.stream()
                    .map(address -> new InetSocketAddress(address, this.proxy.port()))
                    .toList());
        }
    }

    /** Returns the value of {@code Proxy-Authorization}, {@code null} for none. */
    private static @Nullable String authorization(McpHttpProxy proxy) {
        if (proxy.username() == null || proxy.password() == null) {
            return null;
        }
        byte[] credentials = (proxy.username() + ":" + proxy.password()).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(credentials);
    }
}
