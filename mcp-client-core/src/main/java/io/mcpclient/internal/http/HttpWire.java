package io.mcpclient.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.support.DeadlineTimer;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.TransportProvider;

/**
 * The HTTP requests to one server, in all variants that the HTTP transports need. Calls share a connection pool; a long-lived
 * stream has its own connection, so that it takes none from the pool.
 *
 * <p>Bodies bypass the codecs of WebClient: requests are written from a single array, responses are decoded directly from the
 * data buffers. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/transports (HTL-01 to HTL-03, HTL-11, HTL-26)"
 */
final class HttpWire {

    static final String JSON = "application/json";

    static final String EVENT_STREAM = "text/event-stream";

    static final String POST = "POST";

    private static final String GET = "GET";

    private static final String DELETE = "DELETE";

    /** Operation name for ending a session in messages. */
    private static final String END = "close";

    private static final String ACCEPTED = JSON + ", " + EVENT_STREAM;

    /** Specific to one request, and not reusable for others. */
    private static final String PROOF = "DPoP";

    private static final String OF_PROTOCOL = "Mcp-";

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final TransportProvider.Context context;

    /** Limits that rarely expire. */
    private final LazyPart<DeadlineTimer> limits;

    private final HttpFailures failures;

    private final Redirects redirects;

    private final HttpResponses responses;

    private final PooledHttpClients.Pooled http;

    private final HttpSender pooled;

    private final HttpTransportSettings settings;

    private final Map<String, String> headers;

    private final ReceiveBudget receiving;

    private final LargeMessages large;

    private final UnsolicitedRate unsolicited;

    /** {@code null} if all credentials are in the headers. */
    private final @Nullable AuthenticatingExchanges authorized;

    /** Created with the first stream: most servers have none. */
    private volatile @Nullable HttpSender unpooled;

    /** Created with the first request of the server. */
    private volatile @Nullable HttpSender answering;

    HttpWire(
            TransportProvider.Context context,
            HttpTransportSettings settings,
            McpHttpClients clients,
            ReceiveBudget receiving) {
        this.context = context;
        this.settings = settings;
        this.receiving = receiving;
        this.large = new LargeMessages(context.serverName());
        this.unsolicited = new UnsolicitedRate(context.serverName(), context.time());
        this.limits = new LazyPart<>(() -> new DeadlineTimer(context.time()));
        this.failures = new HttpFailures(context.serverName(), settings);
        this.authorized = authorized(context, settings);
        this.redirects = new Redirects(this.failures);
        this.responses =
                new HttpResponses(context.codec(), this.failures, this.redirects, credentials(), context.time());
        this.http = PooledHttpClients.of(clients).create(context.serverName(), settings, context.time(), this.limits);
        this.headers = headers(settings.headers());
        settings.headers().forEach(KnownSecrets::configured);
        KnownSecrets.configured("", settings.url().toString());
        this.pooled = sender(this.http::client);
    }

    /** A request that does not say which codings it accepts may be answered with any. */
    private static Map<String, String> headers(Map<String, String> configured) {
        if (configured.keySet().stream().anyMatch(HttpHeaders.ACCEPT_ENCODING::equalsIgnoreCase)) {
            return Map.copyOf(configured);
        }
        Map<String, String> headers = new HashMap<>(configured);
        headers.put(HttpHeaders.ACCEPT_ENCODING, "identity");
        return Map.copyOf(headers);
    }

    private @Nullable AuthenticatingExchanges authorized(
            TransportProvider.Context context, HttpTransportSettings settings) {
        HttpAuthorization.Provider provider = settings.authorization();
        if (provider == null) {
            return null;
        }
        ProtectedServer server = new ProtectedServer(
                context.serverName(),
                settings.resource(),
                context.principal(),
                settings.sslContext(),
                settings.connectTimeout(),
                settings.proxy(),
                context.time(),
                settings.http().publicAddressesOnly());
        return new AuthenticatingExchanges(provider.create(server), this.failures, settings.url(), server);
    }

