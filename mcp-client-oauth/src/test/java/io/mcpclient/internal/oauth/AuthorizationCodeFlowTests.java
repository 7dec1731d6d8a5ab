package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Sinks;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.oauth.FormRequest;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** A user agrees in a browser, against a real authorization server; and all that can be wrong with its answers. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AuthorizationCodeFlowTests {

    private final OAuthFixture fixture = new OAuthFixture();

    @AfterEach
    void close() {
        this.fixture.close();
    }

    private static McpAuthorizationException refusal(McpClient client) {
        return catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
    }

    // AUTH-02, AUTH-34, AUTH-35, AUTH-36, AUTH-50, faults H03, H13: the whole way, once
    @Test
    void unauthorizedRequestStartsTheFlowAndIsRetriedWithTheToken() {
        this.fixture.resource.wanting("*", "read");

        OAuthFixture.call(this.fixture.client());

        assertThat(this.fixture.issuer.authorizationRequests()).singleElement().satisfies(asked -> {
            assertThat(asked.get("response_type")).isEqualTo("code");
            assertThat(asked.get("code_challenge_method")).isEqualTo("S256");
            assertThat(asked.get("code_challenge")).hasSize(43);
            assertThat(asked.get("state")).hasSizeGreaterThanOrEqualTo(43);
            assertThat(asked.get("resource")).isEqualTo(this.fixture.server.url());
            assertThat(asked.scopes()).containsExactly("read");
        });
        assertThat(this.fixture.issuer.tokenRequests()).singleElement().satisfies(asked -> {
            assertThat(asked.grantType()).isEqualTo("authorization_code");
            assertThat(asked.get("resource")).isEqualTo(this.fixture.server.url());
            assertThat(asked.get("redirect_uri"))
                    .isEqualTo(this.fixture.browser.redirectUri().toString());
            assertThat(asked.get("code_verifier")).hasSizeBetween(43, 128);
        });
        this.fixture.verify();
    }

    // AUTH-38, AUTH-39, fault H14: nothing is used twice
    @Test
    void eachFlowHasItsOwnStateAndVerifier() {
        Set<@Nullable String> states = new HashSet<>();
        Set<@Nullable String> challenges = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            OAuthFixture.call(this.fixture.client());
        }

        for (FormRequest asked : this.fixture.issuer.authorizationRequests()) {
            states.add(asked.get("state"));
            challenges.add(asked.get("code_challenge"));
        }
        assertThat(states).hasSize(4);
        assertThat(challenges).hasSize(4);
        this.fixture.verify();
    }

    static Stream<Arguments> codeChallengeMethodsWithoutS256() {
        return Stream.of(null, List.of(), List.of("plain"), List.of("s256")).map(Arguments::of);
    }

    // AUTH-19, AUTH-20, fault H13: before anybody registers, is asked, or gets a code
    @ParameterizedTest
    @MethodSource("codeChallengeMethodsWithoutS256")
    void authorizationServerWithoutPkceIsRejected(@Nullable List<String> methods) {
        this.fixture.issuer.metadata("code_challenge_methods_supported", methods);

        McpAuthorizationException error = refusal(this.fixture.client(draft -> draft.clientId(null)));

        assertThat(error.reason()).isEqualTo(Reason.AUTHORIZATION_SERVER);
        assertThat(error).hasMessageContaining("PKCE").hasMessageContaining("weather");
        assertThat(this.fixture.browser.requests()).isEmpty();
        assertThat(this.fixture.issuer.requestsAt("/register")).isEmpty();
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();
    }

    // SEC-10, SEC-12, fault H12: such a page is not opened
    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "data:text/html,x",
                "file:///etc/passwd",
                "vbscript:x",
                "http://as.example.com/authorize",
                "https://as.example.com/$(touch${IFS}x)",
                "https://user@as.example.com/authorize"
            })
    void authorizationEndpointThatIsNotHttpsIsRejected(String endpoint) {
        this.fixture.issuer.metadata("authorization_endpoint", endpoint);

        McpAuthorizationException error = refusal(this.fixture.client());

        assertThat(error.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(error.remedy()).isNotBlank();
        assertThat(this.fixture.browser.requests()).isEmpty();
    }

    // AUTH-38, AUTH-40, AUTH-41, AUTH-42, SEC-19, faults H14, H20: the code goes to no token endpoint, its own or
    // another's
    @ParameterizedTest(name = "announced {0}: {1} {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "true, iss, -",
                "true, iss, https://evil.example.com",
                "true, iss, ISSUER/",
                "false, iss, https://evil.example.com",
                "false, iss, ISSUER/",
                "true, state, -",
                "true, state, wrong",
                "true, code, -"
            })
    void callbackWithWrongStateOrIssuerIsRejected(boolean isAnnounced, String parameter, @Nullable String value) {
        this.fixture.issuer.metadata("authorization_response_iss_parameter_supported", isAnnounced);
        this.fixture.issuer.authorizationResponse(answer -> {
            Map<String, String> changed = new LinkedHashMap<>(answer);
            if (value == null) {
                changed.remove(parameter);
            } else {
                changed.put(parameter, value.replace("ISSUER", this.fixture.issuer.issuer()));
            }
            return changed;
        });

        McpAuthorizationException error = refusal(this.fixture.client());

        assertThat(error.reason()).isIn(Reason.UNTRUSTED, Reason.AUTHORIZATION_SERVER);
        assertThat(error.problem()).doesNotContain("evil");
        assertThat(this.fixture.browser.requests()).hasSize(1);
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();
        assertThat(this.fixture.victim.requests()).isEmpty();
    }

    // AUTH-39, SEC-19: a mix-up, where the honest server's answer is given to a flow that was begun at the attacker's
    @Test
    void codeOfAnotherIssuerIsNotSentToTheTokenEndpoint() {
        this.fixture.issuer.metadata("token_endpoint", this.fixture.victim.url() + "/token");
        this.fixture.browser.comingBackWith(
                url -> URI.create(url.toString().replaceAll("iss=[^&]*", "iss=https%3A%2F%2Fhonest.example.com")));

        McpAuthorizationException error = refusal(this.fixture.client());

        assertThat(error.reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(this.fixture.victim.requests()).isEmpty();
    }

    // fault H14: an answer is good once
    @Test
    void replayedCallbackIsRejected() {
        URI[] first = new URI[1];
        this.fixture.browser.comingBackWith(url -> {
            first[0] = (first[0] == null) ? url : first[0];
            return first[0];
        });
        OAuthFixture.call(this.fixture.client());

        assertThat(refusal(this.fixture.client()).reason()).isEqualTo(Reason.UNTRUSTED);
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(1);
    }

    // fault H20, AUTH-42: shown after the issuer is known to be the right one, on one line, and not all of it
    @Test
    void authorizationErrorTextIsEscaped() {
        String text = "<b>call +1 555</b>\r\n2026 INFO forged\u001b[31m" + "x".repeat(2000);
        this.fixture.issuer.authorizationResponse(answer -> Map.of(
                "error",
                "access_denied",
                "error_description",
                text,
                "state",
                String.valueOf(answer.get("state")),
                "iss",
                this.fixture.issuer.issuer()));

        McpAuthorizationException error = refusal(this.fixture.client());

        assertThat(error.problem()).contains("access_denied").doesNotContain("\n", "\r", "\u001b");
        assertThat(error.problem()).hasSizeLessThan(700);
    }

    // fault H20, AUTH-42
    @Test
    void authorizationErrorTextOfAnotherIssuerIsNotShown() {
        this.fixture.issuer.authorizationResponse(answer -> Map.of(
                "error",
                "access_denied",
                "error_description",
                "call this number",
                "state",
                String.valueOf(answer.get("state")),
                "iss",
                "https://evil.example.com"));

        assertThat(refusal(this.fixture.client())).hasMessageNotContaining("call this number");
    }

    // AUTH-08, AUTH-66: stop, and say what can be set
    @Test
    void serverWithoutResourceMetadataRequiresAConfiguredIssuer() {
        try (ScriptedHttpServer silent = new ScriptedHttpServer()) {
            silent.on("GET").optionally().reply(Reply.status(404));
            silent.onAny().optionally().reply(Reply.status(401));
            McpClient client = this.fixture.client(draft -> draft, builder -> builder.url(silent.url()));

            McpAuthorizationException error = refusal(client);

            assertThat(error.reason()).isEqualTo(Reason.SETTINGS);
            assertThat(error.remedy()).contains("auth.issuer", "auth.legacy-fallback");
            assertThat(this.fixture.browser.requests()).isEmpty();
        }
    }

    // AUTH-36: scheme and host in lower case, no slash at the end
    @Test
    void resourceIdentifierWithoutMetadataIsTheCanonicalUrl() {
        try (ScriptedHttpServer silent = new ScriptedHttpServer()) {
            silent.on("GET").optionally().reply(Reply.status(404));
            silent.onAny().optionally().reply(Reply.status(401));
            McpClient client = this.fixture.client(
                    draft -> draft.issuer(this.fixture.issuer.issuer()),
                    builder -> builder.url("HTTP://LocalHost:" + silent.port() + "/Some/Mcp/"));

            refusal(client);

            String canonical = "http://localhost:" + silent.port() + "/Some/Mcp";
            assertThat(this.fixture.issuer.authorizationRequests())
                    .singleElement()
                    .satisfies(asked -> assertThat(asked.get("resource")).isEqualTo(canonical));
            assertThat(this.fixture.issuer.tokenRequests())
                    .singleElement()
                    .satisfies(asked -> assertThat(asked.get("resource")).isEqualTo(canonical));
        }
    }

    // AUTH-08: what is configured is used instead
    @Test
    void configuredIssuerReplacesMissingResourceMetadata() {
        try (ScriptedHttpServer silent = new ScriptedHttpServer()) {
            silent.on("GET").optionally().reply(Reply.status(404));
            silent.onAny().optionally().reply(Reply.status(401));
            McpClient client = this.fixture.client(
                    draft -> draft.issuer(this.fixture.issuer.issuer()), builder -> builder.url(silent.url()));

            assertThat(refusal(client).reason()).isEqualTo(Reason.REFUSED);

            assertThat(this.fixture.issuer.tokenRequests())
                    .singleElement()
                    .satisfies(asked -> assertThat(asked.get("resource")).isEqualTo(silent.url()));
        }
    }

    // SEC-30
    @Test
    void errorsContainNoSecrets() {
        this.fixture.issuer.nextAt("/token", ScriptedAuthorizationServer.error(400, "invalid_grant"));

        McpAuthorizationException error = refusal(this.fixture.client());

        String state = this.fixture.issuer.authorizationRequests().get(0).get("state");
        assertThat(error).hasMessageContaining("invalid_grant").hasMessageNotContaining(String.valueOf(state));
        assertThat(error.remedy()).isNotBlank();
        this.fixture.issuer.secrets().forEach(secret -> assertThat(error).hasMessageNotContaining(secret));
    }

    // AUTH-49, fault H14: one page for any number of callers
    @Test
    void callersShareOneFlow() {
        this.fixture.resource.open("server/discover");
        Sinks.Empty<Void> thought = Sinks.empty();
        this.fixture.browser.thinking(thought);
        McpClient client = this.fixture.client();
        client.session().connect();

        List<CompletableFuture<?>> calls = IntStream.range(0, 20)
                .<CompletableFuture<?>>mapToObj(
                        i -> client.reactive().callTool("echo", Map.of()).toFuture())
                .toList();
        await().atMost(OAuthFixture.LIMIT).until(() -> this.fixture.resource.refusals() == 20);
        thought.tryEmitEmpty();

        calls.forEach(call -> assertThat(call).succeedsWithin(OAuthFixture.LIMIT));
        assertThat(this.fixture.browser.requests()).hasSize(1);
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(1);
        this.fixture.verify();
    }

    // a caller without patience gets to know what to do; the flow goes on, and a later call has its outcome
    @Test
    void callWithoutPatienceFailsAtOnceAndALaterOneUsesTheToken() {
        this.fixture.resource.open("server/discover");
        Sinks.Empty<Void> thought = Sinks.empty();
        this.fixture.browser.thinking(thought).patience(Duration.ZERO);
        McpClient client = this.fixture.client();

        McpAuthorizationException first = refusal(client);
        this.fixture.browser.link("/authorize/7");
        McpAuthorizationException second = refusal(client);

        assertThat(first.reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        assertThat(second.reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        assertThat(this.fixture.browser.requests()).singleElement().satisfies(request -> {
            assertThat(first.remedy())
                    .startsWith("Ask the user to open the page of " + request.issuer()
                            + " that the application shows, which expires at ")
                    .doesNotContain(request.id());
            assertThat(second.remedy()).startsWith("Ask the user to open /authorize/7, which expires at ");
        });
        thought.tryEmitEmpty();
        this.fixture.browser.requests().get(0).outcome().block(OAuthFixture.LIMIT);
        OAuthFixture.call(client);
        assertThat(this.fixture.browser.requests()).hasSize(1);
        this.fixture.verify();
    }

    // the flow outlives its first caller, and the connection that was coming up
    @Test
    void flowContinuesAfterItsCallerCancels() {
        Sinks.Empty<Void> thought = Sinks.empty();
        this.fixture.browser.thinking(thought);
        McpClient client = this.fixture.client();
        var connecting = client.reactive().session().connect().subscribe();
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.browser.requests().size() == 1);
        connecting.dispose();
        client.session().dispose();

        thought.tryEmitEmpty();
        this.fixture.browser.requests().get(0).outcome().block(OAuthFixture.LIMIT);
        OAuthFixture.call(client);

        assertThat(this.fixture.browser.requests()).hasSize(1);
        this.fixture.verify();
    }

    // fault H14: late
    @Test
    void flowFailsWhenThePromptTimesOut() {
        this.fixture.browser.thinking(Sinks.empty());
        McpClient client = this.fixture.client(draft -> draft.promptTimeout(Duration.ofMillis(300)));

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        assertThat(error.remedy()).contains("auth.prompt-timeout");
        assertThat(this.fixture.browser.cancelled()).isEqualTo(1);
        assertThat(this.fixture.issuer.tokenRequests()).isEmpty();
    }

    // AUTH-31, AUTH-60: a lost registration is renewed once
    @Test
    void lostClientRegistrationIsRenewed() {
        this.fixture.issuer.nextAt("/token", ScriptedAuthorizationServer.error(401, "invalid_client"));

        OAuthFixture.call(this.fixture.client(draft -> draft.clientId(null)));

        assertThat(this.fixture.issuer.requestsAt("/register")).hasSize(2);
        this.fixture.verify();
    }

    // AUTH-62: no refresh token is no error
    @Test
    void missingRefreshTokenStartsANewFlowAfterExpiry() {
        this.fixture.issuer.withoutRefreshTokens();
        McpClient client = this.fixture.client();
        OAuthFixture.call(client);
        this.fixture.issuer.expireAll();
        OAuthFixture.call(client);

        assertThat(this.fixture.browser.requests()).hasSize(2);
        this.fixture.verify();
    }
}
