package io.mcpclient.internal.oauth;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TokenFormatTests {

    private static final String KEY = "mcp-token:1";

    private static final TokenSet.Owner OWNER =
            new TokenSet.Owner("https://as.example.com/\u00fc", "https://mcp.example.com/mcp", "client \"1\"\n");

    private static final TokenSet TOKENS = new TokenSet(
            "access",
            false,
            "refresh",
            List.of("read", "write"),
            SettableClock.START,
            SettableClock.START.plusSeconds(60));

    @Test
    void writtenTokensCanBeReadBack() {
        String text = TokenFormat.write(KEY, new TokenKeeper.Held(OWNER, TOKENS), null);

        assertThat(text).matches("[\\x20-\\x7e]+");
        TokenFormat.Content content = Objects.requireNonNull(TokenFormat.read(KEY, text));
        assertThat(content.held()).isEqualTo(new TokenKeeper.Held(OWNER, TOKENS));
        assertThat(content.keyJson()).isNull();
        assertThat(content.toString()).doesNotContain("access\"").doesNotContain("refresh");
        assertThat(TokenFormat.readOwner(KEY, TokenFormat.writeOwner(KEY, OWNER)))
                .isEqualTo(OWNER);
    }

    @Test
    void boundTokensAreWrittenWithTheirKey() {
        TokenSet bound =
                new TokenSet("access", true, null, List.of(), Instant.ofEpochMilli(1), Instant.ofEpochMilli(2));
        String text = TokenFormat.write(KEY, new TokenKeeper.Held(OWNER, bound), "{\"kty\":\"EC\"}");

        TokenFormat.Content content = Objects.requireNonNull(TokenFormat.read(KEY, text));
        assertThat(content.held().tokens()).isEqualTo(bound);
        assertThat(content.keyJson()).isEqualTo("{\"kty\":\"EC\"}");
    }

    // AUTH-54, H18: a value that was copied to another key is not read
    @Test
    void valueStoredUnderAnotherKeyIsRejected() {
        String text = TokenFormat.write(KEY, new TokenKeeper.Held(OWNER, TOKENS), null);

        assertThat(TokenFormat.read("mcp-token:2", text)).isNull();
        assertThat(TokenFormat.readOwner("mcp-token:2", TokenFormat.writeOwner(KEY, OWNER)))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "[]",
                "{}",
                "{\"v\":2,\"key\":\"mcp-token:1\",\"issuer\":\"i\",\"resource\":\"r\",\"client\":\"c\",\"access\":\"a\","
                        + "\"scopes\":[],\"issued\":1,\"expires\":2}",
                "{\"v\":1,\"key\":\"mcp-token:1\",\"issuer\":\"i\",\"resource\":\"r\",\"client\":\"c\","
                        + "\"access\":\"a\\r\\nX: 1\",\"scopes\":[],\"issued\":1,\"expires\":2}",
                "{\"v\":1,\"key\":\"mcp-token:1\",\"issuer\":\"i\",\"resource\":\"r\",\"client\":\"c\",\"access\":\"a\","
                        + "\"scopes\":[],\"issued\":9223372036854775807,\"expires\":\"x\"}",
                "{\"v\":1,\"key\":\"mcp-token:1\",\"issuer\":\"i\",\"resource\":\"r\",\"client\":\"c\","
                        + "\"scopes\":[],\"issued\":1,\"expires\":2}",
                "{\"v\":1,\"key\":\"mcp-token:1\",\"issuer\":7,\"resource\":\"r\",\"client\":\"c\",\"access\":\"a\","
                        + "\"scopes\":[],\"issued\":1,\"expires\":2}"
            })
    void unreadableValueCountsAsAbsent(String text) {
        assertThat(TokenFormat.read(KEY, text)).isNull();
        assertThat(TokenFormat.read(KEY, null)).isNull();
    }
}