    private HttpStatusException.Credentials credentials() {
        if (this.authorized != null) {
            return HttpStatusException.Credentials.AUTHORIZATION;
        }
        return this.settings.headers().keySet().stream().anyMatch(HttpHeaders.AUTHORIZATION::equalsIgnoreCase)
                ? HttpStatusException.Credentials.HEADER
                : HttpStatusException.Credentials.NONE;
    }

    private HttpSender sender(Supplier<HttpClient> client) {
        Consumer<WebClient.Builder> customizer = this.settings.customizer();
        HttpRequestObserver observer = this.settings.observer();
        HttpSender sender = (customizer != null)
                ? WebClientSender.of(client.get(), observer, customizer)
                : new NettySender(client, observer);
        return (this.authorized != null) ? this.authorized.signing(sender) : sender;
    }

    private HttpSender unpooled() {
        HttpSender sender = this.unpooled;
        if (sender == null) {
            sender = sender(this.http::unpooled);
            this.unpooled = sender;
        }
        return sender;
    }

    private HttpSender answering() {
        HttpSender sender = this.answering;
        if (sender == null) {
            sender = sender(this.http::answeringClient);
            this.answering = sender;
        }
        return sender;
    }

    /** Returns the configured address. */
    URI url() {
        return this.settings.url();
    }

    /** Returns the target of requests to the configured address, after redirects. */
    URI target() {
        return this.redirects.target(url());
    }

    /** Returns the clocks and timers of the client. */
    TimeSource time() {
        return this.context.time();
    }

    /** Returns the timer of limits that rarely expire: they cost no task at the scheduler. */
    DeadlineTimer limits() {
        return this.limits.get();
    }

    Duration connectTimeout() {
        return this.settings.connectTimeout();
    }

    @Nullable
    Duration responseTimeout() {
        return this.settings.responseTimeout();
    }

    int maxMessageSize() {
        return this.settings.maxMessageSize();
    }

    /** Returns the memory budget of messages that are being received. */
    ReceiveBudget receiving() {
        return this.receiving;
    }

    /**
     * Returns the limits of one leg of an event stream.
     * @param bytes its maximum size, {@link Long#MAX_VALUE} for a stream without calls, which is limited in rate instead
     */
    EventStreamReader.Limits streamLimits(long bytes) {
        LongFunction<Duration> rate = (bytes == Long.MAX_VALUE) ? this.unsolicited::take : read -> Duration.ZERO;
        return new EventStreamReader.Limits(maxMessageSize(), bytes, rate, time());
    }

    /** Returns the limits of the stream of a whole session, with the responses to all its calls. */
    EventStreamReader.Limits responseStreamLimits() {
        return new EventStreamReader.Limits(maxMessageSize(), Long.MAX_VALUE, read -> Duration.ZERO, time());
    }

    /** Returns the threads that decode large messages. */
    LargeMessages large() {
        return this.large;
    }

    JsonCodec codec() {
        return this.context.codec();
    }

    McpIgnoredMessages ignored() {
        return this.context.ignored();
    }

    HttpFailures failures() {
        return this.failures;
    }

    HttpResponses responses() {
        return this.responses;
    }

    /**
     * Sends a request, with credentials if configured, and follows its redirects.
     * @param isBackground whether no caller waits for it
     * @param send sends it to an address, with the given credentials
     */
    <T> Flux<T> request(
            String operation,
            String method,
            URI url,
            boolean isBackground,
            BiFunction<URI, HttpCredentials, Flux<T>> send) {
        AuthenticatingExchanges authorized = this.authorized;
        return this.redirects.follow(
                url,
                target -> (authorized != null)
                        ? authorized.flux(
                                new AuthorizedRequest(operation, method, target, isBackground),
                                credentials -> send.apply(target, credentials))
                        : send.apply(target, HttpCredentials.NONE));
    }

    /** Records that there is a response, and reports its head to the authorization. */
    private void answered(HttpReply response) {
        this.failures.onResponse();
        if (response.status() < 300) {
            this.redirects.onSuccess();
        }
        AuthenticatingExchanges authorized = this.authorized;
        if (authorized != null) {
            authorized.answered(response::header);
        }
    }

    Set<String> extensions() {
        AuthenticatingExchanges authorized = this.authorized;
        return (authorized != null) ? authorized.extensions() : Set.of();
    }

