package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Sinks;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.oauth.FormRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Scopes that a token lacks: fault H06. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class StepUpFlowTests {

    private final OAuthFixture fixture = new OAuthFixture();

    @BeforeEach
    void baseline() {
        this.fixture.resource.wanting("*", "read");
    }

    @AfterEach
    void close() {
        this.fixture.close();
    }

    private List<List<String>> asked() {
        return this.fixture.issuer.authorizationRequests().stream()
                .map(FormRequest::scopes)
                .toList();
    }

    private static McpAuthorizationException refusal(McpClient client) {
        return catchThrowableOfType(McpAuthorizationException.class, () -> OAuthFixture.call(client));
    }

    // AUTH-44, AUTH-47, fault H06: the union, and no refresh, which could not grow
    @Test
    void missingScopeIsRequestedTogetherWithGrantedScopes() {
        this.fixture.resource.wanting("tools/call", "write");

        OAuthFixture.call(this.fixture.client());

        assertThat(asked()).containsExactly(List.of("read"), List.of("write", "read"));
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).isEmpty();
        this.fixture.verify();
    }

    // AUTH-49: many callers, one page
    @Test
    void manyCallersStepUpOnce() {
        McpClient client = this.fixture.client();
        client.session().connect();
        this.fixture.resource.wanting("tools/call", "write");

        List<CompletableFuture<?>> calls = IntStream.range(0, 20)
                .<CompletableFuture<?>>mapToObj(
                        i -> client.reactive().callTool("echo", Map.of()).toFuture())
                .toList();

        calls.forEach(call -> assertThat(call).succeedsWithin(OAuthFixture.LIMIT));
        assertThat(asked()).hasSize(2);
        this.fixture.verify();
    }

    // AUTH-48, AUTH-49, fault H06: a scope that is not granted is asked for once, and not again with the next call
    @Test
    void scopeThatIsNotGrantedIsNotRequestedAgain() {
        this.fixture.issuer.granting(List.of("read"));
        this.fixture.resource.wanting("tools/call", "write");
        McpClient client = this.fixture.client();

        McpAuthorizationException error = refusal(client);

        assertThat(error.reason()).isEqualTo(Reason.REFUSED);
        assertThat(error.status()).isEqualTo(403);
        assertThat(error.requiredScopes()).containsExactly("write");
        assertThat(asked()).hasSize(2);
        assertThat(refusal(client).requiredScopes()).containsExactly("write");
        assertThat(asked()).hasSize(2);
    }

    // fault H06: A, then B, then A again
    @Test
    void alternatingScopeChallengesEnd() {
        AtomicInteger calls = new AtomicInteger();
        McpClient client = this.fixture.client();
        client.session().connect();
        this.fixture.server.on("tools/call").always().reply(request -> {
            String scope = List.of("a", "b").get(calls.getAndIncrement() % 2);
            return Reply.status(403)
                    .withHeader("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"" + scope + "\"");
        });

        McpAuthorizationException error = refusal(client);

        assertThat(error.requiredScopes()).containsExactly("a");
        assertThat(asked()).containsExactly(List.of("read"), List.of("a", "read"), List.of("b", "a", "read"));
        assertThat(calls).hasValue(3);
    }

    // AUTH-48, fault H06: a server that wants one more each time
    @Test
    void growingScopeChallengesEndAfterTwoStepUps() {
        AtomicInteger calls = new AtomicInteger();
        McpClient client = this.fixture.client();
        client.session().connect();
        this.fixture.server.on("tools/call").always().reply(request -> Reply.status(403)
                .withHeader(
                        "WWW-Authenticate",
                        "Bearer error=\"insufficient_scope\", scope=\"s" + calls.getAndIncrement() + "\""));

        assertThat(refusal(client).requiredScopes()).containsExactly("s2");
        assertThat(calls).hasValue(3);
        assertThat(asked()).hasSize(3);
    }

    // AUTH-49, AUTH-58: a page that nobody has opened yet delays no call that needs no other scopes
    @Test
    void tokensThatExpireWhileTheUserDecidesAreRefreshed() {
        this.fixture.issuer.lifetime(Duration.ofSeconds(2));
        McpClient client = this.fixture.client();
        Sinks.Empty<Void> decision = Sinks.empty();
        CompletableFuture<?> waiting = callThatWaitsForTheUser(client, decision);
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.issuer.accessTokens().stream().noneMatch(this.fixture.issuer::accepts));

        client.listResources();

        assertThat(waiting).isNotDone();
        this.fixture.issuer.lifetime(Duration.ofHours(1));
        assertThatTheDecisionIsUsed(client, waiting, decision);
    }

    // AUTH-49, AUTH-55: also if the server rejects the token
    @Test
    void tokensThatAreRejectedWhileTheUserDecidesAreRefreshed() {
        McpClient client = this.fixture.client();
        Sinks.Empty<Void> decision = Sinks.empty();
        CompletableFuture<?> waiting = callThatWaitsForTheUser(client, decision);
        this.fixture.issuer.expireAll();

        client.listResources();

        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).hasSize(1);
        assertThat(waiting).isNotDone();
        assertThatTheDecisionIsUsed(client, waiting, decision);
    }

    // AUTH-49, fault H23: a refresh that is refused in between does not cost what the user decides afterwards
    @Test
    void decisionIsUsedAlthoughTheTokensWereRevokedMeanwhile() {
        this.fixture.issuer.lifetime(Duration.ofSeconds(2));
        McpClient client = this.fixture.client();
        Sinks.Empty<Void> decision = Sinks.empty();
        CompletableFuture<?> waiting = callThatWaitsForTheUser(client, decision);
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.issuer.accessTokens().stream().noneMatch(this.fixture.issuer::accepts));
        this.fixture.issuer.revokeAll();
        int before = this.fixture.issuer.tokenRequests("refresh_token").size();
        CompletableFuture<?> other = client.reactive().listResources().toFuture();
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.issuer.tokenRequests("refresh_token").size() > before);

        this.fixture.issuer.lifetime(Duration.ofHours(1));
        assertThatTheDecisionIsUsed(client, waiting, decision);
        assertThat(other).succeedsWithin(OAuthFixture.LIMIT);
    }

    private CompletableFuture<?> callThatWaitsForTheUser(McpClient client, Sinks.Empty<Void> decision) {
        client.session().connect();
        this.fixture.browser.thinking(decision);
        this.fixture.resource.wanting("tools/call", "write");
        CompletableFuture<?> waiting =
                client.reactive().callTool("echo", Map.of()).toFuture();
        await().atMost(OAuthFixture.LIMIT)
                .until(() -> this.fixture.browser.requests().size() == 2);
        return waiting;
    }

    private void assertThatTheDecisionIsUsed(
            McpClient client, CompletableFuture<?> waiting, Sinks.Empty<Void> decision) {
        decision.tryEmitEmpty();
        assertThat(waiting).succeedsWithin(OAuthFixture.LIMIT);
        OAuthFixture.call(client);
        assertThat(asked()).containsExactly(List.of("read"), List.of("write", "read"));
        assertThat(this.fixture.issuer.reuses()).isZero();
        this.fixture.verify();
    }

    // AUTH-44, fault H06: some servers report a missing scope with 401
    @Test
    void scopeThatIsMissingWithStatus401IsRequested() {
        McpClient client = this.fixture.client();
        client.session().connect();
        this.fixture
                .server
                .on("tools/call")
                .reply(Reply.status(401)
                        .withHeader("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"write\""));

        OAuthFixture.call(client);

        assertThat(asked()).containsExactly(List.of("read"), List.of("write", "read"));
        assertThat(this.fixture.issuer.tokenRequests("refresh_token")).isEmpty();
        this.fixture.verify();
    }

    // AUTH-44, fault H06: clients without a user fail at once, and say what they lack
    @Test
    void clientCredentialsGrantFailsAtOnceWithTheMissingScope() {
        this.fixture.issuer.client("machine", "secret-of-machine");
        this.fixture.resource.wanting("tools/call", "write");
        McpClient client = this.fixture.client(draft -> draft.grant(McpGrantType.CLIENT_CREDENTIALS)
                .clientId("machine")
                .clientSecret(() -> "secret-of-machine")
                .issuer(this.fixture.issuer.issuer())
                .scopes(List.of("read")));

        McpAuthorizationException error = refusal(client);

        assertThat(error.requiredScopes()).containsExactly("write");
        assertThat(error.remedy()).contains("auth.scopes");
        assertThat(this.fixture.issuer.tokenRequests()).hasSize(1);
    }

    // AUTH-55: 403 for another reason
    @Test
    void forbiddenForAnotherReasonDoesNotStepUp() {
        McpClient client = this.fixture.client();
        client.session().connect();
        this.fixture
                .server
                .on("tools/call")
                .reply(Reply.status(403).withHeader("WWW-Authenticate", "Bearer error=\"access_denied\""));

        assertThat(refusal(client).status()).isEqualTo(403);
        assertThat(asked()).hasSize(1);
    }
}
