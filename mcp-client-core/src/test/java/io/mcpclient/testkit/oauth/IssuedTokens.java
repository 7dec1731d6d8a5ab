package io.mcpclient.testkit.oauth;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;

import org.jspecify.annotations.Nullable;

import io.mcpclient.testkit.Secrets;

/** The tokens that were issued: opaque, in families, of which only the last refresh token may be used. Thread-safe. */
final class IssuedTokens {

    /**
     * What a token stands for.
     * @param thumbprint of the key it is bound to, {@code null} for none
     */
    record Grant(
            String clientId,
            List<String> scopes,
            @Nullable String resource,
            @Nullable String thumbprint) {}

    /** @param refreshToken {@code null} for none */
    record Pair(String accessToken, @Nullable String refreshToken, Grant grant) {}

    private static final class TokenFamily {

        private final Grant grant;

        private @Nullable String refreshToken;

        private boolean revoked;

        TokenFamily(Grant grant) {
            this.grant = grant;
        }
    }

    private record Access(TokenFamily family, Grant grant, long endNanos) {}

    private final Map<String, Access> accessTokens = new LinkedHashMap<>();

    private final Map<String, TokenFamily> refreshTokens = new LinkedHashMap<>();

    private final List<String> lastAccessTokens = new ArrayList<>();

    /** Everything that must not be logged. */
    private final Set<String> secrets = new ConcurrentSkipListSet<>();

    private int reuses;

    synchronized Pair issue(Grant grant, Duration lifetime, boolean withRefreshToken) {
        return issue(new TokenFamily(grant), grant, lifetime, withRefreshToken);
    }

    private Pair issue(TokenFamily family, Grant grant, Duration lifetime, boolean withRefreshToken) {
        String accessToken = secret("at");
        this.accessTokens.put(accessToken, new Access(family, grant, System.nanoTime() + lifetime.toNanos()));
        this.lastAccessTokens.add(accessToken);
        if (withRefreshToken) {
            family.refreshToken = secret("rt");
            this.refreshTokens.put(family.refreshToken, family);
        }
        return new Pair(accessToken, withRefreshToken ? family.refreshToken : null, grant);
    }

    String secret(String kind) {
        String secret = Secrets.use(kind + "-" + UUID.randomUUID());
        this.secrets.add(secret);
        return secret;
    }

    Set<String> secrets() {
        return Set.copyOf(this.secrets);
    }

    /**
     * Uses a refresh token.
     * @param rotating whether it is replaced; then using it twice ends the whole family
     * @return {@code null} if it is invalid
     */
    synchronized @Nullable Pair refresh(
            @Nullable String refreshToken,
            @Nullable String clientId,
            List<String> scopes,
            @Nullable String thumbprint,
            Duration lifetime,
            boolean rotating) {
        TokenFamily family = this.refreshTokens.get(String.valueOf(refreshToken));
        if (family == null || family.revoked || !family.grant.clientId().equals(clientId)) {
            return null;
        }
        if (!Objects.equals(family.grant.thumbprint(), thumbprint)) {
            return null; // bound to another key, or to none
        }
        if (rotating && !String.valueOf(refreshToken).equals(family.refreshToken)) {
            this.reuses++;
            family.revoked = true;
            return null;
        }
        Grant grant = new Grant(
                family.grant.clientId(),
                scopes.isEmpty() ? family.grant.scopes() : scopes,
                family.grant.resource(),
                thumbprint);
        return issue(family, grant, lifetime, rotating);
    }

    /** What a token stands for, {@code null} if it does not, or no longer. */
    synchronized @Nullable Grant find(@Nullable String accessToken) {
        Access access = this.accessTokens.get(String.valueOf(accessToken));
        boolean isGood = access != null && !access.family().revoked && access.endNanos() - System.nanoTime() > 0;
        return isGood ? access.grant() : null;
    }

    synchronized boolean revoke(@Nullable String token) {
        TokenFamily family = this.refreshTokens.get(String.valueOf(token));
        if (family != null) {
            family.revoked = true;
            return true;
        }
        return this.accessTokens.remove(String.valueOf(token)) != null;
    }

    /** Ends all access tokens; refresh tokens stay good. */
    synchronized void expireAll() {
        this.accessTokens.clear();
    }

    /** Ends everything. */
    synchronized void revokeAll() {
        this.accessTokens.clear();
        this.refreshTokens.values().forEach(family -> family.revoked = true);
    }

    synchronized int reuses() {
        return this.reuses;
    }

    synchronized List<String> accessTokensIssued() {
        return List.copyOf(this.lastAccessTokens);
    }
}
