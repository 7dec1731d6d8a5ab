package io.mcpclient.internal.oauth;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.support.net.UntrustedHttpClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** H22, row by row. */
class TokenResponseTests {

    @ParameterizedTest(name = "expires_in {0}: {1} seconds")
    @CsvSource(
            delimiter = '|',
            value = {
                "3600                    | 3600",
                "1                       | 1",
                "3599.9                  | 3599",
                "\"3600\"                | 3600",
                "\"3599.9\"              | 3599",
                "-1                      | 300",
                "0                       | 300",
                "\"soon\"                | 300",
                "\"-5\"                  | 300",
                "null                    | 300",
                "true                    | 300",
                "{}                      | 300",
                "99999999999999999       | 31536000",
                "1e300                   | 31536000",
                "\"999999999999999999\"  | 31536000",
                "\"9999999999999999999\" | 300"
            })
    void lifetimeIsTakenFromExpiresIn(String expiresIn, long seconds) throws Exception {
        TokenSet tokens = tokens("{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"expires_in\":" + expiresIn + "}");

        assertThat(Duration.between(tokens.issuedAt(), tokens.expiresAt()).toSeconds())
                .isEqualTo(seconds);
    }

    @Test
    void missingLifetimeDefaultsToFiveMinutes() throws Exception {
        TokenSet tokens = tokens("{\"access_token\":\"a\",\"token_type\":\"bearer\"}");

        assertThat(tokens.expiresAt()).isEqualTo(SettableClock.START.plus(TokenResponse.UNKNOWN_LIFETIME));
    }

    static Stream<Arguments> unusable() {
        return Stream.of(
                Arguments.of(200, "<html>sign in</html>", false, "without a JSON object"),
                Arguments.of(200, "", false, "without a JSON object"),
                Arguments.of(200, "null", false, "without a JSON object"),
                Arguments.of(200, "[]", false, "without access_token"),
                Arguments.of(200, "{\"access_token\":\"a\"", false, "without a JSON object"),
                Arguments.of(200, "{\"a\":".repeat(10_000), false, "without a JSON object"),
                Arguments.of(200, "[".repeat(60_000), false, "without a JSON object"),
                Arguments.of(302, "{}", false, "HTTP 302"),
                Arguments.of(400, "<html>bad request</html>", false, "HTTP 400"),
                Arguments.of(403, "{\"message\":\"Forbidden\"}", false, "HTTP 403"),
                Arguments.of(202, ok("\"a\"", "\"Bearer\""), false, "HTTP 202"),
                Arguments.of(200, "{\"token_type\":\"Bearer\"}", false, "without access_token"),
                Arguments.of(200, ok("\"\"", "\"Bearer\""), false, "without access_token"),
                Arguments.of(200, ok("42", "\"Bearer\""), false, "access_token with invalid characters"),
                Arguments.of(
                        200, ok("\"a\\r\\nX-Evil: 1\"", "\"Bearer\""), false, "access_token with invalid characters"),
                Arguments.of(200, ok("\"a b\"", "\"Bearer\""), false, "access_token with invalid characters"),
                Arguments.of(200, ok("\"\\u00e4\"", "\"Bearer\""), false, "access_token with invalid characters"),
                Arguments.of(200, ok("\"a\"", "\"mac\""), false, "token_type"),
                Arguments.of(200, ok("\"a\"", "\"N_A\""), false, "token_type"),
                Arguments.of(200, ok("\"a\"", "null"), false, "token_type"),
                Arguments.of(200, "{\"access_token\":\"a\"}", false, "token_type"),
                Arguments.of(
                        200,
                        "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"refresh_token\":\"r\\n\"}",
                        false,
                        "refresh_token with invalid characters"),
                // DPOP-08: no fallback to a bearer token, which a thief could use
                Arguments.of(200, ok("\"a\"", "\"Bearer\""), true, "a bearer token"),
                Arguments.of(200, ok("\"a\"", "\"DPoP\""), false, "a bearer token was requested"));
    }

    @ParameterizedTest(name = "HTTP {0} {1}, bound {2}: {3}")
    @MethodSource("unusable")
    void unusableResponseIsRejected(int status, String body, boolean withDPoP, String problem) {
        assertThatThrownBy(() -> TokenResponse.of(answer(status, body)).tokens(asked(withDPoP, true)))
                .isInstanceOf(TokenResponse.UnusableException.class)
                .hasMessageContaining(problem)
                .hasMessageNotContaining("X-Evil");
    }

