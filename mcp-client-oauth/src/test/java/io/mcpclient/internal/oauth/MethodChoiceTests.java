package io.mcpclient.internal.oauth;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.auth.McpTokenAuthMethod;

import static io.mcpclient.auth.McpTokenAuthMethod.CLIENT_SECRET_BASIC;
import static io.mcpclient.auth.McpTokenAuthMethod.CLIENT_SECRET_POST;
import static io.mcpclient.auth.McpTokenAuthMethod.NONE;
import static io.mcpclient.auth.McpTokenAuthMethod.PRIVATE_KEY_JWT;
import static org.assertj.core.api.Assertions.assertThat;

class MethodChoiceTests {

    private static final String ALL = "none client_secret_post client_secret_basic private_key_jwt tls_client_auth";

    static Stream<Arguments> rows() {
        return Stream.of(
                // settings, registration, known at the server, key, secret, method
                Arguments.of(CLIENT_SECRET_POST, CLIENT_SECRET_BASIC, "none", true, true, CLIENT_SECRET_POST),
                Arguments.of(NONE, null, "client_secret_basic", false, true, NONE),
                Arguments.of(null, NONE, ALL, true, true, NONE),
                Arguments.of(null, CLIENT_SECRET_POST, "client_secret_basic", false, true, CLIENT_SECRET_POST),
                Arguments.of(null, null, ALL, true, true, PRIVATE_KEY_JWT),
                Arguments.of(null, null, "client_secret_basic", true, true, CLIENT_SECRET_BASIC),
                Arguments.of(null, null, ALL, false, true, CLIENT_SECRET_BASIC),
                Arguments.of(null, null, "client_secret_post none", false, true, CLIENT_SECRET_POST),
                Arguments.of(null, null, "none", false, true, NONE),
                Arguments.of(null, null, "none client_secret_basic", true, false, NONE),
                Arguments.of(null, null, ALL, false, false, NONE),
                Arguments.of(null, null, "client_secret_basic", false, false, NONE),
                Arguments.of(null, null, "", false, false, NONE),
                Arguments.of(null, null, "client_secret_basic", true, false, null),
                Arguments.of(null, null, "private_key_jwt", false, true, null),
                Arguments.of(null, null, "tls_client_auth", true, true, null));
    }

    // AUTH-43, AUTH-26, CC-02, CC-04: what both sides know, and of that the best
    @ParameterizedTest(name = "settings {0}, registration {1}, server [{2}], key {3}, secret {4}: {5}")
    @MethodSource("rows")
    void chooseTakesTheFirstRowThatApplies(
            @Nullable McpTokenAuthMethod configured,
            @Nullable McpTokenAuthMethod registered,
            String known,
            boolean hasKey,
            boolean hasSecret,
            @Nullable McpTokenAuthMethod method) {
        assertThat(MethodChoice.choose(configured, registered, List.of(known.split(" ")), hasKey, hasSecret))
                .isEqualTo(method);
    }

    static Stream<Arguments> registrations() {
        return Stream.of(
                Arguments.of(null, ALL, List.of(CLIENT_SECRET_BASIC, CLIENT_SECRET_POST, NONE)),
                Arguments.of(null, "none client_secret_post", List.of(CLIENT_SECRET_POST, NONE, CLIENT_SECRET_BASIC)),
                Arguments.of(null, "none", List.of(NONE, CLIENT_SECRET_BASIC, CLIENT_SECRET_POST)),
                Arguments.of(null, "client_secret_basic", List.of(CLIENT_SECRET_BASIC, CLIENT_SECRET_POST, NONE)),
                Arguments.of(null, "private_key_jwt", List.of()),
                Arguments.of(NONE, ALL, List.of(NONE)),
                Arguments.of(CLIENT_SECRET_POST, "client_secret_basic", List.of(CLIENT_SECRET_POST)),
                Arguments.of(PRIVATE_KEY_JWT, ALL, List.of()));
    }

    // AUTH-27, AUTH-43
    @ParameterizedTest(name = "settings {0}, server [{1}]: {2}")
    @MethodSource("registrations")
    void toRegisterTakesTheFirstRowThatApplies(
            @Nullable McpTokenAuthMethod configured, String known, List<McpTokenAuthMethod> methods) {
        assertThat(MethodChoice.toRegister(configured, List.of(known.split(" "))))
                .isEqualTo(methods);
    }

    @Test
    void parseSupportsTheNamesOfAllMethods() {
        for (McpTokenAuthMethod method : McpTokenAuthMethod.values()) {
            assertThat(MethodChoice.parse(method.wireValue())).isEqualTo(method);
        }
        assertThat(MethodChoice.parse("tls_client_auth")).isNull();
    }
}
