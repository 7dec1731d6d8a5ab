package io.mcpclient.sample.secured.authorization;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsent;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsentService;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/** Authorizations of users with their tokens: in memory, so that all of them can be changed at once. */
final class Grants implements OAuth2AuthorizationService {

    private final OAuth2AuthorizationService service = new InMemoryOAuth2AuthorizationService();

    private final Set<String> ids = ConcurrentHashMap.newKeySet();

    private final OAuth2AuthorizationConsentService consents;

    Grants(OAuth2AuthorizationConsentService consents) {
        this.consents = consents;
    }

    @Override
    public void save(OAuth2Authorization authorization) {
        this.service.save(authorization);
        this.ids.add(authorization.getId());
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        this.service.remove(authorization);
        this.ids.remove(authorization.getId());
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return this.service.findById(id);
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType tokenType) {
        return this.service.findByToken(token, tokenType);
    }

    void expireAccessTokens() {
        all().forEach(authorization -> {
            OAuth2Authorization.Token<OAuth2AccessToken> held = authorization.getAccessToken();
            if (held != null) {
                Map<String, Object> metadata = held.getMetadata();
                save(OAuth2Authorization.from(authorization)
                        .token(expired(held.getToken()), all -> all.putAll(metadata))
                        .build());
            }
        });
    }

    private static OAuth2AccessToken expired(OAuth2AccessToken token) {
        Instant end = Instant.now().minusSeconds(1);
        return new OAuth2AccessToken(
                token.getTokenType(), token.getTokenValue(), end.minusSeconds(1), end, token.getScopes());
    }

    void revoke() {
        all().forEach(authorization -> {
            remove(authorization);
            OAuth2AuthorizationConsent consent =
                    this.consents.findById(authorization.getRegisteredClientId(), authorization.getPrincipalName());
            if (consent != null) {
                this.consents.remove(consent);
            }
        });
    }

    /** Returns the number of valid access tokens. */
    int validTokens() {
        return (int) all().map(OAuth2Authorization::getAccessToken)
                .filter(token -> token != null && token.isActive())
                .count();
    }

    private Stream<OAuth2Authorization> all() {
        return this.ids.stream().map(this::findById).filter(Objects::nonNull).map(Objects::requireNonNull);
    }
}
