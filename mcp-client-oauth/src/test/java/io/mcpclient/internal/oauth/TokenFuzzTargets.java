package io.mcpclient.internal.oauth;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.support.net.UntrustedHttpClient;

/** Readers of tokens: those of an authorization server, and those of a store. */
public final class TokenFuzzTargets {

    private static final String KEY = "mcp-token:1";

    private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

    private static final TokenSet.Owner OWNER =
            new TokenSet.Owner("https://as.example.com", "https://mcp.example.com/mcp", "client-1");

    private TokenFuzzTargets() {}

    public static List<FuzzTarget> all() {
        TokenSet tokens = new TokenSet("access", false, "refresh", List.of("read"), NOW, NOW.plusSeconds(60));
        TokenSet bound = new TokenSet("access", true, null, List.of(), NOW, NOW.plusSeconds(60));
        DPoPKey key = new DPoPKey(InstantSource.system());
        return List.of(
                FuzzTarget.of(
                        "token-response",
                        TokenFuzzTargets::readAnswer,
                        List.of(TokenResponse.UnusableException.class, TokenRefusedException.class),
                        """
                        {"access_token":"eyJhbGciOiJub25lIn0.e30.","token_type":"Bearer","expires_in":3600,
                        "refresh_token":"r-1","scope":"read write"}""",
                        """
                        {"access_token":"a","token_type":"bearer","expires_in":"60","issued_token_type":
                        "urn:ietf:params:oauth:token-type:id-jag"}""",
                        """
                        {"error":"invalid_grant","error_description":"The refresh token has expired"}"""),
                FuzzTarget.of(
                        "stored-tokens",
                        TokenFuzzTargets::readStored,
                        List.of(),
                        TokenFormat.write(KEY, new TokenKeeper.Held(OWNER, tokens), null),
                        TokenFormat.write(KEY, new TokenKeeper.Held(OWNER, bound), key.secretJson()),
                        TokenFormat.writeOwner(KEY, OWNER)));
    }

    private static void readAnswer(byte[] input) throws Exception {
        UntrustedHttpClient.Answer answer =
                new UntrustedHttpClient.Answer(200, Map.of("content-type", "application/json"), input);
        TokenResponse read = TokenResponse.of(answer);
        TokenSet tokens = read.tokens(new TokenResponse.Asked(List.of("read"), "kept", false, false, NOW));
        if (tokens.expiresAt().isBefore(NOW.plusSeconds(1)) || !OAuthText.isToken(tokens.accessToken())) {
            throw new AssertionError("unusable tokens: " + tokens);
        }
        read.issued(null);
    }

    /** What can be read is the same when it is written and read again. */
    private static void readStored(byte[] input) {
        String text = FuzzTarget.text(input);
        TokenFormat.readOwner(KEY, text);
        TokenFormat.Content content = TokenFormat.read(KEY, text);
        if (content == null) {
            return;
        }
        String again = TokenFormat.write(KEY, content.held(), content.keyJson());
        if (!content.equals(TokenFormat.read(KEY, again))) {
            throw new AssertionError("stored tokens that are not the same when they are stored again");
        }
        if (content.keyJson() != null) {
            new DPoPKey(InstantSource.system()).restore(content.keyJson());
        }
    }
}
