package io.mcpclient.transport.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
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
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClientRequest;

import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.SafeText;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/**
 * Streamable HTTP: every message of ours is a POST, its answer is JSON or an event stream.
 *
 * <pre>
 *  exchange ──POST──► 2xx application/json   one message
 *                     2xx text/event-stream  messages up to the answer, see {@link EventStreamReader}
 *                     202, 204, empty        protocol error: no answer
 *                     2xx other type         protocol error: a portal or proxy answered
 *                     3xx                    protocol error: never followed
 *                     4xx, 5xx               {@link HttpStatusException}, for the era to judge
 * </pre>
 *
 * Bodies do not go through codecs of WebClient: requests are written from one array, answers are decoded from the data
 * buffers as they lie.
 *
 * @see "MCP 2025-11-25, basic/transports, Streamable HTTP (HTL-01 to HTL-06); faults A07, B06, B23, F17"
 */
final class HttpTransport implements McpTransport {

    private static final String JSON = "application/json";

    private static final String EVENT_STREAM = "text/event-stream";

    private static final String ACCEPTED = JSON + ", " + EVENT_STREAM;

    /** How much of an answer that is no success is read, and for how long. */
    private static final int ERROR_BODY_BYTES = 64 * 1024;

    private static final Duration SIDE_BODY_TIMEOUT = Duration.ofSeconds(2);

    /** Up to this size a body is copied into one array, which parses faster than a stream does. */
    private static final int SMALL_BODY_BYTES = 64 * 1024;

    /** One for all clients: a set of codecs that is large, and that none of them uses. */
    private static final ExchangeStrategies STRATEGIES = ExchangeStrategies.withDefaults();

    private final TransportProvider.Context context;

    private final JsonCodec codec;

    private final HttpFailures failures;

    private final HttpClients.Pooled http;

    private final WebClient webClient;

    private final URI url;

    private final Map<String, String> headers;

    private final int maxMessageSize;

