package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpChallenge;

import static org.assertj.core.api.Assertions.assertThat;

class TokenBindingTests {

    private static final ProtectedServer SERVER = new ProtectedServer(
            "weather",
            URI.create("https://mcp.example.com/mcp"),
            () -> McpPrincipal.APPLICATION,
            null,
            Duration.ofSeconds(10));

    // DPOP-01, DPOP-04, DPOP-08: (setting, document requires it, schemes of the challenges, algorithms) -> decision
    @ParameterizedTest(name = "{0}, required {1}, asked {2}, known {3}: {4}")
    @CsvSource(
            nullValues = "-",
            value = {
                "OFF, false, dpop, ES256, no",
                "OFF, true, dpop, ES256, error",
                "REQUIRED, false, bearer, ES256, yes",
                "REQUIRED, false, -, RS256 ES256, yes",
                "REQUIRED, false, dpop, -, error",
                "REQUIRED, true, dpop, RS256, error",
                "AUTO, true, bearer, ES256, yes",
                "AUTO, true, bearer, -, yes",
                "AUTO, true, bearer, RS256, error",
                "AUTO, false, dpop, ES256, yes",
                "AUTO, false, dpop, -, yes",
                "AUTO, false, bearer dpop, ES256, yes",
                "AUTO, false, bearer dpop, -, no",
                "AUTO, false, bearer, ES256, no",
                "AUTO, false, -, ES256, no"
            })
    void tokensAreBoundWhereThatIsRequestedAndPossible(
            McpDPoPMode mode, boolean isRequired, @Nullable String schemes, @Nullable String known, String expected) {
        List<McpChallenge> challenges = words(schemes).stream()
                .map(scheme -> new McpChallenge(scheme, Map.of()))
                .toList();
        Discovery.Protection protection = new Discovery.Protection(
                knowing(words(known)), "https://mcp.example.com/mcp", List.of(), isRequired, false);

        assertThat(decision(mode, protection, challenges)).isEqualTo(expected);
    }

    private static String decision(McpDPoPMode mode, Discovery.Protection protection, List<McpChallenge> challenges) {
        try {
            return new TokenBinding(SERVER, mode).isWanted(protection, challenges) ? "yes" : "no";
        } catch (McpAuthorizationException error) {
            assertThat(error.remedy()).isNotBlank();
            return "error";
        }
    }

    private static List<String> words(@Nullable String text) {
        return (text != null) ? Arrays.asList(text.split(" ")) : List.of();
    }

    private static AuthorizationServer knowing(List<String> algorithms) {
        return new AuthorizationServer(
                "https://as.example.com",
                null,
                null,
                null,
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                algorithms,
                false,
                false);
    }
}
