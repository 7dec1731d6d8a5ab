package io.mcpclient.internal.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.Http2AllocationStrategy;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import io.mcpclient.internal.support.DeadlineTimer;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.support.net.Http2Guard;
import io.mcpclient.support.net.ProxyRoute;
import io.mcpclient.support.net.PublicAddresses;
import io.mcpclient.support.net.QuietConnections;
import io.mcpclient.support.net.ResponseGuard;
import io.mcpclient.support.net.UnixSockets;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpHttpClients;

/**
 * Creates the HTTP clients of all servers of an application. Expensive resources are shared: the event loops by all clients,
 * the trust and key material by all servers with the same settings. Resources that one server could exhaust are not: each server has
 * its own connection pool, so that calls that hang at one server never block calls to another, not even on the same host name.
 * Thread-safe.
 *
 * @see "faults G01, G02, G12"
 */
public final class PooledHttpClients implements McpHttpClients {

    /**
     * Connections that are idle for longer are closed, before the other side closes them at an inconvenient moment; also if no
     * call notices, because an open connection takes 10 KB.
     */
    private static final Duration MAX_IDLE_TIME = Duration.ofSeconds(30);

    /**
     * Limit for requests that wait for a connection. Calls wait elsewhere, where their number is limited; so these are requests
     * other than calls, and a call whose predecessor's connection is still being returned to the pool.
     */
    private static final int MAX_WAITING = 1024;

    /** Connections outside the pool for responses to requests of the server; opened on demand. */
    private static final int ANSWERING_CONNECTIONS = 32;

    /** Limits for the status line and the headers of a response (fault F34). */
    private static final int MAX_STATUS_LINE_BYTES = 8 * 1024;

    private static final int MAX_HEADER_BYTES = 32 * 1024;

    /** One read, of up to 64 KiB, before other connections of the event loop have their turn; the default is 16. */
    private static final RecvByteBufAllocator ONE_READ = new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(1);

