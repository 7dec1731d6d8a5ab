package io.mcpclient.internal.oauth;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ClientAuthenticatorTests {

    private static final String ISSUER = "https://as.example.com/";

    private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

    private final Map<String, String> form = new HashMap<>();

    private final Map<String, String> headers = new HashMap<>();

    // AUTH-43: id and secret are encoded as in a form before they are joined
    @Test
    void basicUrlEncodesIdAndSecret() {
        authenticate(McpOAuthSettings.builder(), client("a:b c", "p+w:ü", McpTokenAuthMethod.CLIENT_SECRET_BASIC));
        String credentials = this.headers.get("Authorization").replaceFirst("Basic ", "");
        assertThat(new String(Base64.getDecoder().decode(credentials), StandardCharsets.UTF_8))
                .isEqualTo("a%3Ab+c:p%2Bw%3A%C3%BC");
        assertThat(this.form).isEmpty();
    }

    // AUTH-43
    @Test
    void postPutsIdAndSecretIntoTheForm() {
        authenticate(McpOAuthSettings.builder(), client("id", "secret", McpTokenAuthMethod.CLIENT_SECRET_POST));
        assertThat(this.form).containsOnly(Map.entry("client_id", "id"), Map.entry("client_secret", "secret"));
        assertThat(this.headers).isEmpty();
    }

    // AUTH-43
    @Test
    void noneSendsOnlyTheClientId() {
        authenticate(McpOAuthSettings.builder(), client("id", "secret", McpTokenAuthMethod.NONE));
        assertThat(this.form).containsOnly(Map.entry("client_id", "id"));
        assertThat(this.headers).isEmpty();
    }

    // WIF-01: no client_id needed
    @Test
    void noneWithoutIdSendsNothing() {
        authenticate(McpOAuthSettings.builder(), client("", null, McpTokenAuthMethod.NONE));
        assertThat(this.form).isEmpty();
    }

    // CC-02, CC-03, Q-11: the issuer is the audience unless the settings name another one
    @Test
    void privateKeyJwtSendsASignedAssertion() throws Exception {
        String pem = Keys.pem(Keys.P256.toPrivateKey());
        authenticate(
                McpOAuthSettings.builder().privateKey(() -> pem),
                client("id", null, McpTokenAuthMethod.PRIVATE_KEY_JWT));
        assertThat(this.form)
                .containsEntry("client_id", "id")
                .containsEntry("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        SignedJWT jwt = SignedJWT.parse(this.form.get("client_assertion"));
        assertThat(jwt.verify(new ECDSAVerifier(Keys.P256.toPublicJWK()))).isTrue();
        assertThat(jwt.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
        assertThat(jwt.getJWTClaimsSet().getClaims())
                .containsEntry("iss", "id")
                .containsEntry("sub", "id")
                .containsEntry("aud", List.of(ISSUER))
                .containsKey("jti");
        assertThat(jwt.getJWTClaimsSet().getIssueTime()).isEqualTo(NOW);
        assertThat(jwt.getJWTClaimsSet().getExpirationTime()).isEqualTo(NOW.plusSeconds(60));
    }

    // Q-11, CC-03: each assertion is another one
    @Test
    void privateKeyJwtUsesTheConfiguredAudience() throws Exception {
        McpOAuthSettings.Builder builder = McpOAuthSettings.builder()
                .privateKey(() -> Keys.P256.toJSONString())
                .assertionAudience("https://as.example.com/token");
        ClientIdentity client = client("id", null, McpTokenAuthMethod.PRIVATE_KEY_JWT);
        authenticate(builder, client);
        SignedJWT first = SignedJWT.parse(this.form.get("client_assertion"));
        authenticate(builder, client);
        SignedJWT second = SignedJWT.parse(this.form.get("client_assertion"));
        assertThat(first.getJWTClaimsSet().getAudience()).containsExactly("https://as.example.com/token");
        assertThat(first.getHeader().getKeyID()).isEqualTo("key-1");
        assertThat(first.getJWTClaimsSet().getJWTID())
                .isNotEqualTo(second.getJWTClaimsSet().getJWTID());
    }

    // CC-05: a rotated secret is used from then on
    @Test
    void configuredSecretIsReadEachTime() {
        AtomicInteger reads = new AtomicInteger();
        McpOAuthSettings.Builder builder =
                McpOAuthSettings.builder().clientId("id").clientSecret(() -> "secret " + reads.incrementAndGet());
        ClientIdentity client = client("id", "secret 0", McpTokenAuthMethod.CLIENT_SECRET_POST);
        authenticate(builder, client);
        authenticate(builder, client);
        assertThat(this.form).containsEntry("client_secret", "secret 2");
    }

    // AUTH-11, H18: the secret of one client is never shown as that of another, for example at an identity provider
    @Test
    void configuredSecretIsUsedOnlyForTheConfiguredClient() {
        McpOAuthSettings.Builder builder =
                McpOAuthSettings.builder().clientId("id").clientSecret(() -> "ours");
        ClientIdentity other = client("other", null, McpTokenAuthMethod.CLIENT_SECRET_POST);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> authenticate(builder, other))
                .satisfies(ex -> assertThat(ex.property()).isEqualTo("mcp.servers.weather.auth.client-secret"))
                .withMessageContaining("\"weather\"");
        ClientIdentity registered =
                new ClientIdentity(ISSUER, "id", "theirs", McpTokenAuthMethod.CLIENT_SECRET_POST, null, true);
        authenticate(builder, registered);
        assertThat(this.form).containsEntry("client_secret", "theirs");
    }

    @Test
    void unusablePrivateKeyIsAConfigurationError() {
        ClientIdentity client = client("id", null, McpTokenAuthMethod.PRIVATE_KEY_JWT);
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> authenticate(McpOAuthSettings.builder(), client))
                .withMessageContaining("auth.private-key is missing");
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(() -> authenticate(McpOAuthSettings.builder().privateKey(() -> "my secret key"), client))
                .satisfies(ex -> assertThat(ex.property()).isEqualTo("mcp.servers.weather.auth.private-key"))
                .withMessageNotContaining("my secret key");
    }

    private void authenticate(McpOAuthSettings.Builder builder, ClientIdentity client) {
        new ClientAuthenticator("weather", builder.build(), () -> NOW).authenticate(client, this.form, this.headers);
    }

    private static ClientIdentity client(String id, @Nullable String secret, McpTokenAuthMethod method) {
        return new ClientIdentity(ISSUER, id, secret, method, null, false);
    }
}
