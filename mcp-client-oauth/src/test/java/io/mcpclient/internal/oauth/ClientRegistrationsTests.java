package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.JsonNode;

import io.mcpclient.auth.InMemoryMcpTokenStore;
import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.support.store.StoreAccess;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class ClientRegistrationsTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final URI LOOPBACK = URI.create("http://localhost:3000/callback");

    private final ScriptedHttpServer endpoint = new ScriptedHttpServer();

    private final String issuer = "http://127.0.0.1:" + this.endpoint.port();

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

    private final List<UntrustedHttpClient> opened = new ArrayList<>();

    private McpTokenStore store = new InMemoryMcpTokenStore();

    @AfterEach
    void close() {
        this.opened.forEach(UntrustedHttpClient::close);
        this.endpoint.close();
    }

    // configuration

    // AUTH-22, AUTH-23: what is configured comes first
    @Test
    void atUsesTheConfiguredClientId() {
        ClientIdentity client = registrations(builder()
                        .clientId("id")
                        .clientSecret(() -> "s")
                        .clientMetadataUrl(URI.create("https://app.example.com/client.json")))
                .at(server(true, "client_secret_basic"))
                .block(LIMIT);
        assertThat(client)
                .isEqualTo(new ClientIdentity(
                        this.issuer, "id", "s", McpTokenAuthMethod.CLIENT_SECRET_BASIC, LOOPBACK, false));
        assertThat(client.toString()).doesNotContain("secret");
    }

    // AUTH-32, AUTH-30, H18: it belongs to one authorization server
    @Test
    void atAnIssuerOtherThanTheConfiguredOneFails() {
        ClientRegistrations registrations = registrations(
                builder().clientId("id").issuer("https://as.example.com").clientSecret(() -> "s"));
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(true, "none")).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(ex).hasMessageContaining("https://as.example.com").hasMessageContaining(this.issuer);
    }

    // AUTH-30, AUTH-32, H18: without an issuer in the settings it belongs to the first one, also after a restart
    @Test
    void atAnIssuerOtherThanTheFirstFails() {
        McpOAuthSettings.Builder builder = builder().clientId("id").clientSecret(() -> "s");
        ClientRegistrations registrations = registrations(builder);
        registrations.at(server(true, "client_secret_basic")).block(LIMIT);
        AuthorizationServer other = server("https://two.example.com", true, "client_secret_basic");
        McpAuthorizationException ex = refused(() -> registrations.at(other).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(ex).hasMessageContaining(this.issuer).hasMessageContaining("auth.issuer");
        assertThat(refused(() -> registrations(builder).at(other).block(LIMIT)))
                .as("after a restart")
                .isNotNull();
        assertThat(registrations(builder.issuer("https://two.example.com"))
                        .at(other)
                        .block(LIMIT))
                .as("as the settings say")
                .isNotNull();
    }

    // AUTH-32, H18: a store that fails may know another one
    @Test
    void atTheFirstIssuerFailsWhileTheStoreFails() {
        this.store = new BrokenStore();
        ClientRegistrations registrations = registrations(builder().clientId("id"));
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(true, "none")).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(ex).hasMessageContaining("store").hasMessageContaining("auth.issuer");
    }

    // AUTH-32, H28: credentials that need no user belong to one authorization server
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"AUTHORIZATION_CODE", "DEVICE_CODE"})
    void atAnIssuerOtherThanTheFirstFailsForAMetadataUrlWithoutAUser(McpGrantType grant) {
        McpOAuthSettings.Builder builder =
                builder().grant(grant).clientMetadataUrl(URI.create("https://app.example.com/client.json"));
        registrations(builder).at(server(true, "none")).block(LIMIT);
        AuthorizationServer other = server("https://two.example.com", true, "none");
        McpAuthorizationException ex =
                refused(() -> registrations(builder).at(other).block(LIMIT));
        assertThat(ex).hasMessageContaining(this.issuer).hasMessageContaining("auth.client-metadata-url");
    }

    // WIF-01, H28
    @Test
    void atAnIssuerOtherThanTheFirstFailsForAWorkloadJwt() {
        McpOAuthSettings.Builder builder = McpOAuthSettings.builder().grant(McpGrantType.JWT_BEARER);
        registrations(builder).at(server(false, "none")).block(LIMIT);
        AuthorizationServer other = server("https://two.example.com", false, "none");
        assertThat(refused(() -> registrations(builder).at(other).block(LIMIT)))
                .hasMessageContaining("the platform's JWT");
    }

    // AUTH-43
    @Test
    void atAServerWithoutASupportedAuthMethodFails() {
        ClientRegistrations registrations =
                registrations(builder().clientId("id").clientSecret(() -> "s"));
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(false, "tls_client_auth")).block(LIMIT));
        assertThat(ex.remedy()).contains("auth.token-auth-method");
    }

    // CC-03: the algorithm is one that the server takes
    @Test
    void atAServerWithoutTheConfiguredSigningAlgorithmFails() {
        ClientRegistrations registrations = registrations(builder()
                .grant(McpGrantType.CLIENT_CREDENTIALS)
                .clientId("id")
                .privateKey(() -> Keys.RSA.toJSONString())
                .signingAlgorithm("RS256"));
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(false, "private_key_jwt")).block(LIMIT));
        assertThat(ex).hasMessageContaining("RS256").hasMessageContaining("auth.signing-algorithm");
    }

    // AUTH-37
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.example.com/callback",
                "https://app.example.com/callback#x",
                "https://user@app.example.com/callback",
                "myapp:/callback",
                "http://127.0.0.1.example.com/callback"
            })
    void atWithAnUnsafeRedirectUriFails(URI redirectUri) {
        ClientRegistrations registrations = registrations(builder().redirectUri(redirectUri));
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(true, "none")).block(LIMIT));
        assertThat(ex.remedy()).contains("auth.redirect-uri");
    }

    // AUTH-37
    @Test
    void atWithoutRedirectUriFails() {
        ClientRegistrations registrations = registrations(McpOAuthSettings.builder());
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(true, "none")).block(LIMIT));
        assertThat(ex.remedy()).contains("auth.redirect-uri");
    }

    // a document of its own

    // AUTH-22, AUTH-24, AUTH-26: it comes before registration, and is not fetched
    @Test
    void atAServerThatSupportsMetadataDocumentsUsesTheUrl() {
        ClientIdentity client = registrations(
                        builder().clientMetadataUrl(URI.create("https://app.example.com/client.json")))
                .at(server(true, "none"))
                .block(LIMIT);
        assertThat(client)
                .isEqualTo(new ClientIdentity(
                        this.issuer,
                        "https://app.example.com/client.json",
                        null,
                        McpTokenAuthMethod.NONE,
                        LOOPBACK,
                        false));
    }

    // AUTH-33: the same id everywhere
    @Test
    void atAnotherServerThatSupportsMetadataDocumentsUsesTheSameUrl() {
        ClientRegistrations registrations =
                registrations(builder().clientMetadataUrl(URI.create("https://app.example.com/client.json")));
        ClientIdentity one = registrations.at(server(true, "none")).block(LIMIT);
        ClientIdentity two = registrations
                .at(server("https://two.example.com", true, "none"))
                .block(LIMIT);
        assertThat(two.clientId()).isEqualTo(one.clientId());
        assertThat(two.issuer()).isEqualTo("https://two.example.com");
    }

    // AUTH-26
    @Test
    void atAServerThatSupportsMetadataDocumentsSignsIfThereIsAKey() {
        ClientIdentity client = registrations(builder()
                        .clientMetadataUrl(URI.create("https://app.example.com/client.json"))
                        .privateKey(() -> Keys.P256.toJSONString()))
                .at(server(true, "none private_key_jwt"))
                .block(LIMIT);
        assertThat(client.method()).isEqualTo(McpTokenAuthMethod.PRIVATE_KEY_JWT);
    }

    // AUTH-25
    @Test
    void atWithAnInvalidMetadataDocumentUrlFails() {
        ClientRegistrations registrations =
                registrations(builder().clientMetadataUrl(URI.create("https://app.example.com/")));
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(true, "none")).block(LIMIT));
        assertThat(ex).hasMessageContaining("auth.client-metadata-url has no path");
    }

    // AUTH-24: where documents are not read, registration is next
    @Test
    void atAServerWithoutMetadataDocumentSupportRegisters() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        ClientIdentity client = registrations(
                        builder().clientMetadataUrl(URI.create("https://app.example.com/client.json")))
                .at(server(false, "none"))
                .block(LIMIT);
        assertThat(client.clientId()).isEqualTo("id-1");
        assertThat(client.isRegistered()).isTrue();
    }

    // registration

    // AUTH-27, AUTH-28, AUTH-60, DPOP-07: all that a registration says
    @Test
    void registrationContainsTheClientMetadata() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        registrations(builder()
                        .clientName("Travel \"ü\"")
                        .scopes(List.of("read", "write"))
                        .dpop(McpDPoPMode.REQUIRED))
                .at(server(false, "none"))
                .block(LIMIT);
        JsonNode body = this.endpoint.requests().get(0).json();
        assertThat(body.path("client_name").stringValue()).isEqualTo("Travel \"ü\"");
        assertThat(body.path("redirect_uris").toString()).isEqualTo("[\"http://localhost:3000/callback\"]");
        assertThat(body.path("grant_types").toString()).isEqualTo("[\"authorization_code\",\"refresh_token\"]");
        assertThat(body.path("response_types").toString()).isEqualTo("[\"code\"]");
        assertThat(body.path("token_endpoint_auth_method").stringValue()).isEqualTo("none");
        assertThat(body.path("application_type").stringValue()).isEqualTo("native");
        assertThat(body.path("scope").stringValue()).isEqualTo("read write");
        assertThat(body.path("dpop_bound_access_tokens").booleanValue()).isTrue();
        assertThat(this.endpoint.requests().get(0).header("Authorization")).isNull();
    }

    // AUTH-28: an application somewhere else is one for the web
    @Test
    void registrationOfARemoteApplicationHasApplicationTypeWeb() {
        this.endpoint.onAny().path("/register").reply(Reply.json(200, "{\"client_id\": \"id-1\"}"));
        registrations(builder().redirectUri(URI.create("https://app.example.com/callback")))
                .at(server(false, "none"))
                .block(LIMIT);
        JsonNode body = this.endpoint.requests().get(0).json();
        assertThat(body.path("application_type").stringValue()).isEqualTo("web");
        assertThat(body.has("scope")).isFalse();
        assertThat(body.has("dpop_bound_access_tokens")).isFalse();
    }

    static Stream<Arguments> methods() {
        return Stream.of(
                Arguments.of("none client_secret_basic", "", McpTokenAuthMethod.CLIENT_SECRET_BASIC),
                Arguments.of("client_secret_post", "", McpTokenAuthMethod.CLIENT_SECRET_POST),
                Arguments.of(
                        "client_secret_basic",
                        ", \"token_endpoint_auth_method\": \"client_secret_post\"",
                        McpTokenAuthMethod.CLIENT_SECRET_POST),
                Arguments.of(
                        "client_secret_basic", ", \"token_endpoint_auth_method\": \"none\"", McpTokenAuthMethod.NONE));
    }

    // AUTH-43, H19: what the registration says counts
    @ParameterizedTest(name = "{0}, then {1}: {2}")
    @MethodSource("methods")
    void registrationDeterminesTheAuthMethod(String known, String answer, McpTokenAuthMethod method) {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ", \"client_secret\": \"s\"" + answer));
        ClientIdentity client =
                registrations(builder()).at(server(false, known)).block(LIMIT);
        assertThat(client.method()).isEqualTo(method);
        assertThat(client.secret()).isEqualTo("s");
    }

    // AUTH-43
    @Test
    void registrationWithoutASecretIsAPublicClient() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        assertThat(registrations(builder())
                        .at(server(false, "client_secret_basic"))
                        .block(LIMIT)
                        .method())
                .isEqualTo(McpTokenAuthMethod.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"redirect_uris\": []",
                "\"redirect_uris\": \"\"",
                "\"redirect_uris\": null",
                "\"redirect_uris\": \"http://localhost:3000/callback\"",
                "\"client_secret\": [], \"token_endpoint_auth_method\": []",
                "\"client_secret\": \"\", \"token_endpoint_auth_method\": \"\"",
                "\"scope\": [], \"grant_types\": \"\", \"client_secret_expires_at\": []",
                "\"scope\": [\"read\", \"write\"]",
                "\"scope\": 7",
                "\"client_secret\": \"s\", \"token_endpoint_auth_method\": \"none\","
                        + " \"client_secret_expires_at\": 9223372036854775807"
            })
    void registrationWithEmptyOrUnconventionalMembersIsUsed(String members) {
        this.endpoint.onAny().path("/register").reply(Reply.json(201, "{\"client_id\": \"id-1\", " + members + "}"));

        ClientIdentity client =
                registrations(builder()).at(server(false, "none")).block(LIMIT);

        assertThat(client.clientId()).isEqualTo("id-1");
        assertThat(client.method()).isEqualTo(McpTokenAuthMethod.NONE);
    }

    @Test
    void registrationWithAnIntegerAsClientIdIsUsed() {
        this.endpoint.onAny().path("/register").reply(Reply.json(201, "{\"client_id\": 12345}"));

        assertThat(registrations(builder())
                        .at(server(false, "none"))
                        .block(LIMIT)
                        .clientId())
                .isEqualTo("12345");
    }

    // AUTH-30, H19: it is found again after a restart, and by other principals
    @Test
    void registrationIsStored() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ", \"client_secret\": \"s\""));
        AuthorizationServer server = server(false, "client_secret_basic");
        ClientIdentity first = registrations(builder()).at(server).block(LIMIT);
        ClientIdentity second = registrations(builder()).at(server).block(LIMIT);
        assertThat(second).isEqualTo(first);
    }

    // AUTH-11, AUTH-31, H18: another authorization server, another registration
    @Test
    void registrationIsPerIssuer() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        this.endpoint.onAny().path("/register").reply(registered("id-2", ""));
        ClientRegistrations registrations = registrations(builder());
        assertThat(registrations.at(server(false, "none")).block(LIMIT).clientId())
                .isEqualTo("id-1");
        assertThat(registrations
                        .at(server("http://127.0.0.1:" + this.endpoint.port() + "/two", false, "none"))
                        .block(LIMIT)
                        .clientId())
                .isEqualTo("id-2");
        assertThat(registrations.at(server(false, "none")).block(LIMIT).clientId())
                .isEqualTo("id-1");
    }

    // H19: however many want to at once, here and elsewhere
    @Test
    void registrationHappensOnceForAllCallers() {
        CountDownLatch hold = new CountDownLatch(1);
        this.endpoint.onAny().path("/register").reply(registered("id-1", "").after(hold));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations here = registrations(builder());
        ClientRegistrations elsewhere = registrations(builder());
        Set<String> ids = new HashSet<>(Flux.range(0, 40)
                .flatMap(i -> ((i % 2 == 0) ? here : elsewhere).at(server), 40)
                .map(ClientIdentity::clientId)
                .doOnSubscribe(subscription -> hold.countDown())
                .collectList()
                .block(LIMIT));
        assertThat(ids).containsExactly("id-1");
        assertThat(this.endpoint.requests()).hasSize(1);
    }

    // H19: one that gives up does not take the registration away from the others
    @Test
    void registrationContinuesWhenACallerCancels() {
        CountDownLatch hold = new CountDownLatch(1);
        this.endpoint.onAny().path("/register").reply(registered("id-1", "").after(hold));
        ClientRegistrations registrations = registrations(builder());
        AuthorizationServer server = server(false, "none");
        registrations.at(server).subscribe().dispose();
        hold.countDown();
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
        assertThat(this.endpoint.requests()).hasSize(1);
    }

    // AUTH-29: one that takes no scopes from clients, as Spring Authorization Server does
    @Test
    void registrationRejectedForItsScopesIsRetriedWithoutThem() {
        this.endpoint.onAny().path("/register").reply(Reply.json(400, "{\"error\": \"invalid_scope\"}"));
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        ClientIdentity client = registrations(builder().scopes(List.of("read")))
                .at(server(false, "none"))
                .block(LIMIT);
        assertThat(client.clientId()).isEqualTo("id-1");
        assertThat(this.endpoint.requests().get(1).json().has("scope")).isFalse();
    }

    static Stream<Arguments> unusable() {
        return Stream.of(
                Arguments.of(
                        Reply.json(201, "{\"client_id\": \"x\", \"redirect_uris\": [\"https://evil.example.com\"]}"),
                        "redirect_uris"),
                Arguments.of(Reply.json(201, "{}"), "has no client_id"),
                Arguments.of(Reply.json(201, "{\"client_id\": \"a\\r\\nb\"}"), "characters"),
                Arguments.of(
                        Reply.json(201, "{\"client_id\": \"a\", \"token_endpoint_auth_method\": \"tls_client_auth\"}"),
                        "tls_client_auth"),
                Arguments.of(
                        Reply.json(
                                201, "{\"client_id\": \"a\", \"token_endpoint_auth_method\": \"client_secret_post\"}"),
                        "no client_secret"),
                Arguments.of(Reply.json(201, "<html>"), "is not a JSON object"),
                Arguments.of(Reply.json(403, "{}"), "status 403"),
                Arguments.of(Reply.redirect(307, "https://evil.example.com/register"), "status 307"),
                Arguments.of(
                        Reply.json(
                                400,
                                "{\"error\": \"invalid_redirect_uri\", \"error_description\": \"no\\u001b[2J localhost\"}"),
                        "invalid_redirect_uri, \"no\\u001b[2J localhost\""));
    }

    // H19, AUTH-29: an error with a remedy, and no second request within a minute
    @ParameterizedTest(name = "{1}")
    @MethodSource("unusable")
    void failedRegistrationIsNotRetriedWithinAMinute(Reply reply, String problem) {
        this.endpoint.onAny().path("/register").reply(reply);
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        McpAuthorizationException first = refused(() -> registrations.at(server).block(LIMIT));
        assertThat(first.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(first.remedy()).contains("auth.client-id");
        assertThat(first).hasMessageContaining(problem).hasMessageContaining("no new attempt before");
        this.now.set(this.now.get().plus(Duration.ofSeconds(59)));
        assertThat(refused(() -> registrations.at(server).block(LIMIT))).hasMessageContaining(problem);
        assertThat(refused(() -> registrations(builder()).at(server).block(LIMIT)))
                .as("after a restart")
                .hasMessageContaining(problem);
        assertThat(this.endpoint.requests()).hasSize(1);
    }

    // H19: a minute, doubled up to ten, after a restart as well
    @Test
    void failedRegistrationIsRetriedWithBackoff() {
        this.endpoint.onAny().path("/register").times(7).reply(Reply.status(403));
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        AuthorizationServer server = server(false, "none");
        int requests = 0;
        for (int minutes : new int[] {1, 2, 4, 8, 10, 10, 10}) {
            ClientRegistrations registrations = registrations(builder());
            Instant next = this.now.get().plus(Duration.ofMinutes(minutes)).truncatedTo(ChronoUnit.SECONDS);
            assertThat(refused(() -> registrations.at(server).block(LIMIT))).hasMessageContaining("before " + next);
            assertThat(this.endpoint.requests()).hasSize(++requests);
            this.now.set(this.now.get().plus(Duration.ofMinutes(minutes)).minusSeconds(1));
            refused(() -> registrations.at(server).block(LIMIT));
            assertThat(this.endpoint.requests()).hasSize(requests);
            this.now.set(this.now.get().plusSeconds(1));
        }
        assertThat(registrations(builder()).at(server).block(LIMIT).clientId()).isEqualTo("id-1");
    }

    // H19: the pause is for those who do not know that something has changed
    @Test
    void resetAllowsARejectedRegistrationToBeRetriedAtOnce() {
        this.endpoint.onAny().path("/register").reply(Reply.status(403));
        this.endpoint.onAny().path("/register").reply(Reply.status(403));
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        assertThat(refused(() -> registrations.at(server).block(LIMIT)).remedy())
                .contains("reconnect");
        this.now.set(this.now.get().plusMillis(1));
        assertThat(registrations.reset(false).block(LIMIT)).isFalse();
        this.now.set(this.now.get().plusMillis(1));
        refused(() -> registrations.at(server).block(LIMIT));
        refused(() -> registrations.at(server).block(LIMIT));
        assertThat(this.endpoint.requests()).hasSize(2);
        ClientRegistrations restarted = registrations(builder());
        this.now.set(this.now.get().plusMillis(1));
        restarted.reset(false).block(LIMIT);
        assertThat(restarted.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
        assertThat(registrations.at(server).block(LIMIT).clientId())
                .as("where it is known as refused")
                .isEqualTo("id-1");
        assertThat(this.endpoint.requests()).hasSize(3);
    }

    // H19
    @Test
    void resetAllowsAFailedRegistrationToBeRetriedAtOnce() {
        this.endpoint.onAny().path("/register").reply(Reply.status(503));
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        refused(() -> registrations.at(server).block(LIMIT));
        this.now.set(this.now.get().plusMillis(1));
        registrations.reset(false).block(LIMIT);
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
    }

    // H19: an authorization server that is away for a moment has not refused
    @Test
    void registrationAfterAnUnavailableServerIsRetriedAfterAMinute() {
        this.endpoint.onAny().path("/register").reply(Reply.status(503));
        this.endpoint.onAny().path("/register").reply(Reply.reset());
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        refused(() -> registrations.at(server).block(LIMIT));
        refused(() -> registrations.at(server).block(LIMIT));
        assertThat(this.endpoint.requests()).hasSize(1);
        this.now.set(this.now.get().plus(Duration.ofSeconds(61)));
        refused(() -> registrations.at(server).block(LIMIT));
        this.now.set(this.now.get().plus(Duration.ofSeconds(61)));
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
    }

    // RFC 7591, section 3.2.1: a secret may end
    @Test
    void registrationIsReplacedWhenItsSecretExpires() {
        long end = this.now.get().plus(Duration.ofMinutes(10)).getEpochSecond();
        this.endpoint
                .onAny()
                .path("/register")
                .reply(registered("id-1", ", \"client_secret\": \"s\", \"client_secret_expires_at\": " + end));
        this.endpoint.onAny().path("/register").reply(registered("id-2", ""));
        AuthorizationServer server = server(false, "client_secret_basic");
        ClientRegistrations registrations = registrations(builder());
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
        this.now.set(this.now.get().plus(Duration.ofMinutes(11)));
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-2");
    }

    // a registration that is gone

    // H19, AUTH-31: once in a while, however many notice it
    @Test
    void lostReplacesTheRegistrationOnce() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        this.endpoint.onAny().path("/register").reply(registered("id-2", ""));
        this.endpoint.onAny().path("/register").reply(registered("id-3", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        ClientIdentity first = registrations.at(server).block(LIMIT);
        assertThat(registrations.lost(first).block(LIMIT)).isTrue();
        assertThat(registrations.lost(first).block(LIMIT)).as("already deleted").isTrue();
        ClientIdentity second = registrations.at(server).block(LIMIT);
        assertThat(second.clientId()).isEqualTo("id-2");
        assertThat(registrations.lost(first).block(LIMIT))
                .as("already replaced")
                .isTrue();
        assertThat(registrations.lost(second).block(LIMIT)).as("too soon").isFalse();
        assertThat(registrations.at(server).block(LIMIT)).isEqualTo(second);
        this.now.set(this.now.get().plus(Duration.ofSeconds(61)));
        assertThat(registrations.lost(second).block(LIMIT)).isTrue();
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-3");
    }

    // H19: one that tokens were issued for was good, so this is another loss
    @Test
    void lostReplacesARegistrationWithIssuedTokensAtOnce() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        this.endpoint.onAny().path("/register").reply(registered("id-2", ""));
        this.endpoint.onAny().path("/register").reply(registered("id-3", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        registrations.lost(registrations.at(server).block(LIMIT)).block(LIMIT);
        ClientIdentity second = registrations.at(server).block(LIMIT);
        registrations.proven(second);
        assertThat(registrations.lost(second).block(LIMIT)).isTrue();
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-3");
    }

    // H19: an authorization server may give a client that registers again the id that it had before
    @Test
    void lostRegistrationMayBeReplacedUnderTheSameId() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ", \"client_secret\": \"one\""));
        this.endpoint.onAny().path("/register").reply(registered("id-1", ", \"client_secret\": \"two\""));
        AuthorizationServer server = server(false, "client_secret_basic");
        ClientRegistrations registrations = registrations(builder());
        registrations.lost(registrations.at(server).block(LIMIT)).block(LIMIT);
        assertThat(registrations.at(server).block(LIMIT).secret()).isEqualTo("two");
        assertThat(registrations.at(server).block(LIMIT).secret()).isEqualTo("two");
        assertThat(registrations(builder()).of(server, "id-1").block(LIMIT).secret())
                .as("after a restart")
                .isEqualTo("two");
        assertThat(this.endpoint.requests()).hasSize(2);
    }

    // H19: the user alone sees that the page of the authorization server does not know this client
    @Test
    void resetReplacesARegistrationWithoutIssuedTokens() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        this.endpoint.onAny().path("/register").reply(registered("id-2", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        ClientRegistrations elsewhere = registrations(builder());
        registrations.at(server).block(LIMIT);
        elsewhere.at(server).block(LIMIT);
        assertThat(registrations.reset(true).block(LIMIT)).as("to be kept").isFalse();
        assertThat(registrations.reset(false).block(LIMIT)).isTrue();
        assertThat(registrations(builder()).at(server).block(LIMIT).clientId())
                .as("after a restart")
                .isEqualTo("id-2");
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-2");
        assertThat(elsewhere.at(server).block(LIMIT).clientId()).as("elsewhere").isEqualTo("id-2");
        assertThat(registrations.reset(false).block(LIMIT)).as("too soon").isFalse();
    }

    // H19, AUTH-30: what works stays, also for others whose tokens belong to it
    @Test
    void resetRetainsARegistrationWithIssuedTokens() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        registrations.proven(registrations.at(server).block(LIMIT));
        assertThat(registrations.reset(false).block(LIMIT)).isFalse();
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
        assertThat(this.endpoint.requests()).hasSize(1);
    }

    // AUTH-30: tokens are renewed with the registration that they were obtained with
    @Test
    void ofReturnsTheRegistrationOfTheTokensEvenIfReplaced() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ", \"client_secret\": \"s\""));
        this.endpoint.onAny().path("/register").reply(registered("id-2", ""));
        AuthorizationServer server = server(false, "client_secret_basic");
        ClientRegistrations registrations = registrations(builder());
        ClientIdentity first = registrations.at(server).block(LIMIT);
        registrations.reset(false).block(LIMIT);
        registrations.at(server).block(LIMIT);
        assertThat(registrations.of(server, "id-1").block(LIMIT)).isEqualTo(first);
        assertThat(registrations(builder()).of(server, "id-1").block(LIMIT))
                .as("after a restart")
                .isEqualTo(first);
        registrations.lost(first).block(LIMIT);
        assertThat(registrations.of(server, "id-1").blockOptional(LIMIT)).isEmpty();
        assertThat(registrations(builder()).of(server, "id-1").blockOptional(LIMIT))
                .isEmpty();
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-2");
        assertThat(this.endpoint.requests()).hasSize(2);
    }

    // AUTH-30
    @Test
    void ofAnUnknownIdIsEmptyAndDoesNotRegister() {
        ClientRegistrations registrations = registrations(builder());
        assertThat(registrations.of(server(false, "none"), "id-1").blockOptional(LIMIT))
                .isEmpty();
        assertThat(registrations(builder().clientId("other"))
                        .of(server(false, "none"), "id-1")
                        .blockOptional(LIMIT))
                .isEmpty();
        assertThat(this.endpoint.requests()).isEmpty();
    }

    // H19: a concurrent registration of another instance is used
    @Test
    void lostUsesTheRegistrationOfAnotherInstance() {
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        this.endpoint.onAny().path("/register").reply(registered("id-2", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations here = registrations(builder());
        ClientRegistrations elsewhere = registrations(builder());
        ClientIdentity first = here.at(server).block(LIMIT);
        elsewhere.at(server).block(LIMIT);
        elsewhere.lost(first).block(LIMIT);
        elsewhere.at(server).block(LIMIT);
        assertThat(here.lost(first).block(LIMIT)).isTrue();
        assertThat(here.at(server).block(LIMIT).clientId()).isEqualTo("id-2");
        assertThat(this.endpoint.requests()).hasSize(2);
    }

    @Test
    void lostDoesNotReplaceAConfiguredClientId() {
        ClientRegistrations registrations = registrations(builder().clientId("id"));
        ClientIdentity client = registrations.at(server(true, "none")).block(LIMIT);
        assertThat(registrations.lost(client).block(LIMIT)).isFalse();
    }

    // the store

    // H19: a store that is away costs the memory of what was registered, and nothing else
    @Test
    void registrationWhenTheStoreFailsIsRetainedInMemory() {
        this.store = new BrokenStore();
        this.endpoint.onAny().path("/register").reply(registered("id-1", ""));
        AuthorizationServer server = server(false, "none");
        ClientRegistrations registrations = registrations(builder());
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
        assertThat(registrations.at(server).block(LIMIT).clientId()).isEqualTo("id-1");
    }

    // no registration

    // AUTH-22: what is left is to ask the user
    @Test
    void atAServerWithoutRegistrationFailsWithARemedy() {
        ClientRegistrations registrations = registrations(builder());
        McpAuthorizationException ex =
                refused(() -> registrations.at(withoutRegistration(true)).block(LIMIT));
        assertThat(ex.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(ex.remedy()).contains("auth.client-id").contains("auth.client-metadata-url");
    }

    // CC-01: applications do not register themselves
    @Test
    void atWithTheClientCredentialsGrantDoesNotRegister() {
        ClientRegistrations registrations =
                registrations(McpOAuthSettings.builder().grant(McpGrantType.CLIENT_CREDENTIALS));
        McpAuthorizationException ex =
                refused(() -> registrations.at(server(false, "none")).block(LIMIT));
        assertThat(ex.remedy()).contains("auth.client-id");
        assertThat(this.endpoint.requests()).isEmpty();
    }

    // WIF-01: the platform says who this is
    @Test
    void atWithAWorkloadJwtHasNoClientId() {
        ClientIdentity client = registrations(McpOAuthSettings.builder().grant(McpGrantType.JWT_BEARER))
                .at(server(false, "none"))
                .block(LIMIT);
        assertThat(client).isEqualTo(new ClientIdentity(this.issuer, "", null, McpTokenAuthMethod.NONE, null, false));
    }

    private static McpOAuthSettings.Builder builder() {
        return McpOAuthSettings.builder().redirectUri(LOOPBACK);
    }

    private ClientRegistrations registrations(McpOAuthSettings.Builder builder) {
        URI url = URI.create("http://127.0.0.1:1/mcp");
        UntrustedHttpClient http = new UntrustedHttpClient(McpNetworkPolicy.of(url, Set.of()), Duration.ofSeconds(5));
        this.opened.add(http);
        TimeSource time = new SettableTime();
        ProtectedServer server = new ProtectedServer(
                "weather", url, () -> McpPrincipal.APPLICATION, null, Duration.ofSeconds(5), null, time, false);
        StoreAccess access =
                new StoreAccess("weather", "token store", "nothing", this.store, Duration.ofSeconds(2), time);
        return new ClientRegistrations(server, builder.build(), http, new EncryptedValues(access, null));
    }

    /** The wall clock of the test, and real timers: one instance waits for another one at times. */
    private final class SettableTime implements TimeSource {

        @Override
        public Instant instant() {
            return ClientRegistrationsTests.this.now.get();
        }

        @Override
        public long nanoTime() {
            return TimeSource.system().nanoTime();
        }

        @Override
        public Scheduler timers() {
            return TimeSource.system().timers();
        }
    }

    private AuthorizationServer server(boolean readsDocuments, String methods) {
        return server(this.issuer, readsDocuments, methods);
    }

    private AuthorizationServer server(String issuer, boolean readsDocuments, String methods) {
        return server(issuer, URI.create(this.issuer + "/register"), readsDocuments, methods);
    }

    private AuthorizationServer withoutRegistration(boolean readsDocuments) {
        return server(this.issuer, null, readsDocuments, "none");
    }

    private static AuthorizationServer server(
            String issuer, @Nullable URI registration, boolean readsDocuments, String methods) {
        return new AuthorizationServer(
                issuer,
                URI.create(issuer + "/authorize"),
                URI.create(issuer + "/token"),
                registration,
                null,
                null,
                List.of(),
                List.of("authorization_code"),
                List.of(),
                List.of(methods.split(" ")),
                List.of("ES256"),
                List.of("S256"),
                List.of(),
                readsDocuments,
                false);
    }

    private static Reply registered(String clientId, String more) {
        return Reply.json(
                201,
                "{\"client_id\": \"" + clientId + "\", \"redirect_uris\": [\"http://localhost:3000/callback\"]" + more
                        + "}");
    }

    private static McpAuthorizationException refused(ThrowingCallable call) {
        return catchThrowableOfType(McpAuthorizationException.class, call);
    }

    private static final class BrokenStore implements McpTokenStore {

        @Override
        public @Nullable McpStoredValue load(String key) {
            throw new IllegalStateException("broken");
        }

        @Override
        public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
            throw new IllegalStateException("broken");
        }

        @Override
        public boolean remove(String key, long expectedVersion) {
            throw new IllegalStateException("broken");
        }
    }
}
