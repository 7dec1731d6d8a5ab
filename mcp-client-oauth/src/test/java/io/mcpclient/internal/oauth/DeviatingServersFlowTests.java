package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpAuthorizationEndpoints;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;
import io.mcpclient.testkit.oauth.ScriptedResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Authorization servers that deviate from the specification, with the settings that make them usable. */
class DeviatingServersFlowTests {

    private static final String OPENID = "/.well-known/openid-configuration";

    private final OAuthFixture fixture = new OAuthFixture();

    @AfterEach
    void close() {
        this.fixture.close();
    }

    private String issuer() {
        return this.fixture.issuer.issuer();
    }

    private McpClient client(UnaryOperator<McpOAuthSettings.Builder> change) {
        return this.fixture.client(change);
    }

    private void call(UnaryOperator<McpOAuthSettings.Builder> change) {
        OAuthFixture.call(client(change));
    }

    private McpAuthorizationException refusal(UnaryOperator<McpOAuthSettings.Builder> change) {
        McpClient client = client(change);
        return catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
    }

    private static McpAuthorizationEndpoints token(URI authorization, URI token) {
        return new McpAuthorizationEndpoints(null, authorization, token, null, null, null);
    }

    // issuer

    @ParameterizedTest(name = "named {0}, metadata {1}, configured {2}")
    @CsvSource(
            nullValues = "-",
            value = {"/, '', -", "'', /, -", "/, '', ''", "/, '', /", "'', /, ''", "'', /, /", "'', '', /"})
    void issuerMayDifferInATrailingSlash(String named, String metadata, @Nullable String configured) {
        this.fixture.resource.metadata("authorization_servers", List.of(issuer() + named));
        this.fixture.issuer.metadata("issuer", issuer() + metadata);
        this.fixture.issuer.authorizationResponse(answer -> {
            Map<String, String> changed = new LinkedHashMap<>(answer);
            changed.put("iss", issuer() + metadata);
            return changed;
        });

        McpClient client = client(builder -> builder.issuer((configured != null) ? issuer() + configured : null));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        this.fixture.verify();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/", "//", "/?x", "/#x", "/A"})
    void issuerWithAnotherPathIsRejected(String suffix) {
        this.fixture.issuer.metadata("issuer", issuer() + suffix);

        assertThat(refusal(builder -> builder).reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();
    }

    @Test
    void configuredIssuerMayEqualTheIssuerOfTheMetadata() {
        this.fixture.resource.metadata("authorization_servers", List.of(issuer() + "/resource"));
        this.fixture
                .issuer
                .metadata("issuer", issuer() + "/tenant")
                .metadata("authorization_response_iss_parameter_supported", false)
                .authorizationResponse(answer -> {
                    Map<String, String> changed = new LinkedHashMap<>(answer);
                    changed.remove("iss");
                    return changed;
                })
                .at(
                        ScriptedAuthorizationServer.METADATA + "/resource",
                        request -> Reply.json(200, this.fixture.issuer.metadata()));

        assertThat(refusal(builder -> builder).remedy()).contains("auth.issuer");
        assertThat(refusal(builder -> builder.issuer(issuer() + "/other")).reason())
                .isEqualTo(Reason.UNTRUSTED);
        McpClient client = client(builder -> builder.issuer(issuer() + "/tenant"));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
    }

    // PKCE and resource

    @Test
    void pkceIsUsedWhenConfiguredAsAssumed() {
        this.fixture.issuer.metadata("code_challenge_methods_supported", null);

        assertThat(refusal(builder -> builder).remedy()).contains("auth.pkce");
        call(builder -> builder.issuer(issuer()).pkceAssumed(true));

        assertThat(this.fixture.issuer.authorizationRequests()).singleElement().satisfies(asked -> assertThat(
                        asked.get("code_challenge_method"))
                .isEqualTo("S256"));
        this.fixture.verify();
    }

    @Test
    void resourceParameterMayBeDisabled() {
        this.fixture.resource.forAnyResource();
        McpClient client = client(builder -> builder.issuer(issuer()).resourceParameter(false));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.authorizationRequests())
                .hasSize(1)
                .noneMatch(asked -> asked.get("resource") != null);
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(2).noneMatch(asked -> asked.get("resource") != null);
    }

    @ParameterizedTest
    @CsvSource({
        "refresh_token, invalid_request",
        "refresh_token, invalid_target",
        "authorization_code, invalid_target",
        "authorization_code, invalid_request"
    })
    void rejectedResourceParameterIsOmittedFromThenOn(String grantType, String error) {
        this.fixture.resource.forAnyResource();
        this.fixture.issuer.at(
                "/token",
                request -> request.get("resource") != null
                                && (request.grantType().equals(grantType) || grantType.equals("authorization_code"))
                        ? ScriptedAuthorizationServer.error(400, error)
                        : issued(request));
        McpClient client = client(builder -> builder.issuer(issuer()));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.authorizationRequests()).hasSize(1);
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(4);
        assertThat(this.fixture.issuer.tokenRequests().get(3).get("resource")).isNull();
    }

