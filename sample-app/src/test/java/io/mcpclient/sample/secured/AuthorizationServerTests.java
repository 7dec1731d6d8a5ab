package io.mcpclient.sample.secured;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import io.mcpclient.sample.secured.Browser.Page;
import io.mcpclient.sample.secured.authorization.Arrangement;
import io.mcpclient.sample.secured.authorization.AuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The authorization server by itself: what a client of MCP needs is there, and what it must not have is not. */
@Timeout(120)
class AuthorizationServerTests {

    private static final String RESOURCE = "http://127.0.0.1:1/servers/vault/mcp";

    private static final String READ = "notes:read";

    private static final String WRITE = "notes:write";

    private static Arrangement arrangement;

    private static AuthorizationServer server;

    private static Web web;

    private final TestOAuthClient client = new TestOAuthClient(server.issuer(), RESOURCE, "Tests");

    @BeforeAll
    static void start() throws IOException {
        arrangement = new Arrangement(freePort(), URI.create(RESOURCE), List.of(READ, WRITE), "vault", "secret");
        server = new AuthorizationServer(arrangement);
        server.start();
        web = new Web(server.issuer());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void metadataContainsWhatClientsRequire() {
        JsonNode metadata = Web.json(web.get("/.well-known/oauth-authorization-server"));
        assertThat(metadata.get("issuer").asString()).isEqualTo(server.issuer());
        assertThat(Web.texts(metadata.get("code_challenge_methods_supported"))).containsExactly("S256");
        assertThat(metadata.get("authorization_response_iss_parameter_supported")
                        .asBoolean())
                .isTrue();
        assertThat(metadata.get("registration_endpoint").asString()).isEqualTo(server.issuer() + "/oauth2/register");
        assertThat(Web.texts(metadata.get("scopes_supported"))).containsExactly(READ, WRITE);
        assertThat(Web.texts(metadata.get("grant_types_supported")))
                .containsExactlyInAnyOrder("authorization_code", "refresh_token");
        assertThat(Web.json(web.get("/oauth2/jwks")).get("keys")).hasSize(1);
    }

    @Test
    void aTokenIsBoundToTheResourceAndGrantedScopes() {
        JsonNode tokens = this.client.tokens(READ);
        JsonNode known = introspect(tokens);
        assertThat(known.get("active").asBoolean()).isTrue();
        assertThat(Web.texts(known.get("aud"))).containsExactly(RESOURCE);
        assertThat(known.get("scope").asString()).isEqualTo(READ);
        assertThat(known.get("sub").asString()).isEqualTo("ada");
        assertThat(tokens.get("expires_in").asInt()).isBetween(200, 300);
    }

    @Test
    void anAdditionalScopeIsRequestedOnItsOwn() {
        this.client.tokens(READ);
        Page page = this.client.open(READ + " " + WRITE);
        assertThat(page.text()).contains("notes:read</code>, already granted");
        JsonNode tokens = this.client.redeem(this.client.browser().submit(page, 0, Map.of()));
        assertThat(introspect(tokens).get("scope").asString().split(" ")).containsExactlyInAnyOrder(READ, WRITE);
    }

    @Test
    void aRefreshTokenCanBeUsedOnce() {
        JsonNode first = this.client.tokens(READ);
        int before = server.ledger().refreshes();
        JsonNode second = this.client.refresh(first);
        assertThat(introspect(second).get("active").asBoolean()).isTrue();
        assertThat(Web.texts(introspect(second).get("aud"))).containsExactly(RESOURCE);
        assertThat(server.ledger().refreshes()).isEqualTo(before + 1);
        assertThat(error(this.client.refresh(first))).isEqualTo("invalid_grant");
    }

    @Test
    void expiredAccessTokensCanBeRefreshed() {
        JsonNode tokens = this.client.tokens(READ);
        server.expireAccessTokens();
        assertThat(introspect(tokens).get("active").asBoolean()).isFalse();
        assertThat(introspect(this.client.refresh(tokens)).get("active").asBoolean())
                .isTrue();
    }

    @Test
    void revocationInvalidatesTokensAndConsent() {
        JsonNode tokens = this.client.tokens(READ);
        server.revokeGrants();
        assertThat(introspect(tokens).get("active").asBoolean()).isFalse();
        assertThat(error(this.client.refresh(tokens))).isEqualTo("invalid_grant");
        assertThat(this.client.open(READ).text()).contains("Do you agree?");
    }

    @Test
    void clientsCanRevokeTheirTokens() {
        JsonNode tokens = this.client.tokens(READ);
        assertThat(this.client.revoke(tokens).statusCode()).isEqualTo(200);
        assertThat(introspect(tokens).get("active").asBoolean()).isFalse();
    }

    // Every answer says whose it is, errors, too.
    @Test
    void declinedAuthorizationRedirectsWithAnError() {
        Page page = this.client.logIn(this.client.open(READ));
        Page answer = this.client.browser().submit(page, 1, Map.of());
        assertThat(error(answer)).isEqualTo("access_denied");
        assertThat(answer.parameter("state")).isEqualTo("some state");
    }

    @Test
    void aRequestForAnotherResourceIsRejected() {
        assertThat(error(this.client.open(READ, "http://127.0.0.1:1/elsewhere")))
                .isEqualTo("invalid_target");
    }

    @Test
    void aWrongPasswordGetsTheFormAgain() {
        Page page = this.client.open(READ);
        Page again = this.client.browser().submit(page, 0, Map.of("username", "ada", "password", "difference"));
        assertThat(again.text()).contains("Name or password is wrong.");
    }

    // A registered client has no user's consent yet: a grant without a user would be a way around it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"redirect_uris\":[\"http://127.0.0.1:1/callback\"],\"grant_types\":[\"client_credentials\"]}",
                "{\"redirect_uris\":[\"http://127.0.0.1:1/callback\"],\"scope\":\"everything\"}",
                "{\"redirect_uris\":[\"javascript:alert(1)\"]}"
            })
    void registrationsWithExcessiveRightsAreRejected(String body) {
        assertThat(web.post("/oauth2/register", "application/json", body).statusCode())
                .isEqualTo(400);
    }

    @Test
    void clientNamesAreEscaped() {
        TestOAuthClient other = new TestOAuthClient(server.issuer(), RESOURCE, "<script>alert(1)</script>");
        Page page = other.logIn(other.open(READ));
        assertThat(page.text()).contains("&lt;script&gt;", "127.0.0.1:1").doesNotContain("<script>");
    }

    private static String error(JsonNode answer) {
        return answer.path("error").asString(answer.toString());
    }

    private static String error(Page answer) {
        assertThat(answer.parameter("iss")).isEqualTo(server.issuer());
        return answer.parameter("error");
    }

    private static JsonNode introspect(JsonNode tokens) {
        String credentials = Web.basic(arrangement.resourceId(), arrangement.resourceSecret());
        String token = tokens.get("access_token").asString();
        return Web.json(web.postForm("/oauth2/introspect", credentials, "token", token));
    }
}
