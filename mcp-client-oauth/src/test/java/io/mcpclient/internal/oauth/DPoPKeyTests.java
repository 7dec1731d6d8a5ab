package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DPoPKeyTests {

    private static final URI URL = URI.create("https://mcp.example.com/mcp");

    private final SettableClock clock = new SettableClock();

    private final DPoPKey key = new DPoPKey(this.clock);

    // DPOP-02, DPOP-03, DPOP-04: what is in a proof, and what is not
    @Test
    void proofContainsKeyRequestTimeAndTokenHash() throws Exception {
        SignedJWT proof = SignedJWT.parse(this.key.proof("POST", URL, "token"));

        assertThat(proof.getHeader().toJSONObject()).containsOnlyKeys("typ", "alg", "jwk");
        assertThat(proof.getHeader().getType()).hasToString("dpop+jwt");
        assertThat(proof.getHeader().getAlgorithm()).hasToString("ES256");
        ECKey shown = proof.getHeader().getJWK().toECKey();
        assertThat(shown.isPrivate()).isFalse();
        assertThat(proof.verify(new ECDSAVerifier(shown))).isTrue();
        assertThat(proof.getJWTClaimsSet().getClaims()).containsOnlyKeys("jti", "htm", "htu", "iat", "ath");
        assertThat(proof.getJWTClaimsSet().getStringClaim("htm")).isEqualTo("POST");
        assertThat(proof.getJWTClaimsSet().getStringClaim("htu")).isEqualTo(URL.toString());
        assertThat(proof.getJWTClaimsSet().getIssueTime()).isEqualTo(SettableClock.START);
        assertThat(proof.getJWTClaimsSet().getStringClaim("ath"))
                .isEqualTo("PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A"); // SHA-256 of "token"
    }

    // DPOP-01: at a token endpoint there is no token yet; DPOP-08: no content_digest
    @Test
    void proofForATokenEndpointHasNoTokenHash() throws Exception {
        SignedJWT proof = SignedJWT.parse(this.key.proof("POST", URL, null));

        assertThat(proof.getJWTClaimsSet().getClaims()).containsOnlyKeys("jti", "htm", "htu", "iat");
    }

    // DPOP-02, DPOP-08: every request has a proof of its own, of one and the same key
    @Test
    void noTwoProofsAreTheSame() throws Exception {
        Set<String> ids = new HashSet<>();
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            SignedJWT proof = SignedJWT.parse(this.key.proof("POST", URL, "token"));
            ids.add(proof.getJWTClaimsSet().getJWTID());
            keys.add(proof.getHeader().getJWK().computeThumbprint().toString());
        }

        assertThat(ids).hasSize(50).allSatisfy(id -> assertThat(id).hasSizeGreaterThanOrEqualTo(20));
        assertThat(keys).hasSize(1);
    }

    // DPOP-03
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "https://mcp.example.com/mcp?a=b#c, https://mcp.example.com/mcp",
        "https://mcp.example.com/mcp#c, https://mcp.example.com/mcp",
        "https://mcp.example.com:8443/a%20b?x, https://mcp.example.com:8443/a%20b",
        "https://mcp.example.com, https://mcp.example.com/",
        "https://mcp.example.com?q, https://mcp.example.com/"
    })
    void targetUriOmitsQueryAndFragment(URI url, String expected) throws Exception {
        SignedJWT proof = SignedJWT.parse(this.key.proof("GET", url, null));

        assertThat(proof.getJWTClaimsSet().getStringClaim("htu")).isEqualTo(expected);
    }

    // DPOP-05: nonces are kept by server, and the newest one counts
    @Test
    void nonceIsStoredPerServer() throws Exception {
        assertThat(this.key.adopt(URL, "first")).isTrue();
        assertThat(this.key.adopt(URL, "first")).isFalse();
        assertThat(this.key.adopt(URL, null)).isFalse();
        assertThat(this.key.adopt(URI.create("https://MCP.example.com:443/other"), "second"))
                .isTrue();
        assertThat(this.key.adopt(URI.create("https://as.example.com/token"), "foreign"))
                .isTrue();

        assertThat(nonce(URL)).isEqualTo("second");
        assertThat(nonce(URI.create("https://as.example.com/token"))).isEqualTo("foreign");
        assertThat(nonce(URI.create("http://mcp.example.com/mcp"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\"b", "a\r\nb", "\u00e4"})
    void invalidNonceIsIgnored(String text) throws Exception {
        assertThat(this.key.adopt(URL, text)).isFalse();
        assertThat(nonce(URL)).isNull();
    }

    @Test
    void numberOfNoncesIsBounded() throws Exception {
        for (int i = 0; i < 1000; i++) {
            this.key.adopt(URI.create("https://as" + i + ".example.com/token"), "nonce" + i);
        }

        assertThat(nonce(URI.create("https://as0.example.com/token"))).isNull();
        assertThat(nonce(URI.create("https://as999.example.com/token"))).isEqualTo("nonce999");
        assertThat(this.key.adopt(URL, "n".repeat(2000))).isFalse();
    }

    // DPOP-04
    @Test
    void algorithmIsChosenFromThoseOfTheServer() {
        assertThat(DPoPKey.fits(List.of())).isTrue();
        assertThat(DPoPKey.fits(List.of("RS256", "ES256"))).isTrue();
        assertThat(DPoPKey.fits(List.of("RS256"))).isFalse();
    }

    // DPOP-06
    @Test
    void keyIsNotShownAndCanBeRestored() throws Exception {
        DPoPKey restored = new DPoPKey(InstantSource.system());
        String secret = ECKey.parse(this.key.secretJson()).getD().toString();

        assertThat(restored.restore(this.key.secretJson())).isTrue();
        assertThat(thumbprint(restored)).isEqualTo(thumbprint(this.key));
        assertThat(this.key.toString()).doesNotContain(secret);
        assertThat(this.key.proof("POST", URL, "token")).doesNotContain(secret);
    }

    @Test
    void invalidPrivateKeyIsNotRestored() throws Exception {
        String before = thumbprint(this.key);
        String publicKey = ECKey.parse(this.key.secretJson()).toPublicJWK().toJSONString();

        assertThat(this.key.restore(publicKey)).isFalse();
        assertThat(this.key.restore("{}")).isFalse();
        assertThat(this.key.restore("nonsense")).isFalse();
        assertThat(thumbprint(this.key)).isEqualTo(before);
    }

    private static String thumbprint(DPoPKey key) throws Exception {
        return SignedJWT.parse(key.proof("GET", URL, null))
                .getHeader()
                .getJWK()
                .computeThumbprint()
                .toString();
    }

    private @Nullable String nonce(URI url) throws Exception {
        return SignedJWT.parse(this.key.proof("POST", url, null))
                .getJWTClaimsSet()
                .getStringClaim("nonce");
    }
}
