package io.mcpclient.internal.oauth;

import java.util.stream.Stream;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SigningKeyTests {

    static Stream<Arguments> keys() throws JOSEException {
        return Stream.of(
                Arguments.of(Keys.pem(Keys.P256.toPrivateKey()), null, "ES256", null),
                Arguments.of(Keys.pem(Keys.P384.toPrivateKey()), null, "ES384", null),
                Arguments.of(Keys.pem(Keys.RSA.toPrivateKey()), null, "RS256", null),
                Arguments.of(Keys.pem(Keys.RSA.toPrivateKey()), "PS256", "PS256", null),
                Arguments.of("\n" + Keys.P256.toJSONString(), null, "ES256", "key-1"),
                Arguments.of(Keys.RSA.toJSONString(), "RS512", "RS512", null));
    }

    // CC-03: the algorithm of the settings, else the one that fits the key
    @ParameterizedTest(name = "{1}: {2}")
    @MethodSource("keys")
    void keyUsesTheConfiguredOrMatchingAlgorithm(
            String text, @Nullable String algorithm, String chosen, @Nullable String id)
            throws SigningKey.UnusableException {
        SigningKey key = SigningKey.of(text, algorithm);
        assertThat(key.algorithm().getName()).isEqualTo(chosen);
        assertThat(key.id()).isEqualTo(id);
        assertThat(key).hasToString("SigningKey[algorithm=" + chosen + "]");
    }

    static Stream<Arguments> problems() throws JOSEException {
        String pem = Keys.pem(Keys.P256.toPrivateKey());
        return Stream.of(
                Arguments.of("secret", null, "neither PEM"),
                Arguments.of(pem.replace("PRIVATE KEY", "EC PRIVATE KEY"), null, "neither PEM"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", null, "neither an EC nor"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\n=A\n-----END PRIVATE KEY-----", null, "Base64"),
                Arguments.of("{\"kty\":\"secret\"}", null, "not a JWK"),
                Arguments.of(Keys.P256.toPublicJWK().toJSONString(), null, "not a private EC or RSA key"),
                Arguments.of(new OctetSequenceKeyGenerator(256).generate().toJSONString(), null, "not a private"),
                Arguments.of(pem, "RS256", "is a key for [ES256], not for RS256"),
                Arguments.of(pem, "HS256", "not for HS256"),
                Arguments.of(pem, "none", "not for none"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("problems")
    void unusableKeyReportsTheReasonWithoutTheKey(String text, @Nullable String algorithm, String problem) {
        assertThatExceptionOfType(SigningKey.UnusableException.class)
                .isThrownBy(() -> SigningKey.of(text, algorithm))
                .withMessageContaining(problem)
                .withMessageNotContaining("secret")
                .withNoCause();
    }

    @Test
    void algorithmDeclaredByAJwkIsUsed() throws Exception {
        String jwk = new com.nimbusds.jose.jwk.RSAKey.Builder(Keys.RSA)
                .algorithm(com.nimbusds.jose.JWSAlgorithm.PS384)
                .build()
                .toJSONString();
        assertThat(SigningKey.of(jwk, null).algorithm().getName()).isEqualTo("PS384");
    }
}
