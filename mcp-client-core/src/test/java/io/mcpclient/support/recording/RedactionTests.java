package io.mcpclient.support.recording;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.text.KnownSecrets;

import static org.assertj.core.api.Assertions.assertThat;

/** Recordings are stored in repositories, and their readers are more than those of the real server. */
class RedactionTests {

    private final Redaction redaction = new Redaction();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token",
                "accessToken",
                "refresh_token",
                "password",
                "clientSecret",
                "API-Key",
                "jwt",
                "sessionId",
                "session_id",
                "cookie",
                "Set-Cookie",
                "credentials",
                "private_key",
                "privateKey",
                "passphrase",
                "creditCard",
                "Authorization"
            })
    void valueOfAMemberWithASecretNameIsMaskedWhateverItsType(String name) {
        for (Object value : List.of(
                "s3cret",
                4711,
                List.of("s3cret"),
                Map.of("value", "s3cret"),
                Map.of("a", List.of(Map.of("b", "s3cret"))))) {
            assertThat(this.redaction.object(Map.of("outer", List.of(Map.of(name, value)))))
                    .isEqualTo(Map.of("outer", List.of(Map.of(name, "***"))));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Use Bearer abc.s3cret-token now           | Use Bearer *** now",
                "authorization: bearer s3cret              | authorization: ***",
                "curl -H 'Authorization: Basic dXNlcjpwYXNz' | curl -H 'Authorization: ***'",
                "sent Basic dXNlcjpwYXNz                   | sent Basic ***",
                "sent DPoP s3cret                          | sent DPoP ***",
                "Cookie: a=b; c=d                          | Cookie: ***",
                "https://h/p?api_key=s3cret&x=1#f          | https://h/p?api_key=***&x=1#f",
                "see https://h/?x=1&token=s3cret.          | see https://h/?x=1&token=***",
                "https://h/cb?code=s3cret&state=1          | https://h/cb?code=***&state=1",
                "https://h/cb?key=s3cret&sig=s3cret        | https://h/cb?key=***&sig=***",
                "jdbc://user:s3cret@host/db                | jdbc://user:***@host/db",
                "set password=s3cret and go                | set password=*** and go",
                "log 'access_token': 's3cret' end          | log 'access_token': '***' end",
                "x eyJhbGciOi.eyJzdWIi.c2ln y              | x *** y",
                "{\"a\":{\"token\":[1]}}               | {\"a\":{\"token\":\"***\"}}",
                "[\"Bearer s3cret\"]                     | [\"Bearer ***\"]",
                "{not JSON, password=s3cret                | {not JSON, password=***",
                "Basic authentication and bearer of news   | Basic authentication and bearer of news",
                "The token: a word                         | The token: a word",
                "https://h/p?page=1&q=key                  | https://h/p?page=1&q=key"
            })
    void secretInATextIsMasked(String text, String expected) {
        assertThat(this.redaction.text(text)).isEqualTo(expected);
    }

    @Test
    void privateKeyIsMasked() {
        assertThat(this.redaction.text("-----BEGIN RSA PRIVATE KEY-----\nMIIs3cret\n-----END RSA PRIVATE KEY-----\n."))
                .doesNotContain("s3cret")
                .endsWith(".");
    }

    @Test
    void credentialsThatClientsSentAreMasked() {
        KnownSecrets.sent("Bearer zq-canary-of-redaction");
        assertThat(this.redaction.object(Map.of("echo", "you sent zq-canary-of-redaction today")))
                .isEqualTo(Map.of("echo", "you sent *** today"));
    }

    @Test
    void schemasAndOrdinaryMembersAreKept() {
        Map<String, Object> schema = Map.of(
                "type",
                "object",
                "properties",
                Map.of("password", Map.of("type", "string", "description", "Password of the user"), "n", Map.of()),
                "required",
                List.of("password"),
                "dependentRequired",
                Map.of("token", List.of("password")));
        Map<String, Object> tools = Map.of(
                "tools",
                List.of(Map.of("name", "get_token", "inputSchema", schema, "outputSchema", schema)),
                "nextCursor",
                "2",
                "maxTokens",
                100,
                "hasToken",
                true,
                "key",
                "PROJ-1");
        assertThat(this.redaction.object(tools)).isEqualTo(tools);
        assertThat(this.redaction
                        .object(Map.of(
                                "inputSchema", Map.of("properties", Map.of("token", Map.of("default", "s3cret")))))
                        .toString())
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a***c | abc  | true",
                "a***c | ac   | true",
                "a***c | a    | false",
                "ab***ba | aba | false",
                "***   | any  | true",
                "a***b***c | a1b2c | true",
                "a***b***c | a1c2 | false",
                "abc   | abc  | true",
                "abc   | abd  | false"
            })
    void maskMatchesAnyText(String recorded, String asked, boolean matches) {
        assertThat(Redaction.matches(Map.of("a", List.of(recorded)), Map.of("a", List.of(asked))))
                .isEqualTo(matches);
    }
}
