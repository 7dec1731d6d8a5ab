package io.mcpclient.support.net;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

import javax.net.ssl.SSLContext;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.time.TimeSource;

/**
 * HTTP client for untrusted URLs, with SSRF protection: it sends only the given headers, no cookies, bounds bodies and times,
 * and checks addresses when it connects to them. Thread-safe.
 *
 * <p>Each request has its own connection. With a proxy, names are resolved by the proxy: the policy then applies to the
 * addresses that a name resolves to here, if it can be resolved here, and otherwise the proxy decides which addresses may be
 * called. Redirects are followed with {@code GET} only, never from {@code https} to {@code http}, and to another origin without
 * the headers.
 *
 * @see "SEC-01 to SEC-08, AUTH-13; faults H07, H16, H22, H29"
 */
public final class UntrustedHttpClient {

    /** Some servers reject requests without a user agent. */
    private static final String USER_AGENT = "mcp-client";

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]*");

    private static final int MAX_STATUS_LINE_BYTES = 8 * 1024;

    private static final int MAX_HEADER_BYTES = 32 * 1024;

    private static final ConnectionProvider CONNECTIONS = new QuietConnections(ConnectionProvider.newConnection());

    private final McpNetworkPolicy policy;

    private final @Nullable McpHttpProxy proxy;

    private final CheckedAddresses plainAddresses;

    private final CheckedAddresses secureAddresses;

    private final TimeSource time;

    private final Duration connectTimeout;

    private final HttpClient plain;

    private final HttpClient secureAtServer;

    private final HttpClient secureElsewhere;

    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    /** The URLs of requests that were not answered yet, the oldest first. */
    private final Queue<URI> pending = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    /**
     * Limits for one kind of request.
     *
     * @param timeout limit from the start of the request to the end of the response, including redirects
     * @param maxBytes maximum size of the response body
     * @param redirects maximum number of redirects, each of which is checked; one more is an error. Zero with a body, and to
     *     get the first redirect as the response
     */
    public record Limits(Duration timeout, int maxBytes, int redirects) {}

    /**
     * Trusted certificates and keys. Hosts named by the server do not see the client certificate for the server, and the
     * private certificate authority of the server is not trusted for them.
     *
     * @param atServer for the origin of the server itself, or {@code null} for those of the Java runtime
     * @param elsewhere for all others, or {@code null} for those of the Java runtime
     */
    public record Tls(
            @Nullable SSLContext atServer, @Nullable SSLContext elsewhere) {

        /** The trusted certificates of the Java runtime, and no keys. */
        public static final Tls OF_RUNTIME = new Tls(null, null);
    }

    /**
     * Creates a client with the trusted certificates of the Java runtime. Performs no I/O.
     * @param policy which addresses may be called
     * @param connectTimeout limit for TCP and TLS
     */
    public UntrustedHttpClient(McpNetworkPolicy policy, Duration connectTimeout) {
        this(policy, Tls.OF_RUNTIME, connectTimeout, null, TimeSource.system());
    }

    /**
     * Creates a client with an optional proxy. Performs no I/O.
     * @param policy which addresses may be called
     * @param tls trusted certificates and keys
     * @param connectTimeout limit for TCP and TLS
     * @param proxy HTTP proxy, or {@code null} for none
     * @param time timers for the limits
     */
    public UntrustedHttpClient(
            McpNetworkPolicy policy, Tls tls, Duration connectTimeout, @Nullable McpHttpProxy proxy, TimeSource time) {
        this(policy, tls, connectTimeout, proxy, HostResolver.SYSTEM, time);
    }

    UntrustedHttpClient(
            McpNetworkPolicy policy,
            Tls tls,
            Duration connectTimeout,
            @Nullable McpHttpProxy proxy,
            HostResolver hosts,
            TimeSource time) {
        this.policy = policy;
        this.time = time;
        this.proxy = proxy;
        this.plainAddresses = new CheckedAddresses(policy, "http", hosts, time);
        this.secureAddresses = new CheckedAddresses(policy, "https", hosts, time);
        this.connectTimeout = connectTimeout;
        this.plain = client(connectTimeout);
        this.secureAtServer = secured(this.plain, tls.atServer());
        this.secureElsewhere = secured(this.plain, tls.elsewhere());
    }

    /** Which proxy of the Java runtime is used depends on the URL. */
    private HttpClient client(URI url, @Nullable McpHttpProxy proxy) {
        boolean isPlain = Origin.of(url).isPlain();
        HttpClient client = isPlain ? this.plain : secure(url);
        return (proxy != null)
                ? ProxyRoute.apply(client, proxy, isPlain, this.connectTimeout)
                : client.resolver(addresses(isPlain));
    }

    private CheckedAddresses addresses(boolean isPlain) {
        return isPlain ? this.plainAddresses : this.secureAddresses;
    }

    private HttpClient client(Duration connectTimeout) {
        return HttpClient.create(CONNECTIONS)
                .channelGroup(this.channels)
                .doOnChannelInit((observer, channel, address) -> ResponseGuard.addTo(channel))
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(connectTimeout.toMillis()))
                .httpResponseDecoder(limits ->
                        limits.maxInitialLineLength(MAX_STATUS_LINE_BYTES).maxHeaderSize(MAX_HEADER_BYTES))
                .headers(headers -> headers.set(HttpHeaderNames.USER_AGENT, USER_AGENT))
                .keepAlive(false)
                .followRedirect(false)
                .disableRetry(true);
    }

    private static HttpClient secured(HttpClient client, @Nullable SSLContext sslContext) {
        if (sslContext == null) {
            return client.secure();
        }
        JdkSslContext context = new JdkSslContext(sslContext, true, ClientAuth.NONE);
        return client.secure(ssl -> ssl.sslContext(context));
    }

    /**
     * Sends a request, one per subscription.
     * @param method {@code GET} or {@code POST}
     * @param url target URL
     * @param headers all headers, in printable ASCII, besides those that HTTP itself needs, {@code User-Agent} and
     *     {@code Accept-Encoding}
     * @param body its body, or {@code null} for none
     * @param limits limits of the request
     * @return the response, with any status; fails with a {@link ForbiddenUrlException}, or with a {@link java.io.IOException}
     *     for any other failure, without secrets in the message
     */
    public Mono<Answer> send(
            String method, URI url, Map<String, String> headers, byte @Nullable [] body, Limits limits) {
        return Mono.defer(() -> {
                    if (!areValid(headers)) {
                        return Mono.error(NetFailures.malformedHeader(url));
                    }
                    Request first = new Request(method, this.policy.check(url.toString(), "URL"), headers, body);
                    this.pending.add(url);
                    return follow(first, limits, limits.redirects()).doFinally(end -> this.pending.remove(url));
                })
                .timeout(limits.timeout(), this.time.timers())
                .onErrorMap(
                        error -> NetFailures.translate(url, limits, SystemProxies.resolved(this.proxy, url), error));
    }

    /** Values may come from other parties, such as tokens: none may contain a line break. */
    private static boolean areValid(Map<String, String> headers) {
        return headers.entrySet().stream()
                .allMatch(header -> HEADER_NAME.matcher(header.getKey()).matches()
                        && HEADER_VALUE.matcher(header.getValue()).matches());
    }

    private Mono<Answer> follow(Request request, Limits limits, int left) {
        return exchange(request, limits).flatMap(answer -> {
            String location = answer.headers().get("location");
            if (!isRedirect(answer.status()) || location == null || limits.redirects() == 0 || !request.isGet()) {
                return Mono.just(answer);
            }
            return (left == 0)
                    ? Mono.error(NetFailures.tooManyRedirects(request.url(), limits))
                    : follow(request.to(target(request.url(), location)), limits, left - 1);
        });
    }

    private static boolean isRedirect(int status) {
        return switch (status) {
            case 301, 302, 303, 307, 308 -> true;
            default -> false;
        };
    }

    private URI target(URI from, String location) {
        URI next;
        try {
            next = this.policy.check(from.resolve(new URI(location)).toString(), "redirect");
        } catch (URISyntaxException ex) {
            throw UrlSyntax.forbidden("redirect", "it is not a valid URL");
        }
        if (Origin.of(next).isPlain() && !Origin.of(from).isPlain()) {
            throw UrlSyntax.forbidden("redirect", "it redirects from https to http");
        }
        return next;
    }

    private Mono<Answer> exchange(Request request, Limits limits) {
        if (this.closed) {
            return Mono.error(NetFailures.closed());
        }
        McpHttpProxy proxy = SystemProxies.resolved(this.proxy, request.url());
        OwnConnection own = new OwnConnection();
        Mono<Answer> answer = client(request.url(), proxy)
                .doOnConnected(own::connected)
                .headers(headers -> {
                    headers.set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY);
                    request.headers().forEach(headers::set);
                })
                .request(HttpMethod.valueOf(request.method()))
                .uri(request.url())
                .send(request.content().map(Unpooled::wrappedBuffer))
                .responseConnection((response, connection) -> read(response, connection, request.url(), limits))
                .next()
                .doFinally(end -> own.release());
        return checkedBefore(proxy, request.url())
                .then(answer)
                .onErrorMap(error -> NetFailures.translate(request.url(), limits, proxy, error));
    }

    private HttpClient secure(URI url) {
        return this.policy.isServer(url) ? this.secureAtServer : this.secureElsewhere;
    }

    /** Without a proxy, addresses are checked when they are connected to. */
    private Mono<Void> checkedBefore(@Nullable McpHttpProxy proxy, URI url) {
        Origin origin = Origin.of(url);
        return (proxy != null) ? addresses(origin.isPlain()).checkIfKnown(origin) : Mono.empty();
    }

    private static Mono<Answer> read(HttpClientResponse response, Connection connection, URI url, Limits limits) {
        Map<String, String> headers = new HashMap<>();
        response.responseHeaders()
                .forEach(header -> headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        String coding = NetFailures.coding(headers);
        return (coding != null)
                ? Mono.error(NetFailures.encoded(url, coding))
                : connection
                        .inbound()
                        .receive()
                        .asByteArray()
                        .collect(() -> new BoundedBody(limits.maxBytes()), BoundedBody::add)
                        .map(body -> new Answer(response.status().code(), headers, body.bytes()));
    }

    /**
     * The connection of one request, which is closed with it in any case: if a cancellation coincides with the response, no
     * subscriber is left to close it.
     */
    private static final class OwnConnection {

        private @Nullable Connection connection;

        private boolean isReleased;

        synchronized void connected(Connection connection) {
            this.connection = connection;
            if (this.isReleased) {
                connection.dispose();
            }
        }

        synchronized void release() {
            this.isReleased = true;
            if (this.connection != null) {
                this.connection.dispose();
            }
        }
    }

    /** One request in a chain of redirects. */
    private record Request(String method, URI url, Map<String, String> headers, byte @Nullable [] body) {

        boolean isGet() {
            return this.method.equals("GET") && this.body == null;
        }

        Mono<byte[]> content() {
            return Mono.justOrEmpty(this.body);
        }

        /** Drops all headers for another origin, except {@code Accept}, which is not confidential. */
        Request to(URI next) {
            if (Origin.of(next).equals(Origin.of(this.url))) {
                return new Request(this.method, next, this.headers, null);
            }
            Map<String, String> harmless = new HashMap<>(this.headers);
            harmless.keySet().removeIf(name -> !name.equalsIgnoreCase("accept"));
            return new Request(this.method, next, harmless, null);
        }
    }

    /**
     * A response. {@code toString} shows only the status.
     *
     * @param status HTTP status
     * @param headers first value of each header, by name in lower case
     * @param body its body, complete
     */
    public record Answer(int status, Map<String, String> headers, byte[] body) {

        @Override
        public String toString() {
            return "Answer[status=" + this.status + "]";
        }
    }

    /**
     * Returns the URL of a request that was not answered yet.
     * @return that of the oldest one, {@code null} if there is none
     */
    public @Nullable URI pending() {
        return this.pending.peek();
    }

    /** Closes all connections: current and future requests fail. May be called more than once. */
    public void close() {
        this.closed = true;
        this.channels.close();
        this.plainAddresses.close();
        this.secureAddresses.close();
    }
}