    private static final ApplicationProtocolConfig HTTP2_OR_1 = new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_2,
            ApplicationProtocolNames.HTTP_1_1);

    private static final ConnectionProvider UNPOOLED = new QuietConnections(ConnectionProvider.newConnection());

    /** The client of one server, with its connection pools and open channels. Thread-safe. */
    static final class Pooled {

        private final String serverName;

        private final HttpTransportSettings settings;

        private final LazyPart<DeadlineTimer> limits;

        private final ConnectionProvider pool;

        private final OpenChannels channels;

        private final Function<HttpClient, HttpClient> setup;

        /** Created with the first request of the server, which most servers never send. */
        private @Nullable ConnectionProvider answering;

        Pooled(
                String serverName,
                HttpTransportSettings settings,
                OpenChannels channels,
                LazyPart<DeadlineTimer> limits,
                Function<HttpClient, HttpClient> setup) {
            this.serverName = serverName;
            this.settings = settings;
            this.limits = limits;
            this.pool = pool("mcp-" + serverName, settings.maxConnections(), MAX_WAITING, settings, limits);
            this.channels = channels;
            this.setup = setup;
        }

        /** Returns a client for calls. */
        HttpClient client() {
            return this.setup.apply(HttpClient.create(this.pool));
        }

        /**
         * Returns a client for responses to requests of the server. Calls that wait for the server hold the connections of the
         * pool, so a server that waits for these responses would get none (fault B19).
         */
        synchronized HttpClient answeringClient() {
            ConnectionProvider present = this.answering;
            if (present == null) {
                // The number of waiting requests is bounded by the code that creates the responses.
                present = pool(
                        "mcp-" + this.serverName + "-answers", ANSWERING_CONNECTIONS, -1, this.settings, this.limits);
                this.answering = present;
            }
            return this.setup.apply(HttpClient.create(present));
        }

        /** Returns a client for long-lived streams: each has its own connection outside the pool. */
        HttpClient unpooled() {
            return this.setup.apply(HttpClient.create(UNPOOLED));
        }

        /** Closes all connections; exchanges in flight fail immediately. */
        Mono<Void> close() {
            return Mono.fromRunnable(this.channels::close)
                    .then(this.pool.disposeLater())
                    .then(Mono.defer(this::closeAnswering));
        }

        private synchronized Mono<Void> closeAnswering() {
            return (this.answering != null) ? this.answering.disposeLater() : Mono.empty();
        }
    }

    /** Returns the implementation; one of its own for an implementation of the application, such as a mock. */
    static PooledHttpClients of(McpHttpClients clients) {
        return (clients instanceof PooledHttpClients pooled) ? pooled : new PooledHttpClients();
    }

    Pooled create(String serverName, HttpTransportSettings settings, TimeSource time, LazyPart<DeadlineTimer> limits) {
        OpenChannels channels = new OpenChannels();
        CookieStore cookies = settings.cookies() ? new CookieStore(settings.url(), time::nanoTime) : null;
        Function<HttpClient, HttpClient> setup = client -> {
            HttpClient configured = configure(client, settings, channels);
            return (cookies != null) ? cookies.applyTo(configured) : configured;
        };
        return new Pooled(serverName, settings, channels, limits, setup);
    }

    private static ConnectionProvider pool(
            String name, int connections, int waiting, HttpTransportSettings settings, LazyPart<DeadlineTimer> limits) {
        ConnectionProvider.Builder pool = ConnectionProvider.builder(name)
                .maxConnections(connections)
                .pendingAcquireMaxCount(waiting)
                .pendingAcquireTimeout(settings.connectTimeout())
                // By default each request that waits for a connection is a task at Reactor's scheduler, and wakes its
                // thread.
                .pendingAcquireTimer((onTimeout, limit) -> limits.get().schedule(limit, onTimeout))
                .maxIdleTime(MAX_IDLE_TIME)
                .evictInBackground(MAX_IDLE_TIME)
                .lifo();
        if (settings.http2()) {
            // Otherwise calls at the same time open connections instead of streams.
            pool.allocationStrategy(Http2AllocationStrategy.builder()
                    .maxConnections(connections)
                    .minConnections(1)
                    .strictConnectionReuse(true)
                    .build());
        }
        return new QuietConnections(pool.build());
    }

    /**
     * Which protocol a connection speaks is known only after the handshake of TLS, and with HTTP/2 each request has a channel
     * of its own: the handler of responses is added with each request then.
     */
    private static HttpClient guarded(HttpClient client, HttpTransportSettings settings) {
        if (!settings.http2()) {
            return client.doOnChannelInit((observer, channel, address) -> ResponseGuard.addTo(channel));
        }
        HttpProtocol[] protocols = settings.isPlain()
                ? new HttpProtocol[] {HttpProtocol.H2C}
                : new HttpProtocol[] {HttpProtocol.H2, HttpProtocol.HTTP11};
        return Http2Guard.guard(client.protocol(protocols));
    }

    /** Only a view, and not kept: an application that renews its certificates has another context each time. */
    private static SslContext netty(SSLContext context, boolean http2) {
        return http2
                ? new JdkSslContext(
                        context,
                        true,
                        null,
                        SupportedCipherSuiteFilter.INSTANCE,
                        HTTP2_OR_1,
                        ClientAuth.NONE,
                        null,
                        false)
                : new JdkSslContext(context, true, ClientAuth.NONE);
    }

    private HttpClient configure(HttpClient base, HttpTransportSettings settings, OpenChannels channels) {
        HttpClient client = guarded(base.observe(channels), settings)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(settings.connectTimeout().toMillis()))
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, ONE_READ)
                .httpResponseDecoder(limits ->
                        limits.maxInitialLineLength(MAX_STATUS_LINE_BYTES).maxHeaderSize(MAX_HEADER_BYTES))
                .followRedirect(false)
                // A request that the server may have read is never sent twice implicitly.
                .disableRetry(true);
        SSLContext sslContext = settings.sslContext();
        if (sslContext != null) {
            SslContext tls = netty(sslContext, settings.http2());
            client = client.secure(ssl -> ssl.sslContext(tls));
        }
        Path socket = settings.http().socket();
        if (socket != null) {
            return UnixSockets.only(client, socket, settings.http2());
        }
        McpHttpProxy proxy = settings.proxy();
        if (proxy != null) {
            return ProxyRoute.apply(client, proxy, settings.isPlain(), settings.connectTimeout());
        }
        if (settings.http().publicAddressesOnly()) {
            return PublicAddresses.only(client);
        }
        return client;
    }
}
