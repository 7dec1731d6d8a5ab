package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** The device authorization grant: RFC 8628. */
class DeviceCodeFlowTests {

    private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";

    private final OAuthFixture fixture = new OAuthFixture();

    private final List<McpAuthorizationRequest> shown = new CopyOnWriteArrayList<>();

    private final AtomicInteger polls = new AtomicInteger();

    /** Responses before the tokens. */
    private volatile List<Reply> before = List.of();

    private volatile String page = "https://as.example.com/device";

    @BeforeEach
    void serveDevices() {
        this.fixture
                .issuer
                .metadata("device_authorization_endpoint", this.fixture.issuer.issuer() + "/device")
                .metadata("code_challenge_methods_supported", null)
                .metadata("authorization_endpoint", null)
                .at(
                        "/device",
                        request -> Reply.json(
                                200,
                                "{\"device_code\":\"secret-device-code\",\"user_code\":\"WDJB-MJHT\",\"verification_uri\":\""
                                        + this.page + "\",\"expires_in\":600,\"interval\":1}"))
                .at("/token", this::token);
    }

    private @Nullable Reply token(FormRequest request) {
        if (!request.grantType().equals(GRANT)) {
            return null;
        }
        int poll = this.polls.getAndIncrement();
        if (poll < this.before.size()) {
            return this.before.get(poll);
        }
        ScriptedAuthorizationServer.Issued issued =
                this.fixture.issuer.issue("client-1", this.fixture.server.url(), "read");
        return Reply.json(
                200,
                "{\"access_token\":\"" + issued.accessToken() + "\",\"token_type\":\"Bearer\",\"expires_in\":3600,"
                        + "\"refresh_token\":\"" + issued.refreshToken() + "\"}");
    }

    @AfterEach
    void close() {
        this.fixture.close();
    }

    private McpAuthorizationPrompt prompt(Duration patience) {
        return new McpAuthorizationPrompt() {
            @Override
            public Mono<URI> prompt(McpAuthorizationRequest request) {
                return Mono.error(new IllegalStateException("no browser"));
            }

            @Override
            public Mono<Void> promptForCode(McpAuthorizationRequest request) {
                return Mono.fromRunnable(() -> DeviceCodeFlowTests.this.shown.add(request));
            }

            @Override
            public Duration timeout() {
                return patience;
            }
        };
    }

    private McpClient client(@Nullable McpAuthorizationPrompt prompt) {
        return this.fixture.client(builder ->
                builder.grant(McpGrantType.DEVICE_CODE).prompt(prompt).scopes(List.of("read")));
    }

    @Test
    void userCodeIsShownAndTokenEndpointIsPolledUntilConsent() {
        this.before = List.of(ScriptedAuthorizationServer.error(400, "authorization_pending"), Reply.status(503));

        McpClient client = client(prompt(OAuthFixture.LIMIT));
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.shown).singleElement().satisfies(request -> {
            assertThat(request.userCode()).isEqualTo("WDJB-MJHT");
            assertThat(request.url()).isEqualTo(URI.create(this.page));
            assertThat(request.redirectUri()).isNull();
            assertThat(request.scopes()).containsExactly("read");
            assertThat(request.toString()).doesNotContain("WDJB");
            request.outcome().block(OAuthFixture.LIMIT);
        });
        assertThat(this.fixture.issuer.requestsAt("/device")).singleElement().satisfies(asked -> {
            assertThat(asked.get("client_id")).isEqualTo("client-1");
            assertThat(asked.get("resource")).isEqualTo(this.fixture.server.url());
            assertThat(asked.scopes()).containsExactly("read");
        });
        assertThat(this.fixture.issuer.tokenRequests(GRANT))
                .hasSize(3)
                .allSatisfy(asked -> assertThat(asked.get("device_code")).isEqualTo("secret-device-code"));
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        this.fixture.verify();
    }

    @Test
    void withoutAPromptTheErrorContainsTheUserCodeAndALaterCallSucceeds() {
        McpClient client = client(null);

        McpAuthorizationException error =
                catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));

        assertThat(error.reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        assertThat(error.remedy()).contains(this.page).contains("WDJB-MJHT");
        await().atMost(OAuthFixture.LIMIT)
                .ignoreExceptionsInstanceOf(McpAuthorizationException.class)
                .until(() -> OAuthFixture.call(client) != null);
        assertThat(this.fixture.issuer.requestsAt("/device")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_denied", "expired_token", "invalid_grant"})
    void tokenEndpointErrorEndsThePolling(String refusal) {
        this.before = List.of(ScriptedAuthorizationServer.error(400, refusal));

        McpClient client = client(prompt(OAuthFixture.LIMIT));
        McpAuthorizationException error =
                catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));

        assertThat(error.remedy()).isNotBlank();
        assertThat(this.polls).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"javascript:alert(1)", "http://as.example.com/device", "file:///etc/passwd", "x"})
    void verificationUriThatIsNotHttpsIsRejected(String url) {
        this.page = url;

        McpClient client = client(prompt(OAuthFixture.LIMIT));
        McpAuthorizationException error =
                catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));

        assertThat(error.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(this.shown).isEmpty();
        assertThat(this.polls).hasValue(0);
    }

    @Test
    void missingDeviceAuthorizationEndpointIsAnErrorWithARemedy() {
        this.fixture.issuer.metadata("device_authorization_endpoint", null);

        McpClient client = client(null);
        McpAuthorizationException error =
                catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));

        assertThat(error.remedy()).contains("auth.device-authorization-endpoint");
    }

    @Test
    void clientRegistersForTheDeviceGrantWithoutARedirectUri() {
        this.fixture.issuer.at("/register", request -> {
            assertThat(request.raw().json().has("redirect_uris")).isFalse();
            assertThat(request.raw().body()).contains(GRANT);
            this.fixture.issuer.client("registered", null);
            return Reply.json(201, "{\"client_id\":\"registered\",\"token_endpoint_auth_method\":\"none\"}");
        });

        OAuthFixture.call(this.fixture.client(builder ->
                builder.grant(McpGrantType.DEVICE_CODE).clientId(null).prompt(prompt(OAuthFixture.LIMIT))));

        assertThat(this.fixture.issuer.requestsAt("/device"))
                .singleElement()
                .satisfies(asked -> assertThat(asked.get("client_id")).isEqualTo("registered"));
    }
}
