package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.support.store.Digest;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.support.store.EncryptedValues.Opened;

/**
 * The authorization server at which a client was first used, if the settings do not name its issuer. Servers that name another
 * one later receive nothing. A store that fails is an error: it may contain another one. Thread-safe.
 *
 * @see "AUTH-30, AUTH-32; fault H18"
 */
final class FirstIssuer {

    private static final Duration TIME_TO_LIVE = Duration.ofDays(365);

    private final EncryptedValues values;

    private final String binding;

    private final AtomicReference<@Nullable String> known = new AtomicReference<>();

    /**
     * Creates the record for one id.
     * @param values values in the store
     * @param serverName configured name of the server
     * @param url its URL
     * @param clientId the id
     */
    FirstIssuer(EncryptedValues values, String serverName, String url, String clientId) {
        this.values = values;
        this.binding = Digest.of(List.of("issuer", serverName, url, clientId));
    }

    /**
     * Returns the issuer that the id belongs to.
     * @param issuer issuer at which it is to be used now
     * @return issuer of its first use, which is the given one if it was never used; the error of the store if it fails
     */
    Mono<String> of(String issuer) {
        String present = this.known.get();
        if (present != null) {
            return Mono.just(present);
        }
        return load().flatMap(opened -> {
                    String stored = issuer(opened);
                    return (stored != null) ? Mono.just(stored) : store(opened, issuer);
                })
                .map(this::learned);
    }

    private Mono<Opened> load() {
        return this.values.load(key()).defaultIfEmpty(new Opened(0, null));
    }

    private @Nullable String issuer(Opened opened) {
        String text = opened.text();
        return (text != null && text.startsWith(this.binding + " ")) ? text.substring(this.binding.length() + 1) : null;
    }

    /** Another instance of the application may store its issuer first. */
    private Mono<String> store(Opened opened, String issuer) {
        return this.values
                .replace(key(), opened.version(), this.binding + " " + issuer, TIME_TO_LIVE)
                .flatMap(isStored -> isStored
                        ? Mono.just(issuer)
                        : load().map(other -> Objects.requireNonNullElse(issuer(other), issuer)));
    }

    private String learned(String issuer) {
        String before = this.known.compareAndExchange(null, issuer);
        return (before != null) ? before : issuer;
    }

    private String key() {
        return "mcp:issuer:" + this.binding;
    }
}