    boolean isWaitingForCredentials() {
        AuthenticatingExchanges authorized = this.authorized;
        return authorized != null && authorized.isWaiting();
    }

    @Nullable
    URI pendingAuthorization() {
        AuthenticatingExchanges authorized = this.authorized;
        return (authorized != null) ? authorized.pendingRequest() : null;
    }

    @Nullable
    Object grant() {
        AuthenticatingExchanges authorized = this.authorized;
        return (authorized != null) ? authorized.grant() : null;
    }

    /** A message to be sent: its description for errors, and its bytes. */
    record Posted(SentRequest request, byte[] body) {}

    /** Encodes a message for an address. */
    Posted write(JsonRpcMessage message, URI url) {
        byte[] body = codec().encode(message);
        return new Posted(sent(operation(message), POST, url, body.length), body);
    }

    private SentRequest sent(String operation, String method, URI url, int bytes) {
        return new SentRequest(operation, method, url, bytes, time().nanoTime());
    }

    /**
     * Posts a request.
     * @param credentials added to the request, take precedence over the headers
     * @param read reads the response
     */
    <T> Flux<T> post(
            Posted posted, ExchangeRequest exchange, HttpCredentials credentials, Function<HttpReply, Flux<T>> read) {
        HttpSender sender = (exchange.kind() == ExchangeKind.SUBSCRIPTION) ? unpooled() : this.pooled;
        return post(sender, posted, exchange.headers(), credentials, read);
    }

    private <T> Flux<T> post(
            HttpSender sender,
            Posted posted,
            Map<String, String> headers,
            HttpCredentials credentials,
            Function<HttpReply, Flux<T>> read) {
        String operation = posted.request().operation();
        if (this.authorized != null) {
            this.authorized.requireNone(operation, headers, credentials);
        }
        HttpSender.Request request =
                new HttpSender.Request(HttpMethod.POST, posted.request().url(), posted.body(), head -> {
                    setHeaders(head, headers);
                    head.set(HttpHeaders.ACCEPT, ACCEPTED);
                    head.set(HttpHeaders.CONTENT_TYPE, JSON);
                    setCredentials(operation, head, credentials);
                });
        return sender.send(request, response -> {
            answered(response);
            return read.apply(response);
        });
    }

    /**
     * Posts a message whose response carries no message.
     * @return completes when the server has accepted it
     */
    Mono<Void> send(URI url, JsonRpcMessage message, Map<String, String> headers) {
        String operation = operation(message);
        return Mono.defer(() -> {
            this.failures.requireOpen(operation);
            // Answers have connections of their own.
            Mono<Void> free = isAnswer(message) ? Mono.empty() : FreeConnection.awaited();
            return free.thenMany(request(
                            operation,
                            POST,
                            url,
                            false,
                            (target, credentials) -> send(target, message, headers, credentials)))
                    .then();
        });
    }

    private Flux<Void> send(URI url, JsonRpcMessage message, Map<String, String> headers, HttpCredentials credentials) {
        Posted posted = write(message, url);
        SentRequest sent = posted.request();
        HttpSender sender = isAnswer(message) ? answering() : this.pooled;
        return post(sender, posted, headers, credentials, response -> accepted(sent, response))
                .onErrorMap(error -> this.failures.translate(sent, error));
    }

    /** Completes when the server has accepted a request without a result. */
    private Flux<Void> accepted(SentRequest sent, HttpReply response) {
        Mono<Void> end =
                (response.status() >= 300) ? this.responses.reject(sent, response) : this.responses.discard(response);
        return end.flux();
    }

    private static boolean isAnswer(JsonRpcMessage message) {
        return message instanceof JsonRpcResult || message instanceof JsonRpcError;
    }

    static String operation(JsonRpcMessage message) {
        if (message instanceof JsonRpcRequest request) {
            return request.method();
        }
        return (message instanceof JsonRpcNotification notification) ? notification.method() : "response";
    }

    /** Ends a session. The session is over, whatever the server responds. */
    Mono<Void> delete(Map<String, String> headers) {
        return request(END, DELETE, url(), true, (target, credentials) -> delete(target, headers, credentials))
                .then()
                .onErrorComplete(
                        error -> error instanceof HttpStatusException || error instanceof McpProtocolException);
    }

