package io.mcpclient.internal.http;

import java.net.URI;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.NettyOutbound;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.http.client.HttpClientResponse;

/**
 * Sends requests with the HTTP client below {@code WebClient}, for servers whose {@code WebClient} nobody customizes: a third of the
 * allocations and a fifth of the CPU time of a small call are those of {@code WebClient}. Thread-safe.
 */
final class NettySender implements HttpSender {

    private static final NettyDataBufferFactory BUFFERS = new NettyDataBufferFactory(ByteBufAllocator.DEFAULT);

    private final Supplier<HttpClient> client;

    private final @Nullable HttpRequestObserver observer;

    /** The target of the last request, which is that of almost all. */
    private volatile @Nullable Target last;

    /**
     * Creates a sender.
     * @param client creates the client of the first target
     * @param observer observes requests, {@code null} if nothing does
     */
    NettySender(Supplier<HttpClient> client, @Nullable HttpRequestObserver observer) {
        this.client = client;
        this.observer = observer;
    }

    /**
     * A target of requests. The HTTP client copies its configuration for each part of it.
     *
     * @param method method of the requests
     * @param url their URL
     * @param sender the HTTP client with both
     */
    private record Target(HttpMethod method, URI url, HttpClient.RequestSender sender) {}

    private HttpClient.RequestSender senderTo(HttpMethod method, URI url) {
        Target last = this.last;
        if (last == null || !last.method.equals(method) || !last.url.equals(url)) {
            last = new Target(
                    method,
                    url,
                    client(last)
                            .request(io.netty.handler.codec.http.HttpMethod.valueOf(method.name()))
                            .uri(url));
            this.last = last;
        }
        return last.sender;
    }

    /** The sender of Reactor Netty is a client too. Another client would not use the same connections in all cases. */
    private HttpClient client(@Nullable Target last) {
        return (last != null && last.sender instanceof HttpClient present) ? present : this.client.get();
    }

    @Override
    public <T> Flux<T> send(Request request, Function<HttpReply, Flux<T>> read) {
        HttpRequestObserver observer = this.observer;
        return (observer == null)
                ? exchange(request, request.head(), read)
                : new ObservedRequest<>(
                        observer,
                        request,
                        observed -> exchange(request, headOf(request.head(), observed), response -> {
                            observed.answered(response);
                            return read.apply(response);
                        }));
    }

    private static Consumer<Head> headOf(Consumer<Head> plain, HttpRequestObserver.Observed observed) {
        return head -> {
            observed.forEachHeader(head::set);
            plain.accept(head);
        };
    }

    private <T> Flux<T> exchange(Request request, Consumer<Head> head, Function<HttpReply, Flux<T>> read) {
        Outgoing outgoing = new Outgoing(request, head);
        Flux<T> exchange = senderTo(request.method(), request.url())
                .send(outgoing)
                .responseConnection((response, connection) -> read(new Reply(response, connection), read));
        return new ClosingExchange<>(exchange, outgoing.connection);
    }

    /**
     * A request that is not sent yet. The pool keeps the request that opened the first connection, so nothing must be left in it, such
     * as its body and its caller.
     */
    private static final class Outgoing implements BiFunction<HttpClientRequest, NettyOutbound, Publisher<Void>> {

        private final RequestConnection connection = new RequestConnection();

        private @Nullable Request request;

        private @Nullable Consumer<Head> head;

        Outgoing(Request request, Consumer<Head> head) {
            this.request = request;
            this.head = head;
        }

        @Override
        public Publisher<Void> apply(HttpClientRequest sent, NettyOutbound outbound) {
            Request request = this.request;
            Consumer<Head> head = this.head;
            this.request = null;
            this.head = null;
            if (request == null || head == null) {
                return Mono.error(new IllegalStateException("sent already"));
            }
            request.onConnected().run();
            head.accept(new SentHead(request.url(), sent));
            this.connection.take(sent);
            byte[] body = request.body();
            return (body != null) ? outbound.sendObject(Unpooled.wrappedBuffer(body)) : Mono.empty();
        }
    }

    private static <T> Flux<T> read(Reply reply, Function<HttpReply, Flux<T>> read) {
        try {
            return read.apply(reply);
        } catch (RuntimeException ex) {
            HttpResponses.leave(reply);
            return Flux.error(ex);
        }
    }

    private record SentHead(URI url, HttpClientRequest request) implements Head {

        @Override
        public void set(String name, String value) {
            this.request.header(name, value);
        }
    }

    private static final class Reply implements HttpReply {

        private final int status;

        private final HttpHeaders headers;

        private final Connection connection;

        Reply(HttpClientResponse response, Connection connection) {
            this.status = response.status().code();
            this.headers = response.responseHeaders();
            this.connection = connection;
        }

        @Override
        public int status() {
            return this.status;
        }

        @Override
        public @Nullable String header(String name) {
            return this.headers.get(name);
        }

        @Override
        public List<String> headers(String name) {
            return this.headers.getAll(name);
        }

        @Override
        public void forEachHeader(BiConsumer<String, String> consumer) {
            this.headers.forEach(header -> consumer.accept(header.getKey(), header.getValue()));
        }

        @Override
        public Flux<DataBuffer> body() {
            return this.connection.inbound().receive().map(buffer -> BUFFERS.wrap(buffer.retain()));
        }
    }
}
