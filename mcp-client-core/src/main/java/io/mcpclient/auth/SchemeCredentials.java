package io.mcpclient.auth;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.net.HeaderSyntax;

/**
 * One header, made of one or two secrets whenever it is needed. What may block is not done on threads that must not.
 * {@code toString} shows no values.
 *
 * @param header its name
 * @param first a secret
 * @param second another one, or {@code null} if there is none
 * @param value makes the value of the header of them
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
            throw new UnusableCredentialsException("there is nothing where a secret should be", null);
        }
        return text;
    }

    @Override
    public String toString() {
        return "SchemeCredentials[header=" + this.header + "]";
    }
}