    private Flux<Void> delete(URI url, Map<String, String> headers, HttpCredentials credentials) {
        HttpSender.Request request = new HttpSender.Request(HttpMethod.DELETE, url, null, head -> {
            setHeaders(head, headers);
            setCredentials(END, head, credentials);
        });
        return this.pooled.send(request, response -> {
            answered(response);
            return accepted(sent(END, DELETE, url, 0), response);
        });
    }

    /**
     * Resumes a stream where it ended, on a connection of the pool.
     * @param onConnected called when there is a connection to the server, before the request is sent
     * @return the bytes of an event stream, or the reason why there is none
     */
    Flux<DataBuffer> resume(String operation, Map<String, String> headers, String lastEventId, Runnable onConnected) {
        return get(this.pooled, operation, true, headers, lastEventId, onConnected, response -> {});
    }

    /**
     * Opens a long-lived stream on its own connection.
     * @param isBackground whether no caller waits for it
     * @param lastEventId position to resume from, or {@code null} for a new stream
     * @param onConnected called when there is a connection to the server, before the request is sent
     * @param onOpen called with the response before its first byte
     * @return the bytes of an event stream, or the reason why there is none
     */
    Flux<DataBuffer> stream(
            String operation,
            boolean isBackground,
            Map<String, String> headers,
            @Nullable String lastEventId,
            Runnable onConnected,
            Consumer<HttpReply> onOpen) {
        return get(unpooled(), operation, isBackground, headers, lastEventId, onConnected, onOpen);
    }

    private Flux<DataBuffer> get(
            HttpSender sender,
            String operation,
            boolean isBackground,
            Map<String, String> headers,
            @Nullable String lastEventId,
            Runnable onConnected,
            Consumer<HttpReply> onOpen) {
        return request(
                operation,
                GET,
                url(),
                isBackground,
                (target, credentials) -> get(
                        sender,
                        sent(operation, GET, target, 0),
                        headers,
                        lastEventId,
                        onConnected,
                        onOpen,
                        credentials));
    }

    private Flux<DataBuffer> get(
            HttpSender sender,
            SentRequest sent,
            Map<String, String> headers,
            @Nullable String lastEventId,
            Runnable onConnected,
            Consumer<HttpReply> onOpen,
            HttpCredentials credentials) {
        HttpSender.Request request = new HttpSender.Request(HttpMethod.GET, sent.url(), null, onConnected, head -> {
            setHeaders(head, headers);
            head.set(HttpHeaders.ACCEPT, EVENT_STREAM);
            if (lastEventId != null) {
                head.set(LAST_EVENT_ID, lastEventId);
            }
            setCredentials(sent.operation(), head, credentials);
        });
        return sender.send(request, response -> {
            answered(response);
            if (response.status() >= 300) {
                return this.responses.<DataBuffer>reject(sent, response).flux();
            }
            if (response.coding() != null || !response.isType(EVENT_STREAM)) {
                return this.responses
                        .<DataBuffer>rejectType(sent, "an event stream", response)
                        .flux();
            }
            onOpen.accept(response);
            return response.body();
        });
    }

    private void setHeaders(HttpSender.Head head, Map<String, String> headers) {
        this.headers.forEach(head::set);
        headers.forEach((name, value) -> {
            if (!name.regionMatches(true, 0, OF_PROTOCOL, 0, OF_PROTOCOL.length())) {
                KnownSecrets.sent(name, value);
            }
            head.set(name, value);
        });
    }

    private void setCredentials(String operation, HttpSender.Head head, HttpCredentials credentials) {
        AuthenticatingExchanges authorized = this.authorized;
        if (authorized != null) {
            authorized.requireOrigin(operation, head.url());
            credentials.headers().forEach((name, value) -> {
                if (!name.equalsIgnoreCase(PROOF)) {
                    KnownSecrets.sent(value);
                }
                head.set(name, value);
            });
        }
    }

    Mono<Void> close() {
        this.failures.onClosed();
        this.large.close();
        AuthenticatingExchanges authorized = this.authorized;
        return (authorized != null) ? this.http.close().doFinally(signal -> authorized.close()) : this.http.close();
    }
}
