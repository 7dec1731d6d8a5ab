package io.mcpclient.oauth.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.store.Digest;
import io.mcpclient.store.SealedValues;
import io.mcpclient.store.SealedValues.Opened;

/**
 * The authorization server at which the id of the settings was used first, where the settings do not say which one it belongs
 * to. A server that names another one later gets no secret there. Thread-safe.
 *
 * @see "AUTH-30, AUTH-32; fault H18"
 */
final class FirstIssuer {

    private static final Duration TIME_TO_LIVE = Duration.ofDays(365);

    private final SealedValues values;

    private final String binding;

    private final AtomicReference<@Nullable String> known = new AtomicReference<>();

    /**
     * Creates the memory of one id.
     * @param values where it is kept; a store that is away costs what was known before this process
     * @param serverName configured name of the server
     * @param url its URL
     * @param clientId the id
     */
    FirstIssuer(SealedValues values, String serverName, String url, String clientId) {
        this.values = values;
        this.binding = Digest.of(List.of("issuer", serverName, url, clientId));
    }

    /**
     * Returns where the id belongs.
     * @param issuer where it is to be used now
     * @return where it was used first, which is here if it was used nowhere
     */
    Mono<String> of(String issuer) {
        String present = this.known.get();
        if (present != null) {
            return Mono.just(present);
        }
        return this.values
                .load(key())
                .onErrorResume(error -> Mono.just(new Opened(-1, null)))
                .defaultIfEmpty(new Opened(0, null))
                .flatMap(opened -> remembered(opened, issuer))
                .map(this::learned);
    }

    private Mono<String> remembered(Opened opened, String issuer) {
        String text = opened.text();
        if (text != null && text.startsWith(this.binding + " ")) {
            return Mono.just(text.substring(this.binding.length() + 1));
        }
        if (opened.version() < 0) {
            return Mono.just(issuer);
        }
        return this.values
                .replace(key(), opened.version(), this.binding + " " + issuer, TIME_TO_LIVE)
                .onErrorReturn(false)
                .thenReturn(issuer);
    }

    private String learned(String issuer) {
        String before = this.known.compareAndExchange(null, issuer);
        return (before != null) ? before : issuer;
    }

    private String key() {
        return "mcp:issuer:" + this.binding;
    }
}
