package io.mcpclient.internal.oauth;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.internal.oauth.TokenKeeper.Held;
import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.support.store.StoreAccess;
import io.mcpclient.testkit.Secrets;
import io.mcpclient.time.TimeSource;

/** Servers, tokens and ways to stores, as tests need them. */
final class TokenFixtures {

    static final TokenSet.Owner OWNER =
            new TokenSet.Owner("https://as.example.com", "https://mcp.example.com/mcp", "client-1");

    /** One that everybody can see through, but not without looking. */
    static final McpStoreEncryptor ENCRYPTOR = new McpStoreEncryptor() {

        @Override
        public String encrypt(String text) {
            return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public String decrypt(String encrypted) {
            return new String(Base64.getDecoder().decode(encrypted), StandardCharsets.US_ASCII);
        }
    };

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private TokenFixtures() {}

    static ProtectedServer server() {
        return server("https://mcp.example.com/mcp", McpPrincipal.APPLICATION);
    }

    static ProtectedServer server(TimeSource time) {
        return server("https://mcp.example.com/mcp", McpPrincipal.APPLICATION, time);
    }

    static ProtectedServer server(String url, McpPrincipal principal) {
        return server(url, principal, TimeSource.system());
    }

    static ProtectedServer server(String url, McpPrincipal principal, TimeSource time) {
        return new ProtectedServer(
                "weather", URI.create(url), () -> principal, null, Duration.ofSeconds(5), null, time, false);
    }

    static EncryptedValues values(McpStore store, @Nullable McpStoreEncryptor encryptor) {
        return values(store, encryptor, Duration.ofSeconds(5));
    }

    static EncryptedValues values(McpStore store, @Nullable McpStoreEncryptor encryptor, Duration timeout) {
        return new EncryptedValues(
                new StoreAccess(
                        "weather",
                        "token store",
                        "tokens are not found after a restart",
                        store,
                        timeout,
                        TimeSource.system()),
                encryptor);
    }

    /** New ones each time, good for an hour from now on. */
    static Held held(TokenSet.Owner owner, boolean isDPoP) {
        return held(owner, isDPoP, Instant.now(), Duration.ofHours(1));
    }

    static Held held(TokenSet.Owner owner, boolean isDPoP, Instant issuedAt, Duration lifetime) {
        int number = NUMBER.incrementAndGet();
        return new Held(
                owner,
                new TokenSet(
                        Secrets.use("keeper-access-token-" + number),
                        isDPoP,
                        Secrets.use("keeper-refresh-token-" + number),
                        List.of("read"),
                        issuedAt,
                        issuedAt.plus(lifetime)));
    }
}
