package io.mcpclient.oauth.metadata;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AuthorizationServerTests {

    // AUTH-19, H13: silence about PKCE means that there is none
    @Test
    void pkceProblemWhenServerIsSilentIsThat() {
        assertThat(server(null).pkceProblem()).contains("has no code_challenge_methods_supported");
    }

    // AUTH-20, H13: plain is as good as none
    @Test
    void pkceProblemWhenServerKnowsPlainAloneIsThat() {
        assertThat(server(List.of("plain")).pkceProblem()).contains("is [plain]");
        assertThat(server(List.of()).pkceProblem()).contains("is []");
        assertThat(server(List.of("s256")).pkceProblem()).contains("is [s256]");
    }

    @Test
    void pkceProblemWhenServerKnowsS256IsNone() {
        assertThat(server(List.of("plain", "S256")).pkceProblem()).isNull();
    }

    private static AuthorizationServer server(@Nullable List<String> codeChallengeMethods) {
        return new AuthorizationServer(
                "https://as.example.com",
                null,
                null,
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                codeChallengeMethods,
                List.of(),
                false,
                false);
    }
}
