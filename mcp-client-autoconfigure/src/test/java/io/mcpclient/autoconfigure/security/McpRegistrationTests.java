package io.mcpclient.autoconfigure.security;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration;
import org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.TokenExchangeOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.OAuth2RefreshToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.autoconfigure.auth.McpRegistrationAuthorizations;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Tokens of a client registration, from a real token endpoint, in both models of Spring Security. */
@Timeout(60)
class McpRegistrationTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final AuthorizedRequest REQUEST =
            new AuthorizedRequest("tools/list", "POST", URI.create("https://example.com/mcp"), false);

    private static final HttpRefusal REFUSED = new HttpRefusal(401, List.of());

    private final ScriptedAuthorizationServer server = new ScriptedAuthorizationServer().client("client", "secret");

    /** The models of Spring Security. */
    enum Model {
        WAITING,
        REACTIVE
    }

    @AfterEach
    void stop() {
        this.server.close();
    }

    // AUTH-50
    @ParameterizedTest
    @EnumSource
    void whenApplicationIsTheClientThenOneTokenIsObtainedForAllRequests(Model model) {
        run(model, "client_credentials", beans -> {
            HttpAuthorization authorization = authorization(beans, McpPrincipal.APPLICATION);
            HttpCredentials first = authorize(authorization);
            assertThat(first.headers())
                    .containsEntry(
                            "Authorization",
                            "Bearer " + this.server.accessTokens().get(0));
            assertThat(authorize(authorization).headers()).isEqualTo(first.headers());
            assertThat(this.server.tokenRequests("client_credentials")).hasSize(1);
        });
    }

    // H02: one request for a token for all concurrent callers
    @ParameterizedTest
    @EnumSource
    void whenManyCallersNeedATokenThenItIsRequestedOnce(Model model) {
        run(model, "client_credentials", beans -> {
            HttpAuthorization authorization = authorization(beans, McpPrincipal.APPLICATION);
            List<HttpCredentials> all = Objects.requireNonNull(Flux.range(0, 50)
                    .flatMap(number -> authorization.authorize(REQUEST).subscribeOn(Schedulers.parallel()), 50)
                    .collectList()
                    .block(LIMIT));
            assertThat(all)
                    .extracting(HttpCredentials::headers)
                    .hasSize(50)
                    .containsOnly(all.get(0).headers());
            assertThat(this.server.tokenRequests()).hasSize(1);
        });
    }

    // H01, AUTH-55: another token once, then the refusal stands (H05)
    @ParameterizedTest
    @EnumSource
    void whenTokenIsRefusedThenAnotherOneIsObtainedOnce(Model model) {
        run(model, "client_credentials", beans -> {
            HttpAuthorization authorization = authorization(beans, McpPrincipal.APPLICATION);
            HttpCredentials first = authorize(authorization);
            HttpCredentials second =
                    authorization.reauthorize(REQUEST, first, REFUSED).block(LIMIT);
            assertThat(Objects.requireNonNull(second).headers()).isNotEqualTo(first.headers());
            assertThat(authorization.reauthorize(REQUEST, second, REFUSED).block(LIMIT))
                    .isNull();
            assertThat(authorize(authorization).headers()).isEqualTo(second.headers());
            assertThat(this.server.tokenRequests()).hasSize(2);
        });
    }

    // H02: a late caller with the old token gets the new one
    @ParameterizedTest
    @EnumSource
    void whenTokenWasReplacedAlreadyThenTheNewerOneIsUsed(Model model) {
        run(model, "client_credentials", beans -> {
            HttpAuthorization authorization = authorization(beans, McpPrincipal.APPLICATION);
            HttpCredentials first = authorize(authorization);
            HttpCredentials second =
                    authorization.reauthorize(REQUEST, first, REFUSED).block(LIMIT);
            HttpCredentials late =
                    authorization.reauthorize(REQUEST, first, REFUSED).block(LIMIT);
            assertThat(Objects.requireNonNull(late).headers())
                    .isEqualTo(Objects.requireNonNull(second).headers());
            assertThat(this.server.tokenRequests()).hasSize(2);
        });
    }

    // AUTH-55
    @ParameterizedTest
    @EnumSource
    void whenServerRespondsForbiddenThenNoNewTokenIsObtained(Model model) {
        run(model, "client_credentials", beans -> {
            HttpAuthorization authorization = authorization(beans, McpPrincipal.APPLICATION);
            HttpCredentials first = authorize(authorization);
            assertThat(authorization
                            .reauthorize(REQUEST, first, new HttpRefusal(403, List.of()))
                            .block(LIMIT))
                    .isNull();
            assertThat(this.server.tokenRequests()).hasSize(1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void whenUserHasNotSignedInThenTheLoginPageIsReported(Model model) {
        run(model, "authorization_code", beans -> {
            McpAuthorizationException failure = catchThrowableOfType(
                    McpAuthorizationException.class, () -> authorize(authorization(beans, McpPrincipal.of("alice"))));
            assertThat(failure.reason()).isEqualTo(McpAuthorizationException.Reason.INTERACTION_REQUIRED);
            assertThat(failure.serverName()).isEqualTo("weather");
            assertThat(failure.remedy()).contains("/oauth2/authorization/notes");
            assertThat(this.server.tokenRequests()).isEmpty();
        });
    }

    // H26: each user has a separate token; H01: it is refreshed when the server does not want it any more
    @ParameterizedTest
    @EnumSource
    void whenUserHasSignedInThenTheirTokenIsUsedAndRefreshed(Model model) {
        run(model, "authorization_code", beans -> {
            ScriptedAuthorizationServer.Issued alice = this.server.issue("client", null);
            ScriptedAuthorizationServer.Issued bob = this.server.issue("client", null);
            signIn(model, beans, "alice", alice);
            signIn(model, beans, "bob", bob);
            HttpAuthorization ofAlice = authorization(beans, McpPrincipal.of("alice"));
            HttpAuthorization ofBob = authorization(beans, McpPrincipal.of("bob"));
            HttpCredentials first = authorize(ofAlice);
            assertThat(first.headers()).containsEntry("Authorization", "Bearer " + alice.accessToken());
            assertThat(authorize(ofBob).headers()).containsEntry("Authorization", "Bearer " + bob.accessToken());

            HttpCredentials second =
                    ofAlice.reauthorize(REQUEST, first, REFUSED).block(LIMIT);

            String token = Objects.requireNonNull(second)
                    .headers()
                    .get("Authorization")
                    .substring(7);
            assertThat(this.server.accepts(token)).isTrue();
            assertThat(token).isNotEqualTo(alice.accessToken());
            assertThat(this.server.tokenRequests("refresh_token")).hasSize(1);
            assertThat(authorize(ofAlice).headers()).isEqualTo(second.headers());
            assertThat(authorize(ofBob).headers()).containsEntry("Authorization", "Bearer " + bob.accessToken());
        });
    }

    // H05: a server that rejects every token
    @ParameterizedTest
    @EnumSource
    void whenEveryTokenIsRefusedThenFewAreRequested(Model model) {
        run(model, "client_credentials", beans -> {
            HttpAuthorization authorization = authorization(beans, McpPrincipal.APPLICATION);
            for (int call = 0; call < 5; call++) {
                authorization
                        .reauthorize(REQUEST, authorize(authorization), REFUSED)
                        .block(LIMIT);
            }
            assertThat(this.server.tokenRequests()).hasSize(3);
        });
    }

    // H23: nobody but the user can help
    @ParameterizedTest
    @EnumSource
    void whenRefreshTokenIsRefusedThenTheLoginPageIsReported(Model model) {
        run(model, "authorization_code", beans -> {
            signIn(model, beans, "alice", this.server.issue("client", null));
            HttpAuthorization authorization = authorization(beans, McpPrincipal.of("alice"));
            HttpCredentials credentials = authorize(authorization);
            this.server.revokeAll();
            McpAuthorizationException failure =
                    catchThrowableOfType(McpAuthorizationException.class, () -> authorization
                            .reauthorize(REQUEST, credentials, REFUSED)
                            .block(LIMIT));
            assertThat(failure.reason()).isEqualTo(McpAuthorizationException.Reason.INTERACTION_REQUIRED);
            assertThat(failure.remedy()).contains("/oauth2/authorization/notes");
            assertThatExceptionOfType(McpAuthorizationException.class)
                    .isThrownBy(() -> authorize(authorization))
                    .matches(next -> next.reason() == McpAuthorizationException.Reason.INTERACTION_REQUIRED);
        });
    }

    // H24: an outage is not a wrong setting
    @ParameterizedTest
    @EnumSource
    void whenAuthorizationServerIsUnreachableThenThatIsReported(Model model) {
        run(model, "client_credentials", beans -> {
            this.server.close();
            assertThatExceptionOfType(McpConnectionException.class)
                    .isThrownBy(() -> authorize(authorization(beans, McpPrincipal.APPLICATION)))
                    .withMessageContaining("\"weather\"")
                    .withMessageContaining(
                            "\"notes\" failed to obtain a token: no response of the authorization server")
                    .satisfies(
                            failure -> assertThat(failure.remedy()).contains("spring.security.oauth2.client.provider"));
        });
    }

    // H20: of what the authorization server says, the code alone
    @ParameterizedTest
    @EnumSource
    void whenAuthorizationServerRefusesThenItsCodeIsNamed(Model model) {
        this.server.nextAt("/token", ScriptedAuthorizationServer.error(400, "unauthorized_client"));
        run(model, "client_credentials", beans -> {
            McpAuthorizationException failure = catchThrowableOfType(
                    McpAuthorizationException.class, () -> authorize(authorization(beans, McpPrincipal.APPLICATION)));
            assertThat(failure.reason()).isEqualTo(McpAuthorizationException.Reason.AUTHORIZATION_SERVER);
            assertThat(failure).hasMessageContaining("unauthorized_client").hasMessageNotContaining("scripted");
            assertThat(failure.remedy()).contains("spring.security.oauth2.client.registration.notes");
        });
    }

    @ParameterizedTest
    @EnumSource
    void whenUserLogsOutThenTheirTokenIsDiscarded(Model model) {
        run(model, "authorization_code", beans -> {
            signIn(model, beans, "alice", this.server.issue("client", null));
            HttpAuthorization authorization = authorization(beans, McpPrincipal.of("alice"));
            authorize(authorization);
            authorization.logout().block(LIMIT);
            assertThatExceptionOfType(McpAuthorizationException.class).isThrownBy(() -> authorize(authorization));
        });
    }

    // H26: Spring Security keeps what a user has authorized under the name alone
    @ParameterizedTest
    @EnumSource
    void whenNameOfPrincipalIsQualifiedThenAuthorizedClientIsThatOfTheLoginName(Model model) {
        run(model, "authorization_code", beans -> {
            ScriptedAuthorizationServer.Issued issued = this.server.issue("client", null);
            signIn(model, beans, "1001", issued);
            OidcIdToken token = OidcIdToken.withTokenValue("id-token")
                    .issuer("https://login.corp.example")
                    .subject("1001")
                    .build();
            Authentication user =
                    new OAuth2AuthenticationToken(new DefaultOidcUser(List.of(), token), List.of(), "corp");
            HttpAuthorization authorization = authorization(beans, new OAuth2Principals().of(user));
            assertThat(authorize(authorization).headers())
                    .containsEntry("Authorization", "Bearer " + issued.accessToken());
            authorization.logout().block(LIMIT);
            assertThatExceptionOfType(McpAuthorizationException.class).isThrownBy(() -> authorize(authorization));
        });
    }

    // H28: the token of the user goes to the authorization server alone, and another one to the server
    @Test
    void whenGrantExchangesTokensThenThatOfThePrincipalIsExchanged() {
        runner().withBean(OAuth2AuthorizedClientProvider.class, TokenExchangeOAuth2AuthorizedClientProvider::new)
                .withPropertyValues(properties("urn:ietf:params:oauth:grant-type:token-exchange"))
                .run(context -> {
                    String own = this.server.issue("client", null).accessToken();
                    HttpCredentials credentials = authorize(authorization(
                            context, McpPrincipal.of("alice", new McpSubjectToken(own, McpSubjectToken.ACCESS_TOKEN))));
                    assertThat(credentials.headers().get("Authorization"))
                            .startsWith("Bearer ")
                            .doesNotContain(own);
                    assertThat(this.server.tokenRequests()).singleElement().satisfies(request -> assertThat(
                                    request.get("subject_token"))
                            .isEqualTo(own));
                });
    }

    @Test
    void whenGrantIsUnknownThenItIsReported() {
        runner().withPropertyValues(properties("urn:ietf:params:oauth:grant-type:token-exchange"))
                .run(context -> {
                    McpAuthorizationException failure = catchThrowableOfType(
                            McpAuthorizationException.class,
                            () -> authorize(authorization(context, McpPrincipal.APPLICATION)));
                    assertThat(failure.reason()).isEqualTo(McpAuthorizationException.Reason.SETTINGS);
                });
    }

    @ParameterizedTest
    @EnumSource
    void whenRegistrationDoesNotExistThenTheStartFails(Model model) {
        run(model, "client_credentials", beans -> assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(
                        () -> beans.getBean(McpRegistrationAuthorizations.class).authorization("weather", "nobody"))
                .withMessageContaining("nobody")
                .matches(failure -> failure.property().equals("mcp.servers.weather.auth.registration-id")));
    }

    @Test
    void whenThereAreNoRegistrationsThenThereIsNoBean() {
        runner().run(context -> assertThat(context).doesNotHaveBean(McpRegistrationAuthorizations.class));
    }

    @Test
    void whenLibraryIsAbsentThenThereIsNoBean() {
        runner().withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .run(context ->
                        assertThat(context).hasNotFailed().doesNotHaveBean(McpRegistrationAuthorizations.class));
    }

    @Test
    void whenApplicationHasItsOwnThenItIsUsed() {
        McpRegistrationAuthorizations own = (server, id) -> {
            throw new AssertionError("not asked");
        };
        runner().withPropertyValues(properties("client_credentials"))
                .withBean("own", McpRegistrationAuthorizations.class, () -> own)
                .run(context -> assertThat(context.getBean(McpRegistrationAuthorizations.class))
                        .isSameAs(own));
    }

    private static WebApplicationContextRunner runner() {
        return new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        OAuth2ClientAutoConfiguration.class, McpRegistrationAutoConfiguration.class));
    }

    private void run(Model model, String grant, Consumer<BeanFactory> test) {
        if (model == Model.WAITING) {
            runner().withPropertyValues(properties(grant)).run(test::accept);
        } else {
            new ReactiveWebApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(
                            ReactiveOAuth2ClientAutoConfiguration.class, McpRegistrationAutoConfiguration.class))
                    .withPropertyValues(properties(grant))
                    .run(test::accept);
        }
    }

    private String[] properties(String grant) {
        String registration = "spring.security.oauth2.client.registration.notes.";
        String provider = "spring.security.oauth2.client.provider.notes.";
        return new String[] {
            registration + "client-id=client",
            registration + "client-secret=secret",
            registration + "authorization-grant-type=" + grant,
            registration + "redirect-uri={baseUrl}/login/oauth2/code/{registrationId}",
            provider + "authorization-uri=" + this.server.issuer() + "/authorize",
            provider + "token-uri=" + this.server.tokenEndpoint()
        };
    }

    private static HttpAuthorization authorization(BeanFactory beans, McpPrincipal principal) {
        return beans.getBean(McpRegistrationAuthorizations.class)
                .authorization("weather", "notes")
                .create(new ProtectedServer(
                        "weather",
                        URI.create("https://example.com/mcp"),
                        () -> principal,
                        null,
                        Duration.ofSeconds(5)));
    }

    /** On a thread that must not wait. */
    private static HttpCredentials authorize(HttpAuthorization authorization) {
        return Objects.requireNonNull(Mono.defer(() -> authorization.authorize(REQUEST))
                .subscribeOn(Schedulers.parallel())
                .block(LIMIT));
    }

    private static void signIn(Model model, BeanFactory beans, String user, ScriptedAuthorizationServer.Issued tokens) {
        ClientRegistration registration = (model == Model.WAITING)
                ? beans.getBean(ClientRegistrationRepository.class).findByRegistrationId("notes")
                : beans.getBean(ReactiveClientRegistrationRepository.class)
                        .findByRegistrationId("notes")
                        .block(LIMIT);
        Instant now = Instant.now();
        OAuth2AuthorizedClient client = new OAuth2AuthorizedClient(
                Objects.requireNonNull(registration),
                user,
                new OAuth2AccessToken(
                        OAuth2AccessToken.TokenType.BEARER, tokens.accessToken(), now, now.plusSeconds(3600)),
                new OAuth2RefreshToken(tokens.refreshToken(), now));
        TestingAuthenticationToken authentication = new TestingAuthenticationToken(user, "");
        if (model == Model.WAITING) {
            beans.getBean(OAuth2AuthorizedClientService.class).saveAuthorizedClient(client, authentication);
        } else {
            beans.getBean(ReactiveOAuth2AuthorizedClientService.class)
                    .saveAuthorizedClient(client, authentication)
                    .block(LIMIT);
        }
    }
}
