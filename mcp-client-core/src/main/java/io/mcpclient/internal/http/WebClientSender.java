package io.mcpclient.internal.http;

import java.net.URI;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
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

/** Sends requests with a {@link WebClient}, and so through its filters. Bodies bypass its codecs. */
record WebClientSender(WebClient client) implements HttpSender {

    /** Shared by all clients: a large set of codecs that none of them uses. */
    private static final ExchangeStrategies STRATEGIES = ExchangeStrategies.withDefaults();

    /**
     * Creates a sender.
     * @param http sends the requests for the {@code WebClient}
     * @param observer observes them, {@code null} if nothing does
     * @param customizer customizes the {@code WebClient}
     */
    static WebClientSender of(
            HttpClient http, @Nullable HttpRequestObserver observer, Consumer<WebClient.Builder> customizer) {
        WebClient.Builder builder = WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(http))
                .exchangeStrategies(STRATEGIES);
        if (observer != null) {
            observer.applyTo(builder);
        }
        customizer.accept(builder);
        return new WebClientSender(builder.build());
    }

    @Override
    public <T> Flux<T> send(Request request, Function<HttpReply, Flux<T>> read) {
        RequestConnection connection = new RequestConnection();
        WebClient.RequestBodySpec head = this.client
                .method(request.method())
                .uri(request.url())
                .httpRequest(sent -> {
                    request.onConnected().run();
                    request.head().accept(new SentHead(sent));
                    connection.take(sent.getNativeRequest());
                });
        byte[] body = request.body();
        WebClient.RequestHeadersSpec<?> complete = (body != null) ? head.body(bytes(body)) : head;
        return new ClosingExchange<>(
                complete.exchangeToFlux(response -> read.apply(new Reply(response, connection))), connection);
    }

    private static BodyInserter<byte[], ReactiveHttpOutputMessage> bytes(byte[] body) {
        return (output, context) ->
                output.writeWith(Mono.fromSupplier(() -> output.bufferFactory().wrap(body)));
    }

    private record SentHead(ClientHttpRequest request) implements Head {

        @Override
        public URI url() {
            return this.request.getURI();
        }

        /**
         * Sets a header efficiently. Spring copies its case-insensitive header maps several times per request, which costs more
         * than reading and writing the JSON.
         */
        @Override
        public void set(String name, String value) {
            Object nativeRequest = this.request.getNativeRequest();
            if (nativeRequest instanceof HttpClientRequest netty) {
                netty.header(name, value);
            } else {
                this.request.getHeaders().set(name, value); // a customizer has replaced the connector
            }
        }
    }

    private record Reply(ClientResponse response, RequestConnection connection) implements HttpReply {

        @Override
        public int status() {
            return this.response.statusCode().value();
        }

        @Override
        public @Nullable String header(String name) {
            return this.response.headers().asHttpHeaders().getFirst(name);
        }

        @Override
        public List<String> headers(String name) {
            return this.response.headers().asHttpHeaders().getOrEmpty(name);
        }

        @Override
        public void forEachHeader(BiConsumer<String, String> consumer) {
            this.response
                    .headers()
                    .asHttpHeaders()
                    .forEach((name, values) -> values.forEach(value -> consumer.accept(name, value)));
        }

        /** The body of a cancelled response is an error without a subscriber (fault B15). */
        @Override
        public Flux<DataBuffer> body() {
            return this.response
                    .body(BodyExtractors.toDataBuffers())
                    .onErrorResume(error -> this.connection.isGivenUp() ? Flux.never() : Flux.error(error));
        }
    }
}
