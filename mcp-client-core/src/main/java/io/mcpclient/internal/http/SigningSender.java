package io.mcpclient.internal.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.HttpRequestSigner;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.support.KnownSecrets;

/**
 * Signs requests after all of their headers are known, and before they are sent. A request that a filter redirects elsewhere is sent
 * without the signature, which is for the URL that was signed.
 *
 * @param sender sends the signed requests
 * @param signing signs requests
 * @param failures creates errors
 */
record SigningSender(HttpSender sender, Signing signing, HttpFailures failures) implements HttpSender {

    private static final String OPERATION = "signature";

    /**
     * A signer with the server and the principal that it signs for.
     *
     * @param signer signs requests
     * @param server server and principal
     */
    record Signing(HttpRequestSigner signer, ProtectedServer server) {

        Mono<Map<String, String>> sign(Request request, Map<String, String> headers) {
            return Mono.defer(() -> this.signer.sign(new HttpRequestSigner.SignedRequest(
                    this.server.name(),
                    this.server.principal().get(),
                    request.method().name(),
                    request.url(),
                    headers,
                    request.body())));
        }
    }

    @Override
    public <T> Flux<T> send(Request request, Function<HttpReply, Flux<T>> read) {
        return Mono.fromSupplier(() -> headers(request))
                .flatMap(headers -> this.signing.sign(request, headers))
                .defaultIfEmpty(Map.of())
                .onErrorMap(
                        error -> !(error instanceof McpException),
                        error -> this.failures.noCredentials(OPERATION, error))
                .flatMapMany(signature -> this.sender.send(signed(request, signature), read));
    }

    private static Map<String, String> headers(Request request) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        request.head().accept(new Head() {
            @Override
            public URI url() {
                return request.url();
            }

            @Override
            public void set(String name, String value) {
                headers.put(name, value);
            }
        });
        return headers;
    }

    private static Request signed(Request request, Map<String, String> signature) {
        Map<String, String> added = new LinkedHashMap<>(signature);
        return new Request(request.method(), request.url(), request.body(), head -> {
            request.head().accept(head);
            if (head.url().equals(request.url())) {
                added.forEach((name, value) -> {
                    KnownSecrets.sent(name, value);
                    head.set(name, value);
                });
            }
        });
    }
}