    private static String ok(String accessToken, String type) {
        return "{\"access_token\":" + accessToken + ",\"token_type\":" + type + "}";
    }

    @ParameterizedTest(name = "HTTP {0}")
    @ValueSource(ints = {200, 400, 401, 403})
    void errorMemberIsAnErrorWhateverTheStatus(int status) {
        String body = "{\"error\":\"invalid_grant\",\"error_description\":\"gone\\r\\n2026 ERROR forged\\u001b[31m\","
                + "\"access_token\":\"a\",\"token_type\":\"Bearer\"}";

        assertThatThrownBy(() -> TokenResponse.of(answer(status, body)))
                .isInstanceOfSatisfying(TokenRefusedException.class, refused -> assertThat(refused.error())
                        .isEqualTo("invalid_grant"))
                .hasMessage("invalid_grant: gone  2026 ERROR forged\\u001b[31m");
    }

    // H23: the format of Supabase, and of frameworks
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"code\":400,\"error_code\":\"x\",\"msg\":\"Not Found\\r\\nx\"} | HTTP 400 without an OAuth error: Not Found  x",
                "{\"error\":{\"code\":400},\"message\":\"no\"} | HTTP 400 without an OAuth error: no",
                "{\"message\":[\"a\"]} | HTTP 400 without an OAuth error"
            })
    void badRequestWithoutAnErrorMemberIsAnError(String body, String message) {
        assertThatThrownBy(() -> TokenResponse.of(answer(400, body)))
                .isInstanceOfSatisfying(TokenRefusedException.class, refused -> assertThat(refused.error())
                        .isEqualTo(TokenRefusedException.UNSPECIFIED))
                .hasMessage(message);
    }

    @Test
    void errorTextIsBounded() {
        String body = "{\"error\":\"" + "e".repeat(1000) + "\",\"error_description\":\"" + "d".repeat(10_000) + "\"}";

        assertThatThrownBy(() -> TokenResponse.of(answer(400, body)))
                .isInstanceOf(TokenRefusedException.class)
                .satisfies(refused -> assertThat(String.valueOf(refused.getMessage()))
                        .hasSizeLessThan(64 + 512 + 10)
                        .contains("d".repeat(512)));
    }

    // AUTH-62: a refresh token may come or not; one that was there before stays good without another one
    @ParameterizedTest(name = "refresh_token {0}, before {1}: {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "\"new\" | old | new",
                "null | old | old",
                "\"\" | old | old",
                "null | - | -",
                "\"new\" | - | new",
                "[] | old | old",
                "false | - | -"
            })
    void refreshTokenIsReplacedOrRetained(String given, @Nullable String before, @Nullable String expected)
            throws Exception {
        String body = "{\"access_token\":\"a\",\"token_type\":\"Bearer\",\"refresh_token\":" + given + "}";

        TokenSet tokens = TokenResponse.of(answer(200, body))
                .tokens(new TokenResponse.Asked(List.of(), before, false, false, SettableClock.START));

        assertThat(tokens.refreshToken()).isEqualTo(expected);
    }

    @Test
    void scopesAreTheGrantedOnesOrElseTheRequestedOnes() throws Exception {
        String start = "{\"access_token\":\"a\",\"token_type\":\"Bearer\"";

        assertThat(tokens(start + "}").scopes()).containsExactly("asked");
        assertThat(tokens(start + ",\"scope\":7}").scopes()).containsExactly("asked");
        assertThat(tokens(start + ",\"scope\":\"read  write read \\\"odd\\\" \"}")
                        .scopes())
                .containsExactly("read", "write");
        assertThat(tokens(start + ",\"scope\":\"repo,gist\"}").scopes()).containsExactly("repo", "gist");
        assertThat(tokens(start + ",\"scope\":\"\"}").scopes()).isEmpty();
        assertThat(tokens(start + ",\"scope\":[\"read\",\"write\"]}").scopes()).containsExactly("read", "write");
        assertThat(tokens(start + ",\"scope\":[]}").scopes()).containsExactly("asked");
        assertThat(tokens(start + ",\"scope\":[7]}").scopes()).containsExactly("asked");
    }

    // GitHub responds with a form unless the request accepts JSON, other servers in any case
    @Test
    void formIsReadIfTheContentTypeSaysSo() throws Exception {
        TokenSet tokens = TokenResponse.of(
                        form("access_token=gho_a&scope=repo%2Cgist&token_type=bearer&expires_in=3600"))
                .tokens(asked(false, true));

        assertThat(tokens.accessToken()).isEqualTo("gho_a");
        assertThat(tokens.scopes()).containsExactly("repo", "gist");
        assertThat(tokens.expiresAt()).isEqualTo(SettableClock.START.plusSeconds(3600));
    }

    // frameworks for Node.js respond to a POST with 201 by default
    @Test
    void tokenWithStatus201IsUsed() throws Exception {
        assertThat(TokenResponse.of(answer(201, ok("\"a\"", "\"Bearer\"")))
                        .tokens(asked(false, true))
                        .accessToken())
                .isEqualTo("a");
    }

    @Test
    void jsonWithTheContentTypeOfAFormIsRead() throws Exception {
        assertThat(TokenResponse.of(form("{\"access_token\":\"a\"}"))
                        .tokens(asked(false, false))
                        .accessToken())
                .isEqualTo("a");
    }

    @Test
    void errorInAFormIsAnError() {
        assertThatThrownBy(
                        () -> TokenResponse.of(
                                form(
                                        "error=bad_verification_code&error_description=The+code+is+incorrect&error_uri=https%3A%2F%2Fx")))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessage("bad_verification_code: The code is incorrect");
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_token=a&access_token=b&token_type=bearer", "<html>", "", "access_token=a%0Ab"})
    void unusableFormIsRejected(String body) {
        assertThatThrownBy(() -> TokenResponse.of(form(body)).tokens(asked(false, false)))
                .isInstanceOf(TokenResponse.UnusableException.class);
    }

    private static UntrustedHttpClient.Answer form(String body) {
        return new UntrustedHttpClient.Answer(
                200,
                Map.of("content-type", "application/x-www-form-urlencoded; charset=utf-8"),
                body.getBytes(StandardCharsets.UTF_8));
    }

    // EMA-04: what an identity provider issues is no access token
    @Test
    void issuedTokenMustHaveTheRequestedType() throws Exception {
        String type = "urn:ietf:params:oauth:token-type:id-jag";
        String start = "{\"access_token\":\"jag\",\"token_type\":\"N_A\",\"issued_token_type\":";

        assertThat(TokenResponse.of(answer(200, start + "\"" + type + "\"}")).issued(type))
                .isEqualTo("jag");
        assertThatThrownBy(() ->
                        TokenResponse.of(answer(200, start + "\"other\"}")).issued(type))
                .isInstanceOf(TokenResponse.UnusableException.class)
                .hasMessageContaining(type)
                .hasMessageNotContaining("jag\"");
        assertThatThrownBy(() -> TokenResponse.of(answer(200, start + "null}")).issued(type))
                .isInstanceOf(TokenResponse.UnusableException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"access_token\":\"a\"}",
                "{\"access_token\":\"a\",\"token_type\":null}",
                "{\"access_token\":\"a\",\"token_type\":\"\"}",
                "{\"access_token\":\"a\",\"token_type\":[\"Bearer\"]}",
                "{\"access_token\":\"a\",\"token_type\":\"user\"}"
            })
    void invalidTokenTypeIsTreatedAsBearerUnlessRequired(String body) throws Exception {
        assertThat(tokens(body).isDPoP()).isFalse();
        assertThat(TokenResponse.of(answer(200, body)).hasType()).isFalse();
        for (TokenResponse.Asked strict : List.of(asked(false, true), asked(true, false))) {
            assertThatThrownBy(() -> TokenResponse.of(answer(200, body)).tokens(strict))
                    .isInstanceOf(TokenResponse.UnusableException.class)
                    .hasMessageContaining("token_type");
        }
    }

    private static TokenResponse.Asked asked(boolean withDPoP, boolean isTypeRequired) {
        return new TokenResponse.Asked(List.of("asked"), null, withDPoP, isTypeRequired, SettableClock.START);
    }

    private static TokenSet tokens(String body) throws Exception {
        return TokenResponse.of(answer(200, body)).tokens(asked(false, false));
    }

    private static UntrustedHttpClient.Answer answer(int status, String body) {
        return new UntrustedHttpClient.Answer(
                status, Map.of("content-type", "text/html"), body.getBytes(StandardCharsets.UTF_8));
    }
}
