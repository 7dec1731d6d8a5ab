package io.mcpclient.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.function.Supplier;

import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpCredentials;

/**
 * One header, made anew for each request from what is known then. {@code toString} does not show it.
 *
 * @param header its name
 * @param value makes its value
 */
record SimpleCredentials(String header, Supplier<String> value) implements McpCredentials {

    static SimpleCredentials bearer(Supplier<String> token) {
        return new SimpleCredentials(HttpHeaders.AUTHORIZATION, () -> "Bearer " + token.get());
    }

    static SimpleCredentials basic(String username, Supplier<String> password) {
        return new SimpleCredentials(HttpHeaders.AUTHORIZATION, () -> {
            byte[] pair = (username + ':' + password.get()).getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(pair);
        });
    }

    @Override
    public Mono<Map<String, String>> headers(Request request) {
        return Mono.fromSupplier(() -> Map.of(this.header, this.value.get()));
    }

    @Override
    public String toString() {
        return "SimpleCredentials[header=" + this.header + "]";
    }
}
