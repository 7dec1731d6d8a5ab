package io.mcpclient.internal.http;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpRequestSigner;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpException;
import io.mcpclient.text.KnownSecrets;

/**
 * Signs requests after all of their headers are known, and before they are sent, if the authorization has a signer. A request that a
 * filter redirects elsewhere is sent without the signature, which is for the URL that was signed.
 *
 * @param sender sends the requests
 * @param authorization has the signer, if any
 * @param server server and principal that requests are signed for
 * @param failures creates errors
 */
record SigningSender(HttpSender sender, HttpAuthorization authorization, ProtectedServer server, HttpFailures failures)
        implements HttpSender {

    private static final String OPERATION = "signature";

    @Override
    public <T> Flux<T> send(Request request, Function<HttpReply, Flux<T>> read) {
        HttpRequestSigner signer = this.authorization.signer();
        if (signer == null) {
            return this.sender.send(request, read);
        }
        return Mono.defer(() -> signer.sign(new HttpRequestSigner.SignedRequest(
                        this.server.name(),
                        this.server.principal().get(),
                        request.method().name(),
                        request.url(),
                        headers(request),
                        request.body())))
                .defaultIfEmpty(Map.of())
                .onErrorMap(
                        error -> !(error instanceof McpException),
                        error -> this.failures.noCredentials(OPERATION, error))
                .flatMapMany(signature -> this.sender.send(signed(request, Map.copyOf(signature)), read));
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
        return new Request(request.method(), request.url(), request.body(), request.onConnected(), head -> {
            request.head().accept(head);
            if (head.url().equals(request.url())) {
                signature.forEach((name, value) -> {
                    // A signature is for one request, and would only displace other secrets.
                    if (!name.equalsIgnoreCase(HttpHeaders.AUTHORIZATION)) {
                        KnownSecrets.sent(name, value);
                    }
                    head.set(name, value);
                });
            }
        });
    }
}
