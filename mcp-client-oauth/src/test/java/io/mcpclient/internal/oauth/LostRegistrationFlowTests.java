package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;

import io.mcpclient.McpClient;
import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** An authorization server that has lost the clients that registered there, such as one whose memory was reset. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LostRegistrationFlowTests {

    private @Nullable OAuthFixture opened;

    private final McpTokenStore store = new InMemoryMcpTokenStore();

    @AfterEach
    void close() {
        if (this.opened != null) {
            this.opened.close();
        }
    }

    private OAuthFixture fixture(McpProtocol protocol) {
        this.opened = new OAuthFixture(protocol);
        return this.opened;
    }

    private static String clientId(McpAuthorizationRequest request) {
        return request.url().getQuery().replaceAll(".*client_id=([^&]*).*", "$1");
    }

    private static McpAuthorizationException refusal(McpClient client) {
        return catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
    }

    static Stream<Arguments> refusals() {
        return Stream.of(McpProtocol.MODERN, McpProtocol.LEGACY)
                .flatMap(protocol -> Stream.of(
                        arguments(protocol, 401, "invalid_client"), arguments(protocol, 400, "unauthorized_client")));
    }

    // fault H19: the refresh shows it, and the user is sent with a client id that is registered
    @ParameterizedTest
    @MethodSource("refusals")
    void refreshRejectedWithInvalidClientLeadsToANewRegistration(McpProtocol protocol, int status, String error) {
        OAuthFixture fixture = fixture(protocol);
        McpClient client = fixture.client(builder -> builder.clientId(null));
        OAuthFixture.call(client);
        fixture.issuer.forgetClients();
        fixture.issuer.expireAll();
        fixture.issuer.at(
                "/token",
                asked -> asked.grantType().equals("refresh_token")
                        ? ScriptedAuthorizationServer.error(status, error)
                        : null);

        OAuthFixture.call(client);

        assertThat(fixture.browser.requests())
                .extracting(LostRegistrationFlowTests::clientId)
                .containsExactly("registered-1", "registered-2");
        assertThat(fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        fixture.verify();
    }

    // fault H19: a configured client id is never replaced
    @Test
    void configuredClientIsNotReplaced() {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        McpClient client = fixture.client();
        OAuthFixture.call(client);
        fixture.issuer.forgetClients();
        fixture.issuer.expireAll();
        fixture.issuer.at("/authorize", asked -> null);
        fixture.issuer.client("client-1", "another secret by now");

        McpAuthorizationException error = refusal(client);

        assertThat(error).hasMessageContaining("invalid_client");
        assertThat(error.remedy()).contains("auth.client-id");
        assertThat(fixture.issuer.requestsAt("/register")).isEmpty();
    }

    // RFC 6749, section 4.1.2.1: a page may say so itself
    @ParameterizedTest
    @ValueSource(strings = {"unauthorized_client", "invalid_client"})
    void authorizationEndpointRejectingTheClientLeadsToANewRegistration(String error) {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        fixture.issuer.authorizationResponse(answer -> isFirst.getAndSet(false)
                ? Map.of("error", error, "state", String.valueOf(answer.get("state")), "iss", fixture.issuer.issuer())
                : answer);

        OAuthFixture.call(fixture.client(builder -> builder.clientId(null)));

        assertThat(fixture.browser.requests())
                .extracting(LostRegistrationFlowTests::clientId)
                .containsExactly("registered-1", "registered-2");
        fixture.verify();
    }

    /** Actions of an operator or a user that recover a failed connection. */
    enum Recovery {
        RECONNECT(client -> catchThrowableOfType(McpAuthorizationException.class, client.session()::reconnect)),
        LOGOUT(client -> client.session().logout());

        private final Consumer<McpClient> action;

        Recovery(Consumer<McpClient> action) {
            this.action = action;
        }
    }

    // fault H19: no refresh tokens, and the user alone sees the page that says that it does not know the client
    @ParameterizedTest
    @EnumSource
    void registrationRejectedOnlyInTheBrowserIsReplacedOnReset(Recovery way) {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        fixture.issuer.withoutRefreshTokens();
        fixture.browser.patience(Duration.ZERO);
        McpClient client = fixture.client(builder -> builder.clientId(null));
        authorize(fixture, client, 1);
        fixture.issuer.forgetClients();
        fixture.issuer.expireAll();
        fixture.browser.thinking(Sinks.empty()); // the page is a dead end
        assertThat(refusal(client).reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        McpAuthorizationRequest dead = request(fixture, 2);
        assertThat(clientId(dead)).isEqualTo("registered-1");
        Sinks.Empty<Void> agreed = Sinks.empty();
        agreed.tryEmitEmpty();
        fixture.browser.thinking(agreed);

        way.action.accept(client);
        authorize(fixture, client, 3);

        assertThat(fixture.browser.requests())
                .extracting(LostRegistrationFlowTests::clientId)
                .containsExactly("registered-1", "registered-1", "registered-2");
        assertThat(dead.outcome().materialize().block(OAuthFixture.LIMIT).getThrowable())
                .hasMessageContaining("log-out or a reconnect");
        fixture.verify();
    }

    /** Calls, lets the user agree to the authorization request with that number, and calls again. */
    private static void authorize(OAuthFixture fixture, McpClient client, int number) {
        catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
        request(fixture, number).outcome().block(OAuthFixture.LIMIT);
        OAuthFixture.call(client);
    }

    /** A call that does not wait for its user may be over before the user is asked. */
    private static McpAuthorizationRequest request(OAuthFixture fixture, int number) {
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> fixture.browser.requests().size() == number);
        return fixture.browser.requests().get(number - 1);
    }

    // fault H19: a server that has it keeps it, and so does not ask the user for consent again
    @ParameterizedTest
    @EnumSource
    void workingRegistrationIsRetainedOnReset(Recovery way) {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        McpClient client = fixture.client(builder -> builder.clientId(null));
        OAuthFixture.call(client);

        way.action.accept(client);
        OAuthFixture.call(client);

        assertThat(fixture.issuer.requestsAt("/register")).hasSize(1);
        fixture.verify();
    }

    // RFC 7009: the revocation shows it as well
    @Test
    void revocationRejectedWithInvalidClientLeadsToANewRegistration() {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        McpClient client = fixture.client(builder -> builder.clientId(null));
        OAuthFixture.call(client);
        fixture.issuer.forgetClients();

        client.session().logout();
        fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(fixture.browser.requests())
                .extracting(LostRegistrationFlowTests::clientId)
                .containsExactly("registered-1", "registered-2");
        fixture.verify();
    }

    // fault H19: the administrator has changed the policy
    @ParameterizedTest
    @EnumSource
    void rejectedRegistrationIsRetriedOnReset(Recovery way) {
        OAuthFixture fixture = fixture(McpProtocol.LEGACY);
        fixture.issuer.nextAt("/register", ScriptedAuthorizationServer.error(403, "not_trusted"));
        McpClient client = fixture.client(builder -> builder.clientId(null));
        assertThat(refusal(client)).hasMessageContaining("not_trusted");
        assertThat(refusal(client)).hasMessageContaining("no new attempt before");
        assertThat(fixture.issuer.requestsAt("/register")).hasSize(1);

        way.action.accept(client);
        OAuthFixture.call(client);

        assertThat(fixture.issuer.requestsAt("/register")).hasSize(2);
        fixture.verify();
    }

    // fault H05: a refresh token that is refused is not used again, and does not count
    @Test
    void repeatedlyRevokedTokensAreObtainedAgain() {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        McpClient client = fixture.client();
        for (int i = 0; i < 4; i++) {
            OAuthFixture.call(client);
            fixture.issuer.revokeAll();
        }

        OAuthFixture.call(client);

        assertThat(fixture.browser.requests()).hasSize(5);
        fixture.verify();
    }

    // fault H23, AUTH-55: refused in the background, so no caller has seen it; the next refusal by the server leads
    // to the user at once
    @Test
    void refreshTokenRejectedInTheBackgroundIsNotUsedAgain() {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        fixture.issuer
                .lifetime(Duration.ofSeconds(2))
                .at(
                        "/token",
                        asked -> asked.grantType().equals("refresh_token")
                                ? ScriptedAuthorizationServer.error(400, "invalid_grant")
                                : null);
        HttpAuthorization authorization = authorization(fixture, "alice");
        HttpCredentials first = obtain(fixture, authorization);

        await().atMost(OAuthFixture.LIMIT).until(() -> {
            authorization.authorize(request(fixture)).block(OAuthFixture.LIMIT);
            return !fixture.issuer.tokenRequests("refresh_token").isEmpty();
        });
        HttpCredentials second = obtain(fixture, authorization);

        assertThat(second.headers()).isNotEqualTo(first.headers());
        assertThat(fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        assertThat(fixture.browser.requests()).hasSize(2);
    }

    // AUTH-30, AUTH-54: what one user replaces is still good for the tokens of another
    @Test
    void tokensAreRefreshedWithTheRegistrationTheyWereIssuedFor() {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        HttpAuthorization alice = authorization(fixture, "alice");
        HttpAuthorization bob = authorization(fixture, "bob");
        HttpCredentials bobs = obtain(fixture, bob);
        fixture.browser.thinking(Sinks.empty());
        alice.reauthorize(request(fixture), HttpCredentials.NONE, refusal401(fixture))
                .subscribe(done -> {}, error -> {});
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> fixture.browser.requests().size() == 2);

        alice.logout().block(OAuthFixture.LIMIT);
        alice.reauthorize(request(fixture), HttpCredentials.NONE, refusal401(fixture))
                .subscribe(done -> {}, error -> {});
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> fixture.browser.requests().size() == 3);
        fixture.issuer.expireAll();
        HttpCredentials renewed = obtain(fixture, authorization(fixture, "bob"));

        assertThat(fixture.browser.requests())
                .extracting(LostRegistrationFlowTests::clientId)
                .containsExactly("registered-1", "registered-1", "registered-2");
        assertThat(renewed.headers()).isNotEqualTo(bobs.headers());
        assertThat(fixture.issuer.tokenRequests("refresh_token"))
                .singleElement()
                .satisfies(asked -> assertThat(asked.clientId()).isEqualTo("registered-1"));
        fixture.verify();
    }

    // AUTH-30, AUTH-54, faults H04, H19: two instances with one store; the user agrees once
    @Test
    void instancesThatShareAStoreShareTheNewRegistration() {
        OAuthFixture fixture = fixture(McpProtocol.MODERN);
        HttpAuthorization here = authorization(fixture, "alice");
        HttpCredentials lost = obtain(fixture, here);
        HttpAuthorization there = authorization(fixture, "alice");
        assertThat(there.authorize(request(fixture)).block(OAuthFixture.LIMIT).headers())
                .isEqualTo(lost.headers());
        fixture.issuer.forgetClients();
        fixture.issuer.expireAll();

        HttpCredentials fresh = obtain(fixture, there);
        HttpCredentials taken = obtain(fixture, here);

        assertThat(taken.headers()).isEqualTo(fresh.headers());
        assertThat(fixture.issuer.requestsAt("/register")).hasSize(2);
        assertThat(fixture.browser.requests())
                .extracting(LostRegistrationFlowTests::clientId)
                .containsExactly("registered-1", "registered-2");
        assertThat(fixture.issuer.tokenRequests())
                .extracting(FormRequest::grantType)
                .containsExactly("authorization_code", "refresh_token", "authorization_code", "refresh_token");
        fixture.verify();
    }

    private HttpAuthorization authorization(OAuthFixture fixture, String principal) {
        McpOAuthSettings settings = McpOAuthSettings.builder()
                .prompt(fixture.browser)
                .store(this.store)
                .build();
        return new McpOAuth()
                .provider(settings)
                .create(new ProtectedServer(
                        "weather",
                        fixture.server.uri(),
                        () -> McpPrincipal.of(principal),
                        null,
                        Duration.ofSeconds(10)));
    }

    private static AuthorizedRequest request(OAuthFixture fixture) {
        return new AuthorizedRequest("tools/call", "POST", fixture.server.uri(), false);
    }

    private static HttpRefusal refusal401(OAuthFixture fixture) {
        return new HttpRefusal(
                401,
                List.of(new McpChallenge(
                        "bearer",
                        Map.of(
                                "resource_metadata",
                                fixture.resource.metadataUrl().toString()))));
    }

    /** Obtains credentials where the server refuses those at hand, if any. */
    private static HttpCredentials obtain(OAuthFixture fixture, HttpAuthorization authorization) {
        HttpCredentials none = authorization.authorize(request(fixture)).block(OAuthFixture.LIMIT);
        return Objects.requireNonNull(authorization
                .reauthorize(request(fixture), none, refusal401(fixture))
                .block(OAuthFixture.LIMIT));
    }
}
