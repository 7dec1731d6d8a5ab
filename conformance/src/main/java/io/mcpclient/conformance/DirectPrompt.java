package io.mcpclient.conformance;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;

/**
 * Stands in for a user and a browser: the referee's authorization server agrees at once, and says in the head of its answer
 * where a browser would go.
 */
final class DirectPrompt implements McpAuthorizationPrompt {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final HttpClient browser = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TIMEOUT)
            .build();

    @Override
    public Mono<URI> prompt(McpAuthorizationRequest request) {
        HttpRequest page =
                HttpRequest.newBuilder(request.url()).timeout(TIMEOUT).build();
        return Mono.fromFuture(() -> this.browser.sendAsync(page, BodyHandlers.discarding()))
                .map(answer -> answer.headers()
                        .firstValue("Location")
                        .map(request.url()::resolve)
                        .orElseThrow(() -> new IllegalStateException(
                                "the authorization endpoint answered " + answer.statusCode() + " without a Location")));
    }

    @Override
    public URI redirectUri() {
        return URI.create("http://localhost:3000/callback");
    }
}
