package io.mcpclient.internal.era;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpChallenge;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.HttpStatusException.Credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** The table of {@link AuthorizationRemedies}, row by row: AUTH-05, AUTH-46, AUTH-55, HTM-20, fault A06. */
class AuthorizationRemediesTests {

    private static final String SCOPES = "Bearer error=\"insufficient_scope\", scope=\"a b\"";

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments(402, SCOPES, Credentials.AUTHORIZATION, "Arrange payment with the server's operator"),
                arguments(402, null, Credentials.NONE, "Arrange payment with the server's operator"),
                arguments(
                        403,
                        SCOPES,
                        Credentials.AUTHORIZATION,
                        "Add the scopes a b to mcp.servers.weather.auth.scopes, and have them granted"),
                arguments(403, SCOPES, Credentials.HEADER, "Use credentials with the scopes a b"),
                arguments(403, SCOPES, Credentials.NONE, "Use credentials with the scopes a b"),
                arguments(403, "Bearer", Credentials.AUTHORIZATION, "Ask the server's operator"),
                arguments(403, null, Credentials.NONE, "Ask the server's operator"),
                arguments(401, SCOPES, Credentials.AUTHORIZATION, "Check mcp.servers.weather.auth:"),
                arguments(
                        401, null, Credentials.HEADER, "Check the Authorization header in mcp.servers.weather.headers"),
                arguments(
                        401,
                        "Basic realm=x, Bearer resource_metadata=\"https://a.example/x\"",
                        Credentials.NONE,
                        "Set mcp.servers.weather.auth.type to oauth2."),
                arguments(
                        401,
                        "Bearer",
                        Credentials.NONE,
                        "Set mcp.servers.weather.auth.type to oauth2, or to bearer for an existing token."),
                arguments(401, "DPoP algs=x", Credentials.NONE, "Set mcp.servers.weather.auth.type to oauth2, or"),
                arguments(401, "Basic realm=x", Credentials.NONE, "Set mcp.servers.weather.auth.type to basic."),
                arguments(401, "Negotiate", Credentials.NONE, "with mcp.servers.weather.auth.type, or set a header"),
                arguments(401, null, Credentials.NONE, "with mcp.servers.weather.auth.type, or set a header"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void remedyIsTakenFromTheFirstMatchingRow(int status, String challenge, Credentials credentials, String remedy) {
        List<String> lines = (challenge != null) ? List.of(challenge) : List.of();

        String text =
                AuthorizationRemedies.of("weather", new HttpStatusException(status, lines, credentials, null, null));

        assertThat(text).contains(remedy);
        if (challenge != null) {
            assertThat(text).endsWith(" The server's challenge: " + challenge + ".");
        } else {
            assertThat(text).doesNotContain("asks for");
        }
    }

    // fault I06: text of a server is shown, but has no effect
    @Test
    void scopesComeFromTheFirstChallengeWithScopesAndAreEscaped() {
        assertThat(AuthorizationRemedies.scopes(
                        McpChallenge.parse(List.of("Basic realm=x, Bearer scope=\"a\u001b b\"", "DPoP scope=c"))))
                .containsExactly("a\\u001b", "b");
        assertThat(AuthorizationRemedies.scopes(McpChallenge.parse(List.of("Bearer"))))
                .isEmpty();
    }

    // AUTH-05: all lines of the header count
    @Test
    void challengesOfAllHeaderLinesAreReturned() {
        HttpStatusException answer =
                new HttpStatusException(401, List.of("Basic realm=x", "Bearer scope=a"), Credentials.NONE, null, null);

        assertThat(answer.challenge()).isEqualTo("Basic realm=x, Bearer scope=a");
        assertThat(answer.withNote("n").challenges())
                .extracting(McpChallenge::scheme)
                .containsExactly("basic", "bearer");
    }
}