    private Reply issued(FormRequest request) {
        ScriptedAuthorizationServer.Issued issued =
                this.fixture.issuer.issue("client-1", this.fixture.server.url(), "read");
        return Reply.json(
                200,
                "{\"access_token\":\"" + issued.accessToken() + "\",\"token_type\":\"Bearer\",\"expires_in\":3600,"
                        + "\"refresh_token\":\"" + issued.refreshToken() + "\"}");
    }

    @Test
    void rejectedResourceParameterIsAnErrorWithoutAConfiguredIssuer() {
        this.fixture.issuer.nextAt("/token", ScriptedAuthorizationServer.error(400, "invalid_target"));

        assertThat(refusal(builder -> builder).remedy())
                .contains("auth.resource")
                .contains("auth.issuer");
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(1);
    }

    @Test
    void rejectedRefreshIsRetriedOnceWithoutResource() {
        McpClient client = client(builder -> builder);
        OAuthFixture.call(client);
        this.fixture.issuer.at(
                "/token",
                request -> request.grantType().equals("refresh_token")
                        ? ScriptedAuthorizationServer.error(400, "invalid_request")
                        : null);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.authorizationRequests()).hasSize(3);
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(3);
    }

    // metadata

    @ParameterizedTest(name = "HTTP {0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"error\":\"not found\"}",
                "200 | not found",
                "200 | []",
                "500 | {}",
                "502 | bad gateway",
                "503 | ",
                "200 | {\"issuer\":\"https://other.example.com\"}",
                "200 | {\"issuer\":42}",
                "301 | "
            })
    void discoveryContinuesAfterAnInvalidDocument(int status, @Nullable String body) {
        this.fixture.issuer.at(
                ScriptedAuthorizationServer.METADATA,
                request -> Reply.status(status, "application/json", (body != null) ? body : ""));
        this.fixture.issuer.at(OPENID, request -> Reply.json(200, this.fixture.issuer.metadata()));

        call(builder -> builder);

        this.fixture.verify();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "code_challenge_methods_supported",
                "authorization_endpoint",
                "token_endpoint",
                "registration_endpoint"
            })
    void secondMetadataDocumentSuppliesMissingMembers(String member) {
        String whole = this.fixture.issuer.metadata();
        this.fixture.issuer.metadata(member, null).metadata("response_types_supported", List.of("code"));
        this.fixture.issuer.at(OPENID, request -> Reply.json(200, whole));

        call(builder -> member.equals("registration_endpoint") ? builder.clientId(null) : builder);

        this.fixture.verify();
    }

    @Test
    void metadataOfAnotherIssuerIsIgnored() {
        this.fixture.issuer.metadata("code_challenge_methods_supported", null);
        this.fixture.issuer.at(
                OPENID,
                request -> Reply.json(
                        200,
                        "{\"issuer\":\"" + this.fixture.victim.url()
                                + "\",\"code_challenge_methods_supported\":[\"S256\"]}"));

        assertThat(refusal(builder -> builder)).hasMessageContaining("PKCE");
    }

    @Test
    void endpointsMayBeConfiguredWithoutMetadata() {
        this.fixture.issuer.at(ScriptedAuthorizationServer.METADATA, request -> Reply.status(500));
        this.fixture.resource.metadata("authorization_servers", List.of("https://wrong.example.com"));

        McpClient client = client(builder -> builder.endpoints(
                token(URI.create(issuer() + "/authorize"), URI.create(this.fixture.issuer.tokenEndpoint()))));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.requestsAt(ScriptedAuthorizationServer.METADATA))
                .isEmpty();
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        this.fixture.verify();
    }

    @Test
    void endpointOfTheMetadataMayBeOverridden() {
        this.fixture.issuer.metadata("token_endpoint", "https://wrong.example.com/token");

        assertThat(refusal(builder -> builder).reason()).isEqualTo(Reason.UNTRUSTED);
        call(builder -> builder.issuer(issuer())
                .endpoints(
                        token(URI.create(issuer() + "/authorize"), URI.create(this.fixture.issuer.tokenEndpoint()))));

        this.fixture.verify();
    }

    // RFC 9728, section 2: the member is optional
    @Test
    void issuerMayBeMissingInTheMetadataOfTheResource() {
        this.fixture.resource.metadata("authorization_servers", null);
        this.fixture
                .server
                .on("GET")
                .path(ScriptedResource.METADATA)
                .optionally()
                .reply(Reply.status(404));

        assertThat(refusal(builder -> builder).remedy()).contains("mcp.servers.weather.auth.issuer");
        call(builder -> builder.issuer(issuer()));

        this.fixture.verify();
    }

    // what the operator of the authorization server has changed takes effect at once
    @Test
    void reconnectReadsTheMetadataAgain() {
        this.fixture.issuer.metadata("registration_endpoint", null);
        McpClient client = client(builder -> builder.clientId(null));
        assertThat(catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client)))
                .hasMessageContaining("cannot register there");
        this.fixture.issuer.metadata("registration_endpoint", issuer() + "/register");

        client.session().reconnect();

        OAuthFixture.call(client);
        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(1);
        this.fixture.verify();
    }

    @Test
    void metadataUrlMayBeConfigured() {
        this.fixture.issuer.at(ScriptedAuthorizationServer.METADATA, request -> Reply.status(404));
        this.fixture.issuer.at("/elsewhere", request -> Reply.json(200, this.fixture.issuer.metadata()));
        this.fixture.resource.metadata("authorization_servers", null);
        McpAuthorizationEndpoints document =
                new McpAuthorizationEndpoints(URI.create(issuer() + "/elsewhere"), null, null, null, null, null);

        call(builder -> builder.endpoints(document));
        McpAuthorizationException error =
                refusal(builder -> builder.endpoints(document).issuer("https://other.example.com"));

        assertThat(error.reason()).isEqualTo(Reason.UNTRUSTED);
        this.fixture.verify();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://0.0.0.0:8000/.well-known/oauth-protected-resource",
                "https://127.0.0.1:PORT/.well-known/oauth-protected-resource/mcp",
                "'http://127.0.0.1:PORT/.well-known/oauth-protected-resource/mcp'",
                "/.well-known/oauth-protected-resource/mcp",
                "relative",
                "http://10.1.2.3/x",
                "file:///etc/passwd"
            })
    void forbiddenResourceMetadataUrlFallsBackToTheWellKnownUrl(String url) {
        String port = String.valueOf(this.fixture.server.port());
        this.fixture.resource.challenge("Bearer resource_metadata=\"" + url.replace("PORT", port) + "\"");

        call(builder -> builder);

        this.fixture.verify();
    }

    @Test
    void clientRegistersWhereNoAuthenticationMethodAndNoRedirectUriIsListed() {
        this.fixture.issuer.metadata("token_endpoint_auth_methods_supported", List.of());
        this.fixture.issuer.client("plain", null);
        this.fixture.issuer.at(
                "/register", request -> Reply.json(201, "{\"client_id\":\"plain\",\"redirect_uris\":[]}"));

        call(builder -> builder.clientId(null));

        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(1);
        this.fixture.verify();
    }

    // responses of the token endpoint and of the registration endpoint

    @ParameterizedTest
    @ValueSource(strings = {"user", "-", "''"})
    void tokenTypeMayBeUnknown(String type) {
        this.fixture.issuer.tokenResponse(members -> {
            Map<String, Object> changed = new LinkedHashMap<>(members);
            changed.remove("token_type");
            if (!type.equals("-")) {
                changed.put("token_type", type);
            }
            return changed;
        });

        call(builder -> builder);
        assertThat(refusal(builder -> builder.strictTokenType(true))).hasMessageContaining("token_type");
    }

    @Test
    void registrationIsTriedWithAnotherAuthenticationMethod() {
        this.fixture.issuer.metadata("token_endpoint_auth_methods_supported", null);
        this.fixture.issuer.at(
                "/register",
                request -> request.raw().body().contains("\"token_endpoint_auth_method\":\"none\"")
                        ? null
                        : Reply.json(
                                400,
                                "{\"error\":\"invalid_client_metadata\","
                                        + "\"error_description\":\"client_secret_basic is not supported\"}"));

        call(builder -> builder.clientId(null));

        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(3);
        this.fixture.verify();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"0\"", "\"\"", "\"never\"", "null", "\"4102444800\""})
    void registrationWithAnUnusableSecretExpiryIsAccepted(String expiry) {
        this.fixture
                .issuer
                .client("odd", "secret-1")
                .at(
                        "/register",
                        request -> Reply.json(
                                201,
                                "{\"client_id\":\"odd\",\"client_secret\":\"secret-1\",\"client_secret_expires_at\":"
                                        + expiry
                                        + ",\"contacts\":null,\"redirect_uris\":[null,\"http://127.0.0.1:3000/callback\"],"
                                        + "\"token_endpoint_auth_method\":null,\"scope\":null}"));

        call(builder -> builder.clientId(null));

        this.fixture.verify();
    }

    // scopes

    /** Limits clients to the scopes of their registration, as Keycloak does. */
    private void limitToRegisteredScopes(boolean isInResponse, String withoutScope) {
        AtomicInteger count = new AtomicInteger();
        Map<String, String> limits = new LinkedHashMap<>();
        this.fixture.issuer.at("/register", request -> {
            String id = "limited-" + count.incrementAndGet();
            String scope = request.raw().json().path("scope").asString("");
            this.fixture.issuer.client(id, null);
            limits.put(id, scope.isEmpty() ? withoutScope : scope);
            return Reply.json(
                    201,
                    "{\"client_id\":\"" + id + "\",\"token_endpoint_auth_method\":\"none\""
                            + (isInResponse ? ",\"scope\":\"" + scope + "\"" : "") + "}");
        });
        this.fixture.issuer.at("/authorize", request -> {
            String limit = limits.getOrDefault(String.valueOf(request.get("client_id")), "");
            return limit.isEmpty() || List.of(limit.split(" ")).containsAll(request.scopes())
                    ? null
                    : Reply.redirect(
                            302,
                            request.get("redirect_uri") + "?error=invalid_scope&error_description=Invalid+scopes&state="
                                    + request.get("state") + "&iss=" + issuer());
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void registrationRequestsAllScopes(boolean isInResponse) {
        limitToRegisteredScopes(isInResponse, "");
        this.fixture.issuer.metadata("scopes_supported", List.of("mcp:read", "mcp:write", "offline_access"));
        this.fixture.resource.wanting("tools/call", "mcp:write");
        McpClient client = client(builder -> builder.clientId(null).scopes(List.of("mcp:read")));

        client.session().connect();
        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.authorizationRequests().get(0).scopes())
                .containsExactly("mcp:read", "offline_access");
        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(2);
        this.fixture.verify();
    }

    @Test
    void registrationLimitedToOtherScopesIsReplaced() {
        limitToRegisteredScopes(true, "openid");
        this.fixture.resource.wanting("*", "mcp:read");

        call(builder -> builder.clientId(null));

        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(2);
        assertThat(this.fixture.browser.requests()).hasSize(2);
        this.fixture.verify();
    }

    @Test
    void tokensWithOtherScopesAreNotShared() {
        this.fixture.issuer.client("service", "secret-of-service");
        InMemoryMcpTokenStore store = new InMemoryMcpTokenStore();
        for (List<String> scopes : List.of(List.of("mcp:read", "mcp:write"), List.of("mcp:read"))) {
            call(builder -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)
                    .clientId("service")
                    .clientSecret(() -> "secret-of-service")
                    .issuer(issuer())
                    .store(store)
                    .scopes(scopes));
        }

        assertThat(this.fixture.issuer.tokenRequests())
                .extracting(FormRequest::scopes)
                .containsExactly(List.of("mcp:read", "mcp:write"), List.of("mcp:read"));
    }

    @Test
    void insufficientScopeErrorWithoutScopesDoesNotPromptTheUser() {
        McpClient client = client(builder -> builder);
        client.session().connect();
        this.fixture.server.on("tools/call").always().reply(request -> Reply.status(403)
                .withHeader(
                        "WWW-Authenticate",
                        "Bearer error=\"insufficient_scope\", error_description=\"higher privileges\""));

        McpAuthorizationException error =
                catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));

        assertThat(error.remedy()).contains("auth.scopes");
        assertThat(error).hasMessageContaining("does not name").hasMessageContaining("higher privileges");
        assertThat(this.fixture.browser.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer error=\"invalid_token\", error_description=\"expired\"",
                "Bearer error=\"insufficient_scope\", scope=\"read\""
            })
    void expiredTokenIsRefreshedAfterA403(String challenge) {
        this.fixture.resource.wanting("*", "read");
        McpClient client = client(builder -> builder);
        client.session().connect();
        AtomicReference<String> first = new AtomicReference<>();
        this.fixture
                .server
                .on("tools/call")
                .where(request -> {
                    String token = String.valueOf(request.header("Authorization"));
                    first.compareAndSet(null, token);
                    return token.equals(first.get());
                })
                .reply(request -> Reply.status(403).withHeader("WWW-Authenticate", challenge));

        OAuthFixture.call(client);

        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        assertThat(this.fixture.browser.requests()).hasSize(1);
    }

    @Test
    void additionalParametersAreSentToTheAuthorizationEndpoint() {
        call(builder -> builder.authorizationParameters(Map.of("access_type", "offline", "prompt", "consent")));

        assertThat(this.fixture.issuer.authorizationRequests()).singleElement().satisfies(asked -> {
            assertThat(asked.get("access_type")).isEqualTo("offline");
            assertThat(asked.get("prompt")).isEqualTo("consent");
        });
        this.fixture.verify();
    }

    @Test
    void consentFailureIsReportedByTheNextError() {
        this.fixture.browser.patience(Duration.ZERO);
        this.fixture.issuer.at(
                "/authorize",
                request -> Reply.redirect(
                        302,
                        request.get("redirect_uri") + "?error=access_denied&error_description=not+in+the+group&state="
                                + request.get("state") + "&iss=" + issuer()));
        McpClient client = client(builder -> builder);

        await().atMost(OAuthFixture.LIMIT).untilAsserted(() -> assertThat(
                        catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client)))
                .hasMessageContaining("the last attempt has failed")
                .hasMessageContaining("access_denied (not in the group)"));
    }
}
