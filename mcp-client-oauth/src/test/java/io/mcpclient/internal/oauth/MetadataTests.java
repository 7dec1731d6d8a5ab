package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.Timed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class MetadataTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String RESOURCE = "/.well-known/oauth-protected-resource";

    private static final String SERVER = "/.well-known/oauth-authorization-server";

    private static final String OPENID = "/.well-known/openid-configuration";

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final ScriptedHttpServer other = new ScriptedHttpServer();

    private @Nullable UntrustedHttpClient http;

    @AfterEach
    void close() {
        if (this.http != null) {
            this.http.close();
        }
        this.server.close();
        this.other.close();
    }

    // protection of the server

    // AUTH-03, AUTH-06, AUTH-14, SEC-08: what the challenge names is read first and alone, in any scheme, without
    // credentials
    @ParameterizedTest
    @ValueSource(strings = {"bearer", "dpop"})
    void resourceReadsTheUrlOfTheChallenge(String scheme) {
        at(this.server, "/elsewhere", resource(this.server.url(), """
                , "scopes_supported": ["read", "write", "no scope", "read"], "resource_name": "Weather",
                "dpop_bound_access_tokens_required": true, "dpop_signing_alg_values_supported": ["ES256"],
                "bearer_methods_supported": ["header"], "unknown": {"a": [1]}"""));
        Metadata.ProtectedResource resource = metadata()
                .resource(challenge(scheme, base(this.server) + "/elsewhere"))
                .block(LIMIT);
        assertThat(resource)
                .isEqualTo(new Metadata.ProtectedResource(
                        this.server.url(),
                        List.of("https://as.example.com"),
                        List.of("read", "write"),
                        true,
                        List.of("ES256"),
                        "Weather"));
        RecordedRequest request = this.server.requests().get(0);
        assertThat(request.header("Authorization")).isNull();
        assertThat(request.header("Cookie")).isNull();
    }

    // AUTH-07: without a challenge the path of the endpoint comes first, and the root then
    @Test
    void resourceWithoutChallengeIsSearchedByPathThenAtTheRoot() {
        this.server.onAny().path(RESOURCE + "/mcp").reply(Reply.status(404));
        at(this.server, RESOURCE, resource(base(this.server), ""));
        Metadata.ProtectedResource resource = metadata().resource(List.of()).block(LIMIT);
        assertThat(resource).isNotNull();
        assertThat(resource.resource()).isEqualTo(base(this.server));
        assertThat(this.server.requests())
                .extracting(RecordedRequest::path)
                .containsExactly(RESOURCE + "/mcp", RESOURCE);
    }

    // AUTH-08: whether that is an error is up to the settings, and known to others
    @Test
    void resourceThatIsNotFoundIsEmpty() {
        this.server.onAny().times(2).reply(Reply.status(404));
        assertThat(metadata().resource(List.of()).block(LIMIT)).isNull();
    }

    // H29: a site that answers everything with its front page has no document, either
    @Test
    void resourceSearchContinuesAfterAnHtmlPage() {
        this.server
                .onAny()
                .path(RESOURCE + "/mcp")
                .reply(Reply.status(200, "text/html; charset=utf-8", "<html></html>"));
        at(this.server, RESOURCE, resource(this.server.url(), ""));
        assertThat(metadata().resource(List.of()).block(LIMIT)).isNotNull();
    }

    // AUTH-12: a new refusal may mean that the server has moved
    @Test
    void resourceIsNotCached() {
        this.server.onAny().path(RESOURCE + "/mcp").reply(Reply.json(200, resource(this.server.url(), "")));
        this.server
                .onAny()
                .path(RESOURCE + "/mcp")
                .reply(Reply.json(200, resource(this.server.url(), "").replace("as.", "new.")));
        Metadata metadata = metadata();
        assertThat(metadata.resource(List.of()).block(LIMIT).issuers()).containsExactly("https://as.example.com");
        assertThat(metadata.resource(List.of()).block(LIMIT).issuers()).containsExactly("https://new.example.com");
    }

    // AUTH-09, Q-09: a document about something else is not used
    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example.com/mcp", "http://127.0.0.1:1/mcp", "nonsense"})
    void resourceWithAnotherIdentifierIsRejected(String identifier) {
        at(this.server, RESOURCE + "/mcp", resource(identifier, ""));
        McpAuthorizationException ex =
                refused(() -> metadata().resource(List.of()).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(ex.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(ex).hasMessageContaining("weather").hasMessageContaining(identifier);
    }

    //
    @Test
    void resourceWithAParentUrlIsRejectedInStrictMode() {
        at(this.server, RESOURCE + "/mcp", resource(base(this.server), ""));
        Metadata metadata = metadata(McpOAuthSettings.builder().strictResource(true));
        McpAuthorizationException ex =
                refused(() -> metadata.resource(List.of()).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(ex.remedy()).contains("auth.strict-resource");
    }

    // H07: no request goes where a challenge would like to have it
    @Test
    void resourceOnAnotherOriginIsNotRead() {
        McpAuthorizationException ex = refused(() -> metadata()
                .resource(challenge("bearer", base(this.other) + "/doc"))
                .block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(ex.remedy()).contains("its scheme and port");
        assertThat(this.other.requests()).isEmpty();
    }

    // H07
    @ParameterizedTest
    @ValueSource(
            strings = {"file:///etc/passwd", "http://169.254.169.254/latest", "gopher://x/", "http://h@evil/", "::"})
    void resourceAtAForbiddenUrlIsNotRead(String url) {
        McpAuthorizationException ex =
                refused(() -> metadata().resource(challenge("bearer", url)).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(ex).hasMessageContaining(url);
        assertThat(ex.remedy()).contains("public URL");
    }

    // H07, AUTH-09: a trusted origin may hold the document, but it is about the server all the same
    @Test
    void resourceOnATrustedOriginIsRead() {
        at(this.other, "/doc", resource(this.server.url(), ""));
        Metadata metadata = metadata(McpOAuthSettings.builder().trustedOrigins(Set.of(URI.create(base(this.other)))));
        assertThat(metadata.resource(challenge("bearer", base(this.other) + "/doc"))
                        .block(LIMIT))
                .isNotNull();
    }

    // AUTH-10
    @ParameterizedTest
    @ValueSource(strings = {"", ", \"authorization_servers\": []", ", \"authorization_servers\": \"https://as\""})
    void resourceWithoutAuthorizationServerIsAnError(String member) {
        at(this.server, RESOURCE + "/mcp", "{\"resource\": \"" + this.server.url() + "\"" + member + "}");
        McpAuthorizationException ex =
                refused(() -> metadata().resource(List.of()).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(ex)
                .hasMessageContaining(base(this.server) + RESOURCE + "/mcp")
                .hasMessageContaining("authorization");
    }

    // AUTH-08, AUTH-10; RFC 9728, section 2: the member is optional
    @ParameterizedTest
    @ValueSource(strings = {"", ", \"authorization_servers\": []", ", \"authorization_servers\": null"})
    void resourceWithoutAuthorizationServerUsesTheConfiguredIssuer(String member) {
        at(this.server, RESOURCE + "/mcp", "{\"resource\": \"" + this.server.url() + "\"" + member + "}");
        Metadata metadata = metadata(McpOAuthSettings.builder().issuer("https://as.example.com"));
        assertThat(metadata.resource(List.of()).block(LIMIT).issuers()).containsExactly("https://as.example.com");
    }

    // AUTH-10, AUTH-32, H18: the settings say which one, and no other is spoken to
    @Test
    void resourceWithoutTheConfiguredIssuerIsAnError() {
        at(this.server, RESOURCE + "/mcp", resource(this.server.url(), ""));
        Metadata metadata = metadata(McpOAuthSettings.builder().issuer("https://other.example.com"));
        McpAuthorizationException ex =
                refused(() -> metadata.resource(List.of()).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(ex.remedy()).contains("auth.issuer");
    }

    // AUTH-10
    @Test
    void resourceWithSeveralIssuersUsesTheConfiguredOne() {
        at(
                this.server,
                RESOURCE + "/mcp",
                resource(this.server.url(), "").replace("[\"", "[\"https://first.example.com\", \""));
        Metadata metadata = metadata(McpOAuthSettings.builder().issuer("https://as.example.com"));
        assertThat(metadata.resource(List.of()).block(LIMIT).issuers()).containsExactly("https://as.example.com");
    }

    // AUTH-14: tokens go into a header or nowhere
    @Test
    void resourceThatDoesNotAcceptTokensInAHeaderIsAnError() {
        at(this.server, RESOURCE + "/mcp", resource(this.server.url(), ", \"bearer_methods_supported\": [\"query\"]"));
        assertThat(refused(() -> metadata().resource(List.of()).block(LIMIT)))
                .hasMessageContaining("bearer_methods_supported");
    }

    // H29, SEC-07: a broken document is an error if no other URL has one; and nothing of it is shown
    @ParameterizedTest
    @ValueSource(ints = {500, 503, 204})
    void resourceRequestThatFailsIsAnError(int status) {
        this.server.onAny().path(RESOURCE + "/mcp").reply(Reply.json(status, status == 204 ? "" : "{\"internal\": 1}"));
        McpAuthorizationException ex =
                refused(() -> metadata().resource(List.of()).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(ex).hasMessageContaining("status " + status).hasMessageNotContaining("internal");
    }

    // H29, SEC-07
    @Test
    void resourceDocumentThatIsTooLargeIsAnError() {
        this.server.onAny().path(RESOURCE + "/mcp").reply(Reply.endlessBody("application/json"));
        McpAuthorizationException ex =
                refused(() -> metadata().resource(List.of()).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
    }

    // H29, SEC-07: silence ends, and is not taken for absence
    @Test
    @Timed
    void resourceRequestWithoutResponseTimesOut() {
        this.server.onAny().path(RESOURCE + "/mcp").reply(Reply.neverAnswer());
        long start = System.nanoTime();
        McpAuthorizationException ex =
                refused(() -> metadata().resource(List.of()).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(4900), Duration.ofSeconds(14));
    }

    // H29: three slow places are no longer than one discovery
    @Test
    @Timed
    void resourceSearchHasAnOverallTimeout() {
        // The first search of a JVM loads classes for a second, and one request has only a second left.
        this.server.onAny().times(2).reply(Reply.status(404));
        this.server.onAny().times(2).reply(request -> Reply.streamed(404, "text/plain")
                .pause(Duration.ofSeconds(4)));
        Metadata metadata = metadata();
        assertThat(metadata.resource(List.of()).block(LIMIT)).isNull();
        long start = System.nanoTime();
        McpAuthorizationException ex =
                refused(() -> metadata.resource(List.of()).block(LIMIT));
        assertThat(ex).hasMessageContaining("7500 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    // what protects it, says of itself

    // AUTH-04, AUTH-16, AUTH-18
    @Test
    void authorizationServerIsReadOnceForAllCallers() {
        at(this.other, SERVER, server(base(this.other), """
                , "scopes_supported": ["a"], "grant_types_supported": ["client_credentials"],
                "authorization_grant_profiles_supported": ["p"],
                "token_endpoint_auth_methods_supported": ["none"],
                "token_endpoint_auth_signing_alg_values_supported": ["ES256"],
                "code_challenge_methods_supported": ["S256"], "dpop_signing_alg_values_supported": ["ES384"],
                "client_id_metadata_document_supported": true,
                "authorization_response_iss_parameter_supported": true, "jwks_uri": 7"""));
        Metadata metadata = metadata();
        List<AuthorizationServer> answers = Flux.range(0, 20)
                .flatMap(i -> metadata.authorizationServer(base(this.other)))
                .collectList()
                .block(LIMIT);
        assertThat(answers)
                .hasSize(20)
                .containsOnly(new AuthorizationServer(
                        base(this.other),
                        URI.create(base(this.other) + "/authorize"),
                        URI.create(base(this.other) + "/token"),
                        null,
                        null,
                        null,
                        List.of("a"),
                        List.of("client_credentials"),
                        List.of("p"),
                        List.of("none"),
                        List.of("ES256"),
                        List.of("S256"),
                        List.of("ES384"),
                        true,
                        true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "[]"})
    void authorizationServerWithEmptyMembersHasTheDefaults(String empty) {
        at(this.other, SERVER, server(base(this.other), """
                , "scopes_supported": EMPTY, "grant_types_supported": EMPTY, "registration_endpoint": EMPTY,
                "authorization_grant_profiles_supported": EMPTY, "token_endpoint_auth_methods_supported": EMPTY,
                "token_endpoint_auth_signing_alg_values_supported": EMPTY, "revocation_endpoint": EMPTY,
                "dpop_signing_alg_values_supported": EMPTY, "client_id_metadata_document_supported": EMPTY,
                "authorization_response_iss_parameter_supported": EMPTY, "device_authorization_endpoint": EMPTY""".replace("EMPTY", empty)));

        assertThat(metadata().authorizationServer(base(this.other)).block(LIMIT))
                .isEqualTo(new AuthorizationServer(
                        base(this.other),
                        URI.create(base(this.other) + "/authorize"),
                        URI.create(base(this.other) + "/token"),
                        null,
                        null,
                        null,
                        List.of(),
                        AuthorizationServer.SILENT_GRANT_TYPES,
                        List.of(),
                        AuthorizationServer.SILENT_AUTH_METHODS,
                        List.of(),
                        null,
                        List.of(),
                        false,
                        false));
    }

    @Test
    void authorizationServerWithWordsAndBooleansAsTextIsRead() {
        at(this.other, SERVER, server(base(this.other), """
                , "scopes_supported": "read write", "token_endpoint_auth_methods_supported": "none",
                "authorization_response_iss_parameter_supported": "True",
                "client_id_metadata_document_supported": "true", "grant_types_supported": 7"""));

        AuthorizationServer found =
                metadata().authorizationServer(base(this.other)).block(LIMIT);

        assertThat(found).isNotNull();
        assertThat(found.scopes()).containsExactly("read", "write");
        assertThat(found.tokenAuthMethods()).containsExactly("none");
        assertThat(found.grantTypes()).isEqualTo(AuthorizationServer.SILENT_GRANT_TYPES);
        assertThat(found.isClientMetadataDocumentSupported()).isTrue();
        assertThat(found.isIssuerInResponse()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"code_challenge_methods_supported\": \"S256\"",
                "\"registration_endpoint\": [\"https://as.example.com/register\"]",
                "\"revocation_endpoint\": 7",
                "\"authorization_response_iss_parameter_supported\": \"yes\""
            })
    void authorizationServerWithASecurityRelevantMemberOfAnotherTypeIsRejected(String member) {
        at(this.other, SERVER, server(base(this.other), ", " + member));
        this.other.onAny().path(OPENID).reply(Reply.status(404));

        assertThat(refused(
                        () -> metadata().authorizationServer(base(this.other)).block(LIMIT)))
                .hasMessageContaining(member.split("\"")[1]);
    }

    @Test
    void resourceWithUnconventionalMembersIsRead() {
        at(this.server, RESOURCE + "/mcp", resource(this.server.url(), """
                , "scopes_supported": "read write", "bearer_methods_supported": "header", "resource_name": {"en": "x"},
                "dpop_bound_access_tokens_required": "true", "dpop_signing_alg_values_supported": \"\""""));

        assertThat(metadata().resource(List.of()).block(LIMIT))
                .isEqualTo(new Metadata.ProtectedResource(
                        this.server.url(),
                        List.of("https://as.example.com"),
                        List.of("read", "write"),
                        true,
                        List.of(),
                        null));
    }

    // AUTH-15, AUTH-17: with a path, three places, and none at the root
    @Test
    void authorizationServerWithPathIsSearchedInOrder() {
        this.other.onAny().path(SERVER + "/tenant1").reply(Reply.status(404));
        this.other.onAny().path(OPENID + "/tenant1").reply(Reply.status(404));
        at(this.other, "/tenant1" + OPENID, server(base(this.other) + "/tenant1", ""));
        AuthorizationServer found =
                metadata().authorizationServer(base(this.other) + "/tenant1").block(LIMIT);
        assertThat(found).isNotNull();
        assertThat(found.grantTypes()).containsExactly("authorization_code", "implicit");
        assertThat(found.tokenAuthMethods()).containsExactly("client_secret_basic");
        assertThat(found.codeChallengeMethods()).isNull();
    }

    // AUTH-16, AUTH-18: the slash at the end counts in the comparison
    @Test
    void authorizationServerWithATrailingSlashMatchesThatIssuer() {
        this.other.onAny().path(SERVER).reply(Reply.status(404));
        at(this.other, OPENID, server(base(this.other) + "/", "").replace("//authorize", "/authorize"));
        assertThat(metadata().authorizationServer(base(this.other) + "/").block(LIMIT))
                .isNotNull();
    }

    // AUTH-18, H09: byte for byte
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://attacker.example.com",
                "http://127.0.0.1:1/",
                "HTTP://127.0.0.1:PORT",
                "http://127.0.0.1:PORT//",
                "http://127.0.0.1:PORT/tenant"
            })
    void authorizationServerOfAnotherIssuerIsRejected(String issuer) {
        at(this.other, SERVER, server(issuer.replace("PORT", "" + this.other.port()), ""));
        McpAuthorizationException ex =
                refused(() -> metadata().authorizationServer(base(this.other)).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(ex).hasMessageContaining("another issuer");
    }

    // H09: no issuer at all
    @Test
    void authorizationServerWithoutIssuerIsRejected() {
        at(this.other, SERVER, "{\"token_endpoint\": \"" + base(this.other) + "/token\"}");
        assertThat(refused(
                        () -> metadata().authorizationServer(base(this.other)).block(LIMIT)))
                .hasMessageContaining("has no issuer");
    }

    // H09, AUTH-21: codes and secrets would be sent to another server
    @ParameterizedTest
    @ValueSource(strings = {"authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint"})
    void authorizationServerWithAnEndpointOnAnotherOriginIsRejected(String endpoint) {
        at(
                this.other,
                SERVER,
                "{\"issuer\": \"" + base(this.other) + "\", \"" + endpoint + "\": \"https://evil.example.com/x\"}");
        McpAuthorizationException ex =
                refused(() -> metadata().authorizationServer(base(this.other)).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(ex).hasMessageContaining(endpoint).hasMessageContaining("auth.trusted-origins");
    }

    // H09: unless that is how it is meant
    @Test
    void authorizationServerWithATrustedEndpointIsAccepted() {
        at(
                this.other,
                SERVER,
                "{\"issuer\": \"" + base(this.other) + "\", \"token_endpoint\": \"https://tokens.example.com/x\"}");
        Metadata metadata =
                metadata(McpOAuthSettings.builder().trustedOrigins(Set.of(URI.create("https://tokens.example.com"))));
        assertThat(metadata.authorizationServer(base(this.other)).block(LIMIT).tokenEndpoint())
                .isEqualTo(URI.create("https://tokens.example.com/x"));
    }

    // H09, H12, AUTH-21
    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "http://as.example.com/authorize", "data:text/html,x", "/authorize"})
    void authorizationServerWithAForbiddenEndpointIsRejected(String endpoint) {
        at(
                this.other,
                SERVER,
                "{\"issuer\": \"" + base(this.other) + "\", \"authorization_endpoint\": \"" + endpoint + "\"}");
        assertThat(refused(() ->
                                metadata().authorizationServer(base(this.other)).block(LIMIT))
                        .reason())
                .isEqualTo(Reason.UNTRUSTED);
    }

    // AUTH-21, SEC-07: nothing is sent to what is no identifier
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://as.example.com?x=y",
                "https://as.example.com#f",
                "http://as.example.com",
                "as",
                "http://10.0.0.1"
            })
    void invalidIssuerReceivesNoRequest(String issuer) {
        assertThat(refused(() -> metadata().authorizationServer(issuer).block(LIMIT))
                        .reason())
                .isEqualTo(Reason.UNTRUSTED);
    }

    // AUTH-32
    @Test
    void authorizationServerOtherThanTheConfiguredOneReceivesNoRequest() {
        Metadata metadata = metadata(McpOAuthSettings.builder().issuer("https://as.example.com"));
        McpAuthorizationException ex =
                refused(() -> metadata.authorizationServer(base(this.other)).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(this.other.requests()).isEmpty();
    }

    // H29, H24: a failure is not kept
    @Test
    void authorizationServerThatFailedIsRequestedAgain() {
        this.other.onAny().path(SERVER).reply(Reply.status(503));
        at(this.other, SERVER, server(base(this.other), ""));
        Metadata metadata = metadata();
        assertThat(refused(() -> metadata.authorizationServer(base(this.other)).block(LIMIT)))
                .hasMessageContaining("status 503");
        assertThat(metadata.authorizationServer(base(this.other)).block(LIMIT)).isNotNull();
    }

    @Test
    void authorizationServerMetadataThatIsNotFoundIsAnErrorWithARemedy() {
        this.other.onAny().times(2).reply(Reply.status(404));
        McpAuthorizationException ex =
                refused(() -> metadata().authorizationServer(base(this.other)).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(ex.remedy()).contains("auth.issuer");
    }

    // servers of revision 2025-03-26

    // AUTH-63, AUTH-65
    @Test
    void rootAuthorizationServerIsReadAtTheRoot() {
        at(this.server, SERVER, server(base(this.server), ", \"code_challenge_methods_supported\": [\"S256\"]"));
        AuthorizationServer found = metadata(McpOAuthSettings.builder().legacyFallback(true))
                .rootAuthorizationServer()
                .block(LIMIT);
        assertThat(found).isNotNull();
        assertThat(found.tokenEndpoint()).isEqualTo(URI.create(base(this.server) + "/token"));
        assertThat(this.server.requests().get(0).header("MCP-Protocol-Version")).isEqualTo("2025-03-26");
    }

    // AUTH-64
    @Test
    void rootAuthorizationServerWithoutDocumentHasTheDefaultEndpoints() {
        this.server.onAny().path(SERVER).reply(Reply.status(404));
        AuthorizationServer found = metadata(McpOAuthSettings.builder().legacyFallback(true))
                .rootAuthorizationServer()
                .block(LIMIT);
        assertThat(found).isNotNull();
        assertThat(found.authorizationEndpoint()).isEqualTo(URI.create(base(this.server) + "/authorize"));
        assertThat(found.tokenEndpoint()).isEqualTo(URI.create(base(this.server) + "/token"));
        assertThat(found.registrationEndpoint()).isEqualTo(URI.create(base(this.server) + "/register"));
        assertThat(found.codeChallengeMethods()).containsExactly("S256");
    }

    private Metadata metadata() {
        return metadata(McpOAuthSettings.builder());
    }

    private Metadata metadata(McpOAuthSettings.Builder builder) {
        McpOAuthSettings settings = builder.build();
        McpNetworkPolicy policy = McpNetworkPolicy.of(this.server.uri(), settings.trustedOrigins());
        for (ScriptedHttpServer one : List.of(this.server, this.other)) {
            one.onAny().optionally().reply(request -> Reply.status(404));
        }
        this.http = new UntrustedHttpClient(policy, Duration.ofSeconds(5));
        ProtectedServer protectedServer = new ProtectedServer(
                "weather", this.server.uri(), () -> McpPrincipal.APPLICATION, null, Duration.ofSeconds(5));
        return new Metadata(protectedServer, settings, policy, this.http);
    }

    private static McpAuthorizationException refused(ThrowingCallable call) {
        return catchThrowableOfType(McpAuthorizationException.class, call);
    }

    private static void at(ScriptedHttpServer server, String path, String document) {
        server.onAny().path(path).reply(Reply.json(200, document));
    }

    private static List<McpChallenge> challenge(String scheme, String url) {
        return List.of(
                new McpChallenge("basic", Map.of("realm", "x")),
                new McpChallenge(scheme, Map.of("resource_metadata", url)));
    }

    private static String base(ScriptedHttpServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    private static String resource(String identifier, String more) {
        return "{\"resource\": \"" + identifier + "\", \"authorization_servers\": [\"https://as.example.com\"]" + more
                + "}";
    }

    private static String server(String issuer, String more) {
        return "{\"issuer\": \"" + issuer + "\", \"authorization_endpoint\": \"" + issuer
                + "/authorize\", \"token_endpoint\": \"" + issuer + "/token\"" + more + "}";
    }
}
