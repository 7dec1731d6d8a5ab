package io.mcpclient.internal.oauth;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;

/** A user who agrees at once, in a browser that reads where it is sent and goes no further. */
final class Browser implements McpAuthorizationPrompt {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(LIMIT)
            .build();

    private final List<McpAuthorizationRequest> requests = new CopyOnWriteArrayList<>();

    private final AtomicInteger cancelled = new AtomicInteger();

    private volatile UnaryOperator<URI> change = url -> url;

    private volatile Mono<Void> user = Mono.empty();

    private volatile Duration patience = LIMIT;

    private volatile @Nullable String link;

    /** Changes what the browser comes back with. */
    Browser comingBackWith(UnaryOperator<URI> change) {
        this.change = change;
        return this;
    }

    /** Lets the user think until the sink ends. */
    Browser thinking(Sinks.Empty<Void> thought) {
        this.user = thought.asMono();
        return this;
    }

    Browser patience(Duration patience) {
        this.patience = patience;
        return this;
    }

    Browser link(String link) {
        this.link = link;
        return this;
    }

    @Override
    public @Nullable String link(McpAuthorizationRequest request) {
        return this.link;
    }

    /** All requests so far. */
    List<McpAuthorizationRequest> requests() {
        return this.requests;
    }

    int cancelled() {
        return this.cancelled.get();
    }

    @Override
    public Mono<URI> prompt(McpAuthorizationRequest request) {
        this.requests.add(request);
        return this.user
                .then(Mono.defer(() -> open(request.url())))
                .map(this.change)
                .doOnCancel(this.cancelled::incrementAndGet);
    }

    private Mono<URI> open(URI url) {
        HttpRequest page = HttpRequest.newBuilder(url).timeout(LIMIT).build();
        return Mono.fromFuture(() -> this.http.sendAsync(page, BodyHandlers.discarding()))
                .map(answer ->
                        URI.create(answer.headers().firstValue("Location").orElseThrow()));
    }

    @Override
    public URI redirectUri() {
        return URI.create("http://127.0.0.1:3000/callback");
    }

    @Override
    public Duration timeout() {
        return this.patience;
    }
}
