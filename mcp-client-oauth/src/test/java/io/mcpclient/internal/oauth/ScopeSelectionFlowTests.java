package io.mcpclient.internal.oauth;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Servers that publish or demand scopes which a client may not have, and the setting that requests only configured ones. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ScopeSelectionFlowTests {

    private final OAuthFixture fixture = new OAuthFixture();

    @AfterEach
    void close() {
        this.fixture.close();
    }

    private McpClient client(UnaryOperator<McpOAuthSettings.Builder> change) {
        return this.fixture.client(change);
    }

    private McpClient limited(String... scopes) {
        return client(builder -> builder.scopes(List.of(scopes)).configuredScopesOnly(true));
    }

    private static McpAuthorizationException refusal(McpClient client) {
        return catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
    }

    private List<List<String>> asked() {
        return this.fixture.issuer.authorizationRequests().stream()
                .map(FormRequest::scopes)
                .toList();
    }

    /** Clients may only have the scope {@code read}, although the server publishes another one. */
    private void publishTooMuch() {
        this.fixture.resource.metadata("scopes_supported", List.of("read", "admin"));
        this.fixture.issuer.at(
                "/authorize",
                request -> !request.scopes().contains("admin")
                        ? null
                        : Reply.redirect(
                                302,
                                request.get("redirect_uri") + "?error=invalid_scope&state=" + request.get("state")
                                        + "&iss=" + this.fixture.issuer.issuer()));
    }

    @Test
    void onlyConfiguredScopesAreRequestedIfSelected() {
        publishTooMuch();
        McpClient client = limited("read");

        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(asked()).containsExactly(List.of("read"));
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        this.fixture.verify();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refusedScopesAreNamedWithTheSettingThatLimitsThem(boolean isRegistered) {
        publishTooMuch();

        McpAuthorizationException error =
                refusal(client(builder -> builder.clientId(isRegistered ? null : "client-1")));

        assertThat(error).hasMessageContaining("invalid_scope").hasMessageContaining("requested scopes: read admin");
        assertThat(error.remedy()).contains("auth.scopes").contains("auth.scope-selection");
    }

    @Test
    void noScopeIsRequestedIfNoneIsConfigured() {
        publishTooMuch();

        OAuthFixture.call(limited());

        assertThat(this.fixture.issuer.authorizationRequests())
                .singleElement()
                .satisfies(asked -> assertThat(asked.get("scope")).isNull());
        this.fixture.verify();
    }

    @Test
    void refusedRequestWithoutScopesDoesNotRegisterAgain() {
        publishTooMuch();
        this.fixture.issuer.at(
                "/authorize",
                request -> Reply.redirect(
                        302,
                        request.get("redirect_uri") + "?error=invalid_scope&state=" + request.get("state") + "&iss="
                                + this.fixture.issuer.issuer()));

        McpAuthorizationException error =
                refusal(client(builder -> builder.clientId(null).configuredScopesOnly(true)));

        assertThat(error).hasMessageContaining("no scopes were requested");
        assertThat(error.remedy()).contains("auth.scopes");
        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(1);
        assertThat(this.fixture.browser.requests()).hasSize(1);
    }

    @Test
    void challengeForAnotherScopeFailsWithoutAPromptIfOnlyConfiguredScopesAreSelected() {
        this.fixture.resource.wanting("tools/call", "write");

        McpAuthorizationException error = refusal(limited("read"));

        assertThat(error.reason()).isEqualTo(Reason.REFUSED);
        assertThat(error.requiredScopes()).containsExactly("write");
        assertThat(error).hasMessageContaining("auth.scope-selection permits only those of auth.scopes");
        assertThat(error.remedy()).contains("auth.scopes").contains("auth.scope-selection");
        assertThat(asked()).containsExactly(List.of("read"));
    }

    @Test
    void challengeForAConfiguredScopeThatWasNotGrantedFailsWithoutAnotherPrompt() {
        this.fixture.issuer.granting(List.of("read"));
        this.fixture.resource.wanting("tools/call", "write");

        McpAuthorizationException error = refusal(limited("read", "write"));

        assertThat(error).hasMessageContaining("requested without success");
        assertThat(asked()).containsExactly(List.of("read", "write"));
    }

    @ParameterizedTest
    @CsvSource({"read, read", "read offline_access, read offline_access"})
    void offlineAccessIsAConfiguredScopeIfOnlyThoseAreSelected(String configured, String expected) {
        this.fixture.issuer.metadata("scopes_supported", List.of("read", "offline_access"));

        OAuthFixture.call(limited(configured.split(" ")));

        assertThat(asked()).containsExactly(List.of(expected.split(" ")));
    }

    @Test
    void clientIsRegisteredForOnlyTheConfiguredScopesIfSelected() {
        publishTooMuch();

        OAuthFixture.call(
                client(builder -> builder.clientId(null).scopes(List.of("read")).configuredScopesOnly(true)));

        assertThat(this.fixture.issuer.requestsAt("/register")).singleElement().satisfies(asked -> assertThat(
                        asked.raw().json().path("scope").asString(""))
                .isEqualTo("read"));
        this.fixture.verify();
    }

    @Test
    void tokensWithMoreScopesAreNotUsedIfOnlyConfiguredScopesAreSelected() {
        this.fixture.resource.metadata("scopes_supported", List.of("read", "admin"));
        InMemoryMcpTokenStore store = new InMemoryMcpTokenStore();

        for (boolean isOnly : List.of(false, true, true)) {
            OAuthFixture.call(client(
                    builder -> builder.store(store).scopes(List.of("read")).configuredScopesOnly(isOnly)));
        }

        assertThat(asked()).containsExactly(List.of("read", "admin"), List.of("read"));
    }

    @Test
    void deviceCodeIsRequestedForOnlyTheConfiguredScopesIfSelected() {
        publishTooMuch();
        this.fixture
                .issuer
                .metadata("device_authorization_endpoint", this.fixture.issuer.issuer() + "/device")
                .at("/device", request -> ScriptedAuthorizationServer.error(400, "invalid_scope"));

        McpAuthorizationException error = refusal(client(builder ->
                builder.grant(McpGrantType.DEVICE_CODE).scopes(List.of("write")).configuredScopesOnly(true)));

        assertThat(this.fixture.issuer.requestsAt("/device"))
                .extracting(FormRequest::scopes)
                .containsExactly(List.of("write"));
        assertThat(error).hasMessageContaining("requested scopes: write");
    }

    @Test
    void scopesOfAGrantWithoutAUserAreNamedWhenRefused() {
        publishTooMuch();
        this.fixture.issuer.client("machine", "secret-of-machine");
        this.fixture.issuer.nextAt("/token", ScriptedAuthorizationServer.error(400, "invalid_scope"));

        McpAuthorizationException error = refusal(client(builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)
                .clientId("machine")
                .clientSecret(() -> "secret-of-machine")
                .issuer(this.fixture.issuer.issuer())
                .scopes(List.of("write"))
                .configuredScopesOnly(true)));

        assertThat(error).hasMessageContaining("requested scopes: write");
        assertThat(error.remedy()).contains("auth.scopes");
    }
}
