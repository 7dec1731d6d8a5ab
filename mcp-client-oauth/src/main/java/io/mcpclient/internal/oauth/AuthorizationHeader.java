package io.mcpclient.internal.oauth;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.internal.oauth.TokenKeeper.Held;

/**
 * The authorization header for tokens. Constant parts are created once. Thread-safe.
 *
 * @see "AUTH-50; DPOP-02, DPOP-08"
 */
final class AuthorizationHeader {

    private static final String HEADER = "Authorization";

    private final DPoPKey key;

    private volatile @Nullable Shown last;

    AuthorizationHeader(DPoPKey key) {
        this.key = key;
    }

    private record Shown(Held held, Mono<HttpCredentials> credentials) {}

    /** Returns the credentials of a request without earlier attempts. */
    Mono<HttpCredentials> of(AuthorizedRequest request, Held held) {
        if (held.tokens().isDPoP()) {
            return Mono.fromSupplier(() -> credentials(request, RefusalTable.AuthAttempts.with(held)));
        }
        Shown shown = this.last;
        if (shown == null || shown.held() != held) {
            shown = new Shown(held, Mono.just(credentials(request, RefusalTable.AuthAttempts.with(held))));
            this.last = shown;
        }
        return shown.credentials();
    }

    HttpCredentials credentials(AuthorizedRequest request, RefusalTable.AuthAttempts trail) {
        Held held = trail.held();
        if (held == null) {
            return new HttpCredentials(Map.of(), trail);
        }
        String token = held.tokens().accessToken();
        Map<String, String> headers = held.tokens().isDPoP()
                ? Map.of(HEADER, "DPoP " + token, "DPoP", this.key.proof(request.httpMethod(), request.url(), token))
                : Map.of(HEADER, "Bearer " + token);
        return new HttpCredentials(headers, trail);
    }
}
