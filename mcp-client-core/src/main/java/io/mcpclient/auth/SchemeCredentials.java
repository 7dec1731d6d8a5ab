package io.mcpclient.auth;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.text.HeaderSyntax;

/**
 * A single header, created from one or two secrets on demand. Blocking suppliers are not called on non-blocking threads.
 * {@code toString} shows no values.
 *
 * @param header name of the header
 * @param first the first secret
 * @param second another secret, or {@code null}
 * @param value creates the value of the header from them
 */
record SchemeCredentials(
        String header,
        Supplier<String> first,
        @Nullable Supplier<String> second,
        BiFunction<String, @Nullable String, String> value)
        implements McpCredentials {

    @Override
    public Mono<Map<String, String>> headers(Request request) {
        return Mono.defer(() -> {
            boolean mayBlock = request.renewed() || mayBlock(this.first) || mayBlock(this.second);
            Mono<Map<String, String>> made =
                    Mono.fromCallable(() -> Map.of(this.header, value(this.first, this.second, request.renewed())));
            return (mayBlock && Schedulers.isInNonBlockingThread())
                    ? made.subscribeOn(Schedulers.boundedElastic())
                    : made;
        });
    }

    private static boolean mayBlock(@Nullable Supplier<String> secret) {
        return secret != null && !(secret instanceof CredentialFile file && file.fresh() != null);
    }

    private String value(Supplier<String> first, @Nullable Supplier<String> second, boolean renewed) {
        String made = this.value.apply(secret(first, renewed), (second != null) ? secret(second, renewed) : null);
        try {
            HeaderSyntax.check(this.header, made);
        } catch (IllegalArgumentException ex) {
            throw new UnusableCredentialsException("the header " + this.header + " " + ex.getMessage(), ex);
        }
        return made;
    }

    private static String secret(Supplier<String> secret, boolean renewed) {
        String text = (renewed && secret instanceof CredentialFile file) ? file.renewed() : secret.get();
        if (text == null || text.isBlank()) {
            throw new UnusableCredentialsException("a secret is missing or blank", null);
        }
        return text;
    }

    @Override
    public String toString() {
        return "SchemeCredentials[header=" + this.header + "]";
    }
}