    HttpTransport(TransportProvider.Context context, HttpTransportSettings settings, HttpClients clients) {
        this.context = context;
        this.codec = context.codec();
        this.url = settings.url();
        this.maxMessageSize = settings.maxMessageSize();
        this.failures = new HttpFailures(context.serverName(), settings);
        this.http = clients.create(context.serverName(), settings);
        this.headers = Map.copyOf(settings.headers());
        WebClient.Builder builder = WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(this.http.client()))
                .exchangeStrategies(STRATEGIES);
        settings.customizer().accept(builder);
        this.webClient = builder.build();
    }

    @Override
    public Mono<Void> open(TransportListener listener) {
        // Nothing comes outside of exchanges as long as no stream is opened for it.
        return Mono.empty();
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest exchange) {
        String operation = exchange.request().method();
        return Flux.defer(() -> {
            this.failures.requireOpen(operation);
            return post(exchange.request(), exchange.headers())
                    .exchangeToFlux(response -> read(exchange, response))
                    .onErrorMap(error -> this.failures.translate(operation, error));
        });
    }

    private Flux<ReceivedMessage> read(ExchangeRequest exchange, ClientResponse response) {
        String operation = exchange.request().method();
        int status = response.statusCode().value();
        if (status >= 300) {
            return rejection(operation, response).flatMapMany(Flux::error);
        }
        HttpHeaders headers = response.headers().asHttpHeaders();
        String contentType = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        if (isType(contentType, JSON)) {
            return readJson(exchange, response, headers).flux();
        }
        if (isType(contentType, EVENT_STREAM)) {
            return EventStreamReader.read(
                    response.body(BodyExtractors.toDataBuffers()),
                    headers::getFirst,
                    new EventStreamReader.Settings(
                            this.codec, this.failures, this.context.ignored(), this.maxMessageSize, exchange));
        }
        if (status == 202 || status == 204 || headers.getContentLength() == 0) {
            return discard(response)
                    .thenMany(Flux.error(this.failures.malformed(
                            operation, "HTTP " + status + " without an answer", Reason.NO_ANSWER, null)));
        }
        return excerpt(response)
                .flatMapMany(text -> Flux.error(this.failures.malformed(
                        operation,
                        "HTTP " + status + " with content type " + SafeText.excerpt(contentType)
                                + " instead of JSON or an event stream: " + text,
                        Reason.CONTENT_TYPE,
                        null)));
    }

    private Mono<ReceivedMessage> readJson(ExchangeRequest exchange, ClientResponse response, HttpHeaders headers) {
        String operation = exchange.request().method();
        if (headers.getContentLength() > this.maxMessageSize) {
            leave(response);
            return Mono.error(this.failures.tooLarge(operation, null));
        }
        return DataBufferUtils.join(response.body(BodyExtractors.toDataBuffers()), this.maxMessageSize)
                .map(body -> new ReceivedMessage(decode(exchange, body), headers::getFirst))
                .switchIfEmpty(Mono.error(
                        () -> this.failures.malformed(operation, "the answer is empty", Reason.NO_ANSWER, null)))
                .onErrorMap(
                        MalformedMessageException.class,
                        error -> this.failures.malformed(
                                operation,
                                "the answer is no JSON-RPC message: " + error.getMessage(),
                                error.isLimitReached() ? Reason.LIMIT : Reason.MALFORMED,
                                error));
    }

    private JsonRpcMessage decode(ExchangeRequest exchange, DataBuffer body) {
        try {
            int length = body.readableByteCount();
            if (length > SMALL_BODY_BYTES) {
                int start = body.readPosition();
                return this.codec.decodeStream(
                        () -> body.readPosition(start).asInputStream(), id -> exchange.resultType());
            }
            byte[] bytes = new byte[length];
            body.read(bytes);
            return this.codec.decode(bytes, 0, length, id -> exchange.resultType());
        } finally {
            DataBufferUtils.release(body);
        }
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        String operation = (message instanceof JsonRpcNotification notification) ? notification.method() : "response";
        return Mono.defer(() -> post(message, headers)
                .exchangeToMono(response -> (response.statusCode().value() >= 300)
                        ? rejection(operation, response).flatMap(Mono::<Void>error)
                        : discard(response))
                .onErrorMap(error -> this.failures.translate(operation, error)));
    }

    @Override
    public Mono<Void> endSession(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return Mono.empty(); // there is none, and nothing else was begun
        }
        return this.webClient
                .delete()
                .uri(this.url)
                .httpRequest(request -> setHeaders(request, headers))
                .exchangeToMono(this::discard);
    }

    @Override
    public Mono<Void> close() {
        this.failures.onClosed();
        return this.http.close();
    }

    private WebClient.RequestHeadersSpec<?> post(JsonRpcMessage message, Map<String, String> headers) {
        byte[] body = this.codec.encode(message);
        return this.webClient
                .method(HttpMethod.POST)
                .uri(this.url)
                .httpRequest(request -> {
                    setHeaders(request, headers);
                    setHeader(request, HttpHeaders.ACCEPT, ACCEPTED);
                    setHeader(request, HttpHeaders.CONTENT_TYPE, JSON);
                })
                .body(bytes(body));
    }

    private void setHeaders(ClientHttpRequest request, Map<String, String> headers) {
        this.headers.forEach((name, value) -> setHeader(request, name, value));
        headers.forEach((name, value) -> setHeader(request, name, value));
    }

    /**
     * Sets a header where it is cheap. Spring copies its case-insensitive maps of headers several times for a request,
     * which costs more than writing and reading our JSON does.
     */
    private static void setHeader(ClientHttpRequest request, String name, String value) {
        Object nativeRequest = request.getNativeRequest();
        if (nativeRequest instanceof HttpClientRequest netty) {
            netty.header(name, value);
        } else {
            request.getHeaders().set(name, value); // the connector was replaced by a customizer
        }
    }

    private static BodyInserter<byte[], ReactiveHttpOutputMessage> bytes(byte[] body) {
        return (output, context) ->
                output.writeWith(Mono.fromSupplier(() -> output.bufferFactory().wrap(body)));
    }

    /** Gives up a body together with its connection; WebClient would read all of it before it passes on an error. */
    private static void leave(ClientResponse response) {
        response.body(BodyExtractors.toDataBuffers()).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.cancel();
            }
        });
    }

    /** Reads off a body that is of no interest; one that does not end is left, together with its connection. */
    private Mono<Void> discard(ClientResponse response) {
        return response.releaseBody().timeout(SIDE_BODY_TIMEOUT, Mono.empty());
    }

    private Mono<Throwable> rejection(String operation, ClientResponse response) {
        int status = response.statusCode().value();
        HttpHeaders headers = response.headers().asHttpHeaders();
        if (status < 400) {
            return discard(response)
                    .thenReturn(this.failures.malformed(
                            operation,
                            "HTTP " + status + " redirects to "
                                    + SafeText.excerpt(withoutQuery(headers.getFirst(HttpHeaders.LOCATION)))
                                    + ", which is not followed",
                            Reason.REDIRECT,
                            null));
        }
        String contentType = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        return firstBytes(response)
                .map(body -> new HttpStatusException(
                        status,
                        headers.getFirst(HttpHeaders.WWW_AUTHENTICATE),
                        headers.getFirst(HttpHeaders.RETRY_AFTER),
                        isType(contentType, JSON) ? errorIn(body) : null));
    }

    private @Nullable JsonRpcError errorIn(byte[] body) {
        try {
            return (this.codec.decode(body, 0, body.length, id -> null) instanceof JsonRpcError error) ? error : null;
        } catch (MalformedMessageException ex) {
            return null;
        }
    }

    private static Mono<String> excerpt(ClientResponse response) {
        return firstBytes(response).map(body -> SafeText.excerpt(text(body)));
    }

    private static Mono<byte[]> firstBytes(ClientResponse response) {
        Flux<DataBuffer> body =
                DataBufferUtils.takeUntilByteCount(response.body(BodyExtractors.toDataBuffers()), ERROR_BODY_BYTES);
        return DataBufferUtils.join(body)
                .map(buffer -> {
                    byte[] bytes = new byte[buffer.readableByteCount()];
                    buffer.read(bytes);
                    DataBufferUtils.release(buffer);
                    return bytes;
                })
                .timeout(SIDE_BODY_TIMEOUT)
                .onErrorReturn(new byte[0])
                .defaultIfEmpty(new byte[0]);
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static @Nullable String withoutQuery(@Nullable String location) {
        int query = (location != null) ? location.indexOf('?') : -1;
        return (location != null && query >= 0) ? location.substring(0, query) : location;
    }

    private static boolean isType(@Nullable String contentType, String type) {
        return contentType != null
                && contentType.regionMatches(true, 0, type, 0, type.length())
                && (contentType.length() == type.length() || ";, ".indexOf(contentType.charAt(type.length())) >= 0);
    }
}
