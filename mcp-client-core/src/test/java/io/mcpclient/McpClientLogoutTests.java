package io.mcpclient;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.status.McpClientState;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Logout revokes the tokens of its principal only: AUTH-54, fault H26. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class McpClientLogoutTests {

    private final Desk desk = new Desk();

    @Test
    void logoutRevokesTheApplicationsTokens() {
        try (McpClient client = builder().authorization(this.desk).build()) {
            client.session().logout();
            assertThat(this.desk.events).containsExactly("application logs out", "application closes");
        }
    }

    @Test
    void logoutRevokesTheUsersTokens() {
        McpClientBuilder builder =
                builder().authorization(this.desk).principals(() -> Mono.just(McpPrincipal.of("ada")));
        try (McpClient client = builder.build()) {
            client.session().logout();
            assertThat(this.desk.events).containsExactly("ada logs out", "ada closes");
            assertThat(client.status().principalConnections()).isZero();
        }
    }

    @Test
    void logoutWithoutTokensDoesNothing() {
        try (McpClient client = builder().build()) {
            client.session().logout();
            assertThat(client.status().lastError()).isNull();
        }
    }

    /** What the next request is authorized with. */
    private final AtomicReference<@Nullable String> account = new AtomicReference<>("alice");

    private HttpAuthorization account(ProtectedServer server) {
        return new HttpAuthorization() {

            @Override
            public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
                String present = McpClientLogoutTests.this.account.get();
                return Mono.just(
                        (present != null)
                                ? new HttpCredentials(Map.of("Authorization", "Bearer " + present), null)
                                : HttpCredentials.NONE);
            }

            @Override
            public Mono<HttpCredentials> reauthorize(
                    AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
                return Mono.empty();
            }

            @Override
            public Mono<Void> logout() {
                return Mono.fromRunnable(() -> McpClientLogoutTests.this.account.set(null));
            }
        };
    }

    private static String inbox(McpClient client) {
        return ((TextResourceContents)
                        client.readResource("mail://inbox").contents().get(0))
                .text();
    }

    private static <T extends ScriptedHttpServer> T mailServer(T server) {
        server.on("resources/read")
                .optionally()
                .reply(request ->
                        Reply.result("{\"resultType\":\"complete\",\"ttlMs\":3600000,\"cacheScope\":\"private\","
                                + "\"contents\":[{\"uri\":\"mail://inbox\",\"text\":\"inbox of "
                                + request.header("Authorization") + "\"}]}"));
        return server;
    }

    // CACHE-02, CACHE-12: what the old account has read is not for the new one
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void logoutDiscardsTheApplicationsCachedResults(boolean started) {
        try (ScriptedHttpServer server = mailServer(ScriptedHttpServer.modern());
                McpClient client = McpClient.builder("mail")
                        .url(server.url())
                        .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                        .authorization(this::account)
                        .build()) {
            if (started) {
                client.session().start();
            }
            assertThat(inbox(client)).isEqualTo("inbox of Bearer alice").isEqualTo(inbox(client));
            assertThat(server.requests("resources/read")).hasSize(1);

            client.session().logout();
            assertThat(client.status().state()).isEqualTo(McpClientState.DISCONNECTED);
            assertThat(inbox(client)).isEqualTo("inbox of null");
            client.session().logout();
            this.account.set("bob");

            assertThat(inbox(client)).isEqualTo("inbox of Bearer bob");
        }
    }

    // SEC-27: a session belongs to the account that it was begun with, even where sessions outlive the client
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void logoutEndsTheApplicationsSession(boolean remembered) {
        McpClientBuilder builder = McpClient.builder("mail").protocol(protocol -> protocol.withEra(McpProtocol.LEGACY));
        if (remembered) {
            builder.sessions(
                    McpSessionSettings.of(new InMemoryMcpSessionStore()).withKeepOnShutdown(true));
        }
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy();
                McpClient client =
                        builder.url(server.url()).authorization(this::account).build()) {
            client.callTool("echo", Map.of());
            String session = client.status().sessionId();

            client.session().logout();
            this.account.set("bob");
            client.callTool("echo", Map.of());

            assertThat(server.requests("tools/call"))
                    .extracting(request -> request.header("Authorization"))
                    .containsExactly("Bearer alice", "Bearer bob");
            assertThat(server.requests("DELETE")).singleElement().satisfies(request -> {
                assertThat(request.header("Authorization")).isEqualTo("Bearer alice");
                assertThat(request.header(ScriptedLegacyServer.SESSION_HEADER)).isEqualTo(session);
            });
            assertThat(client.status().sessionId()).isNotEqualTo(session);
            assertThat(server.requests("initialize")).hasSize(2);
        }
    }

    // a new consent without a log-out, maybe with another account; only the transport notices it
    @Test
    void cachedResultOfOneGrantIsNotReturnedForAnother() {
        AtomicReference<Object> grant = new AtomicReference<>("first");
        HttpAuthorization.Provider granted = server -> new HttpAuthorization() {

            @Override
            public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
                return account(server).authorize(request);
            }

            @Override
            public Mono<HttpCredentials> reauthorize(
                    AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
                return Mono.empty();
            }

            @Override
            public Object grant() {
                return grant.get();
            }
        };
        try (ScriptedHttpServer server = mailServer(ScriptedHttpServer.modern());
                McpClient client = McpClient.builder("mail")
                        .url(server.url())
                        .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                        .authorization(granted)
                        .build()) {
            assertThat(inbox(client)).isEqualTo("inbox of Bearer alice");
            this.account.set("bob");
            grant.set("second");

            assertThat(inbox(client)).isEqualTo("inbox of Bearer bob").isEqualTo(inbox(client));
            assertThat(server.requests("resources/read")).hasSize(2);
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
