package io.mcpclient.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeStrategies;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.internal.support.KnownSecrets;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
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

    /** Shared by all clients: a large set of codecs that none of them uses. */
    private static final ExchangeStrategies STRATEGIES = ExchangeStrategies.withDefaults();

    private final TransportProvider.Context context;

    private final HttpFailures failures;

    private final Redirects redirects;

    private final HttpResponses responses;

    private final PooledHttpClients.Pooled http;

    private final WebClient pooled;

    private final HttpTransportSettings settings;

    private final Map<String, String> headers;

    private final ReceiveBudget receiving;

    /** {@code null} if all credentials are in the headers. */
    private final @Nullable AuthenticatingExchanges authorized;

    /** Created with the first stream: most servers have none. */
    private volatile @Nullable WebClient unpooled;

    /** Created with the first request of the server. */
    private volatile @Nullable WebClient answering;

    HttpWire(
            TransportProvider.Context context,
            HttpTransportSettings settings,
            McpHttpClients clients,
            ReceiveBudget receiving) {
        this.context = context;
        this.settings = settings;
        this.receiving = receiving;
        this.failures = new HttpFailures(context.serverName(), settings);
        this.authorized = authorized(context, settings);
        this.redirects = new Redirects(this.failures);
        this.responses =
                new HttpResponses(context.codec(), this.failures, this.redirects, credentials(), context.time());
        this.http = PooledHttpClients.of(clients).create(context.serverName(), settings, context.time());
        this.headers = Map.copyOf(settings.headers());
        this.headers.forEach(KnownSecrets::configured);
        KnownSecrets.configured("", settings.url().toString());
        this.pooled = webClient(this.http.client());
    }

    private @Nullable AuthenticatingExchanges authorized(
            TransportProvider.Context context, HttpTransportSettings settings) {
        HttpAuthorization.Provider provider = settings.authorization();
        return (provider != null)
                ? new AuthenticatingExchanges(
                        provider.create(new ProtectedServer(
                                context.serverName(),
                                settings.resource(),
                                context.principal(),
                                settings.sslContext(),
                                settings.connectTimeout(),
                                settings.proxy(),
                                context.time())),
                        this.failures,
                        settings.url())
                : null;
    }

    private HttpStatusException.Credentials credentials() {
        if (this.authorized != null) {
            return HttpStatusException.Credentials.AUTHORIZATION;
        }
        return this.settings.headers().keySet().stream().anyMatch(HttpHeaders.AUTHORIZATION::equalsIgnoreCase)
                ? HttpStatusException.Credentials.HEADER
                : HttpStatusException.Credentials.NONE;
    }

    private WebClient webClient(HttpClient client) {
        WebClient.Builder builder = WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(client))
                .exchangeStrategies(STRATEGIES);
        this.settings.customizer().accept(builder);
        return builder.build();
    }

    private WebClient unpooled() {
        WebClient client = this.unpooled;
        if (client == null) {
            client = webClient(this.http.unpooled());
            this.unpooled = client;
        }
        return client;
    }

    private WebClient answering() {
        WebClient client = this.answering;
        if (client == null) {
            client = webClient(this.http.answeringClient());
            this.answering = client;
        }
        return client;
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

    /** Reports the head of a response to the authorization. */
    void answered(ClientResponse response) {
        AuthenticatingExchanges authorized = this.authorized;
        if (authorized != null) {
            authorized.answered(response.headers().asHttpHeaders()::getFirst);
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
    Object grant() {
        AuthenticatingExchanges authorized = this.authorized;
        return (authorized != null) ? authorized.grant() : null;
    }

    /** A message to be sent: its description for errors, and its bytes. */
    record Posted(SentRequest request, byte[] body) {}

    /** Encodes a message for an address. */
    Posted write(JsonRpcMessage message, URI url) {
        byte[] body = codec().encode(message);
        return new Posted(new SentRequest(operation(message), POST, url, body.length), body);
    }

    /**
     * Prepares to post a request.
     * @param credentials added to the request, take precedence over the headers
     * @param connection receives the connection of the request, so that the request can be abandoned
     */
    WebClient.RequestHeadersSpec<?> post(
            Posted posted, ExchangeRequest exchange, HttpCredentials credentials, RequestConnection connection) {
        WebClient client = (exchange.kind() == ExchangeKind.SUBSCRIPTION) ? unpooled() : this.pooled;
        return post(client, posted, exchange.headers(), credentials, connection);
    }

    private WebClient.RequestHeadersSpec<?> post(
            WebClient client,
            Posted posted,
            Map<String, String> headers,
            HttpCredentials credentials,
            @Nullable RequestConnection connection) {
        String operation = posted.request().operation();
        if (this.authorized != null) {
            this.authorized.requireNone(operation, headers, credentials);
        }
        return client.method(HttpMethod.POST)
                .uri(posted.request().url())
                .httpRequest(request -> {
                    setHeaders(request, headers);
                    setHeader(request, HttpHeaders.ACCEPT, ACCEPTED);
                    setHeader(request, HttpHeaders.CONTENT_TYPE, JSON);
                    setCredentials(operation, request, credentials);
                    if (connection != null) {
                        connection.take(request);
                    }
                })
                .body(bytes(posted.body()));
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
            return free.thenMany(request(operation, POST, url, false, (target, credentials) -> send(
                                    target, message, headers, credentials)
                            .flux()))
                    .then();
        });
    }

    private Mono<Void> send(URI url, JsonRpcMessage message, Map<String, String> headers, HttpCredentials credentials) {
        Posted posted = write(message, url);
        return post(isAnswer(message) ? answering() : this.pooled, posted, headers, credentials, null)
                .exchangeToMono(response -> {
                    answered(response);
                    return (response.statusCode().value() >= 300)
                            ? this.responses
                                    .rejection(posted.request(), response)
                                    .flatMap(Mono::<Void>error)
                            : this.responses.discard(response);
                })
                .onErrorMap(error -> this.failures.translate(posted.request(), error));
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
        return request(END, DELETE, url(), true, (target, credentials) -> delete(target, headers, credentials)
                        .flux())
                .then()
                .onErrorComplete(
                        error -> error instanceof HttpStatusException || error instanceof McpProtocolException);
    }

    private Mono<Void> delete(URI url, Map<String, String> headers, HttpCredentials credentials) {
        return this.pooled
                .delete()
                .uri(url)
                .httpRequest(request -> {
                    setHeaders(request, headers);
                    setCredentials(END, request, credentials);
                })
                .exchangeToMono(response -> {
                    answered(response);
                    return (response.statusCode().value() >= 300)
                            ? this.responses
                                    .rejection(new SentRequest(END, DELETE, url, 0), response)
                                    .flatMap(Mono::<Void>error)
                            : this.responses.discard(response);
                });
    }

    /**
     * Resumes a stream where it ended, on a connection of the pool.
     * @return the bytes of an event stream, or the reason why there is none
     */
    Flux<DataBuffer> resume(String operation, Map<String, String> headers, String lastEventId) {
        return get(this.pooled, operation, true, headers, lastEventId, response -> {});
    }

    /**
     * Opens a long-lived stream on its own connection.
     * @param isBackground whether no caller waits for it
     * @param lastEventId position to resume from, or {@code null} for a new stream
     * @param onOpen called with the response before its first byte
     * @return the bytes of an event stream, or the reason why there is none
     */
    Flux<DataBuffer> stream(
            String operation,
            boolean isBackground,
            Map<String, String> headers,
            @Nullable String lastEventId,
            Consumer<ClientResponse> onOpen) {
        return get(unpooled(), operation, isBackground, headers, lastEventId, onOpen);
    }

    private Flux<DataBuffer> get(
            WebClient client,
            String operation,
            boolean isBackground,
            Map<String, String> headers,
            @Nullable String lastEventId,
            Consumer<ClientResponse> onOpen) {
        return request(
                operation,
                GET,
                url(),
                isBackground,
                (target, credentials) -> get(
                        client, new SentRequest(operation, GET, target, 0), headers, lastEventId, onOpen, credentials));
    }

    private Flux<DataBuffer> get(
            WebClient client,
            SentRequest sent,
            Map<String, String> headers,
            @Nullable String lastEventId,
            Consumer<ClientResponse> onOpen,
            HttpCredentials credentials) {
        RequestConnection connection = new RequestConnection();
        return client.get()
                .uri(sent.url())
                .httpRequest(request -> {
                    connection.take(request);
                    setHeaders(request, headers);
                    setHeader(request, HttpHeaders.ACCEPT, EVENT_STREAM);
                    if (lastEventId != null) {
                        setHeader(request, LAST_EVENT_ID, lastEventId);
                    }
                    setCredentials(sent.operation(), request, credentials);
                })
                .exchangeToFlux(response -> {
                    answered(response);
                    if (response.statusCode().value() >= 300) {
                        return this.responses.rejection(sent, response).flatMapMany(Flux::error);
                    }
                    if (!HttpResponses.isType(response, EVENT_STREAM)) {
                        return this.responses
                                .wrongType(sent, "an event stream", response)
                                .flatMapMany(Flux::error);
                    }
                    onOpen.accept(response);
                    return response.body(BodyExtractors.toDataBuffers());
                })
                .doOnCancel(connection::close);
    }

    private void setHeaders(ClientHttpRequest request, Map<String, String> headers) {
        this.headers.forEach((name, value) -> setHeader(request, name, value));
        headers.forEach((name, value) -> {
            if (!name.regionMatches(true, 0, OF_PROTOCOL, 0, OF_PROTOCOL.length())) {
                KnownSecrets.sent(name, value);
            }
            setHeader(request, name, value);
        });
    }

    private void setCredentials(String operation, ClientHttpRequest request, HttpCredentials credentials) {
        AuthenticatingExchanges authorized = this.authorized;
        if (authorized != null) {
            authorized.requireOrigin(operation, request.getURI());
            credentials.headers().forEach((name, value) -> {
                if (!name.equalsIgnoreCase(PROOF)) {
                    KnownSecrets.sent(value);
                }
                setHeader(request, name, value);
            });
        }
    }

    /**
     * Sets a header efficiently. Spring copies its case-insensitive header maps several times per request, which costs more
     * than reading and writing the JSON.
     */
    private static void setHeader(ClientHttpRequest request, String name, String value) {
        Object nativeRequest = request.getNativeRequest();
        if (nativeRequest instanceof HttpClientRequest netty) {
            netty.header(name, value);
        } else {
            request.getHeaders().set(name, value); // a customizer has replaced the connector
        }
    }

    private static BodyInserter<byte[], ReactiveHttpOutputMessage> bytes(byte[] body) {
        return (output, context) ->
                output.writeWith(Mono.fromSupplier(() -> output.bufferFactory().wrap(body)));
    }

    Mono<Void> close() {
        this.failures.onClosed();
        AuthenticatingExchanges authorized = this.authorized;
        return (authorized != null) ? this.http.close().doFinally(signal -> authorized.close()) : this.http.close();
    }
}
