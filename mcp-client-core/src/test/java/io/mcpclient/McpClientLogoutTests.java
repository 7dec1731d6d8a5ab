package io.mcpclient;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Who logs out gives back what was obtained in his own name, and nobody else's: AUTH-54, fault H26. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpClientLogoutTests {

    private final Desk desk = new Desk();

    @Test
    void logoutGivesBackWhatTheApplicationHas() {
        try (McpClient client = builder().authorization(this.desk).build()) {
            client.logout();
            assertThat(this.desk.events).containsExactly("application logs out", "application closes");
        }
    }

    @Test
    void logoutGivesBackWhatTheUserHas() {
        McpClientBuilder builder =
                builder().authorization(this.desk).principals(() -> Mono.just(McpPrincipal.of("ada")));
        try (McpClient client = builder.build()) {
            client.logout();
            assertThat(this.desk.events).containsExactly("ada logs out", "ada closes");
            assertThat(client.principalConnections()).isZero();
        }
    }

    @Test
    void logoutWhereNothingIsObtainedDoesNothing() {
        try (McpClient client = builder().build()) {
            client.logout();
            assertThat(client.status().lastError()).isNull();
        }
    }

    private static McpClientBuilder builder() {
        return McpClient.builder("desk").url("http://127.0.0.1:1/mcp");
    }

    /** Notes who gives something back. */
    private static final class Desk implements HttpAuthorization.Provider {

        private final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public HttpAuthorization create(ProtectedServer server) {
            return new HttpAuthorization() {

                @Override
                public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
                    return Mono.just(HttpCredentials.NONE);
                }

                @Override
                public Mono<HttpCredentials> reauthorize(
                        AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
                    return Mono.empty();
                }

                @Override
                public Mono<Void> logout() {
                    return Mono.fromRunnable(() -> note("logs out"));
                }

                @Override
                public void close() {
                    note("closes");
                }

                private void note(String what) {
                    Desk.this.events.add(server.principal().get().name() + " " + what);
                }
            };
        }
    }
}
