package io.mcpclient.text;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpToolException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** Which values are secrets, and that no text shows them. */
class KnownSecretsTests {

    private static final McpErrorDetails DETAILS =
            McpErrorDetails.of("weather", "ping", McpOutcome.ANSWERED, "refused");

    // fault I21
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GITHUB_TOKEN",
                "PGPASSWORD",
                "OPENAI_API_KEY",
                "apiKey",
                "--api-key",
                "X-Api-Key",
                "Authorization",
                "Cookie",
                "client_secret",
                "refresh_token",
                "AWS_SECRET_ACCESS_KEY",
                "GITHUB_PERSONAL_ACCESS_TOKEN",
                "--auth",
                "credentials"
            })
    void namesOfSecretsAreRecognized(String name) {
        assertThat(SecretNames.isSecret(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "LOG_LEVEL",
                "MAX_TOKENS",
                "KEYBOARD",
                "MONKEY",
                "PATH",
                "TOKEN_FILE",
                "SSH_AUTH_SOCK",
                "OAUTH_TOKEN_URL",
                "auth-type",
                "token_type_hint",
                "AUTH_PROVIDER",
                "PASSWORD_POLICY",
                "TOKEN_LIMIT",
                "-y",
                "User-Agent",
                "author"
            })
    void otherNamesAreNotSecrets(String name) {
        assertThat(SecretNames.isSecret(name)).isFalse();
    }

    // faults E23, I21
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --api-key=arg-secret-1                    | arg-secret-1
                    SERVICE_TOKEN=arg-secret-2                | arg-secret-2
                    --header=Authorization: Bearer arg-secret-3 | arg-secret-3
                    {"Authorization": "Bearer arg-secret-4"}  | arg-secret-4
                    postgres://user:arg-secret-5@db/x         | arg-secret-5
                    https://host/mcp?x=1&api_key=arg-secret-6 | arg-secret-6
                    https://host/s/sk-arg8secret7abc/mcp?x=1  | sk-arg8secret7abc
                    --url=https://host/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d | 9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d
                    """)
    void secretsInsideAValueAreFound(String value, String secret) {
        KnownSecrets.configured("", value);

        assertThat(SafeText.excerpt("was given " + secret + " here")).isEqualTo("was given *** here");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    https://host/api/mcp/s/sk-arg8secret7abc/mcp          | https://host/api/mcp/s/***/mcp
                    https://host:8443/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d | https://host:8443/***
                    https://a1b2c3d4e5f6a7b8.host/mcp                      | https://a1b2c3d4e5f6a7b8.host/mcp
                    https://host/v1/model-context-protocol/2025-11-25/mcp  | https://host/v1/model-context-protocol/2025-11-25/mcp
                    https://host/streamablehttptransport                   | https://host/streamablehttptransport
                    https://host/id1234567890                              | https://host/id1234567890
                    https://host/550e8400-e29b-41d4-a716-446655440000/mcp  | https://host/***/mcp
                    https://host/t-AbCdEf1234_AbCdEf1234_AbCdEf1234/mcp    | https://host/***/mcp
                    https://host/0123456789abcdef0123456789abcdef          | https://host/***
                    https://host/projects/my-environment2024/mcp           | https://host/projects/my-environment2024/mcp
                    https://host/r/arn%3Aaws%3Aagent%3Aus-west-2%3A123456789012%3Ax/mcp | https://host/r/arn%3Aaws%3Aagent%3Aus-west-2%3A123456789012%3Ax/mcp
                    unix:///run/user/a1b2c3d4e5f6a7b8#/mcp                 | unix:///run/user/a1b2c3d4e5f6a7b8#/mcp
                    """)
    void partsOfPathsThatLookLikeKeysAreMasked(String url, String shown) {
        assertThat(KnownSecrets.maskKeys(url)).isEqualTo(shown);
    }

    @Test
    void longPathIsSearchedInOnePass() {
        String words = "https://host/" + "wordsAndWords".repeat(20_000);

        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> assertThat(KnownSecrets.maskKeys(words))
                .isEqualTo(words));
    }

    @Test
    void valueIsMaskedWithAndWithoutItsSchemeAndBasicCredentialsByTheirPassword() {
        String basic = Base64.getEncoder().encodeToString("user:basic-secret".getBytes(StandardCharsets.UTF_8));
        KnownSecrets.configured("Authorization", "Bearer bearer-secret");
        KnownSecrets.configured("Authorization", "Basic " + basic);

        assertThat(SafeText.excerpt("Bearer bearer-secret, bearer-secret, basic-secret, " + basic))
                .isEqualTo("***, ***, ***, ***");
    }

    @Test
    void linesOfAKeyAreMaskedOneByOne() {
        KnownSecrets.configured("PRIVATE_KEY", "first line\n  second line");

        assertThat(SafeText.excerpt("first line | second line")).isEqualTo("*** | ***");
    }

    @Test
    void shortValuesAndValuesOfOtherNamesAreNotMasked() {
        KnownSecrets.configured("SHORT_TOKEN", "seven-7");
        KnownSecrets.configured("PACKAGE", "@acme/server-weather");

        assertThat(SafeText.excerpt("seven-7 of @acme/server-weather")).isEqualTo("seven-7 of @acme/server-weather");
    }

    // fault I21: of a text that is cut, no part of a secret is left
    @Test
    void longestSecretIsMaskedAndATruncatedOneToo() {
        KnownSecrets.sent("overlapping-1");
        KnownSecrets.sent("overlapping-1-and-more");

        assertThat(SafeText.excerpt("a overlapping-1-and-more b overlapping-1 c"))
                .isEqualTo("a *** b *** c");
        assertThat(SafeText.excerpt("a overlapping-1-and-more", 14)).isEqualTo("a ***…");
    }

    // faults I06, I21
    @Test
    void errorOfAServerShowsNoSecretInAnyOfItsParts() {
        KnownSecrets.sent("Authorization", "Bearer of-the-request");
        Object data = Map.of("headers", List.of(Map.of("of-the-request", "Bearer of-the-request"), 7, true));

        McpRequestException failure = new McpRequestException(DETAILS, -32603, "bad of-the-request", data);

        assertThat(failure.serverMessage()).isEqualTo("bad ***");
        assertThat(failure.data()).isEqualTo(Map.of("headers", List.of(Map.of("***", "***"), 7, true)));
        assertThat(new McpToolException(DETAILS, "tool", "of-the-request").resultText())
                .isEqualTo("***");
    }

    @Test
    void manyTokensReplaceTheOldestButNotConfiguredSecrets() {
        KnownSecrets.configured("TOKEN", "configured-for-good");
        for (int i = 0; i < 3 * KnownSecrets.MAX_SENT; i++) {
            KnownSecrets.sent("obtained-" + i + "-token");
        }

        int last = 3 * KnownSecrets.MAX_SENT - 1;
        assertThat(Arrays.asList(KnownSecrets.mask("configured-for-good obtained-" + last + "-token obtained-0-token")
                        .split(" ")))
                .containsExactly("***", "***", "obtained-0-token");
    }
}
