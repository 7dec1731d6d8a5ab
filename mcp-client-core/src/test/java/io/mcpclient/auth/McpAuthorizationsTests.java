package io.mcpclient.auth;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

import io.mcpclient.error.McpAuthorizationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class McpAuthorizationsTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final URI CALLBACK = URI.create("https://app.example.com/mcp/callback");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-22T00:00:00Z"));

    private final McpAuthorizations authorizations = new McpAuthorizations(CALLBACK, this.now::get);

    private final Sinks.Empty<Void> outcome = Sinks.empty();

    private McpAuthorizationRequest request(String id, String principal, String state) {
        return new McpAuthorizationRequest(
                id,
                "weather",
                McpPrincipal.of(principal),
                "https://as.example.com",
                List.of("read"),
                URI.create("https://as.example.com/authorize?client_id=c&state=" + state),
                CALLBACK,
                null,
                this.now.get().plusSeconds(600),
                this.outcome.asMono());
    }

    private AtomicReference<URI> ask(McpAuthorizationRequest request) {
        AtomicReference<URI> answer = new AtomicReference<>();
        this.authorizations.prompt(request).subscribe(answer::set, error -> {});
        return answer;
    }

    private static URI callback(String state) {
        return URI.create(CALLBACK + "?code=c&state=" + state);
    }

    private void assertRefused(Mono<McpAuthorizationRequest> completion, String text) {
        StepVerifier.create(completion)
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(McpAuthorizationException.class)
                        .hasMessageContaining(text)
                        .hasMessageNotContaining("s-1"))
                .verify(LIMIT);
    }

    // AUTH-38, fault H14
    @Test
    void callbackFromTheBrowserThatStartedTheRequestIsAccepted() {
        McpAuthorizationRequest request = request("id-1", "alice", "s-1");
        AtomicReference<URI> answer = ask(request);

        assertThat(this.authorizations.pending()).containsExactly(request);
        assertThat(this.authorizations.begin("id-1", "cookie")).isEqualTo(request.url());
        Mono<McpAuthorizationRequest> completion = this.authorizations.complete(callback("s-1"), "cookie");
        StepVerifier.create(completion)
                .then(() -> assertThat(answer.get()).isEqualTo(callback("s-1")))
                .then(this.outcome::tryEmitEmpty)
                .expectNext(request)
                .expectComplete()
                .verify(LIMIT);
        assertThat(this.authorizations.pending()).isEmpty();
    }

    // AUTH-38, fault H14: another browser, none at all, or one that has not begun; and the right one still can
    @Test
    void callbackFromAnotherBrowserIsRejected() {
        AtomicReference<URI> answer = ask(request("id-1", "alice", "s-1"));
        assertRefused(this.authorizations.complete(callback("s-1"), "cookie"), "another browser");

        this.authorizations.begin("id-1", "cookie");
        assertRefused(this.authorizations.complete(callback("s-1"), "other"), "another browser");
        assertRefused(this.authorizations.complete(callback("s-1"), null), "another browser");
        assertThat(answer.get()).isNull();

        this.outcome.tryEmitEmpty();
        StepVerifier.create(this.authorizations.complete(callback("s-1"), "cookie"))
                .expectNextCount(1)
                .expectComplete()
                .verify(LIMIT);
    }

    // fault H14: missing, wrong, twice
    @ParameterizedTest
    @ValueSource(strings = {"?code=c", "?code=c&state=other", "?code=c&state=s-1&state=s-1", "?state=s-1%", ""})
    void callbackWithoutMatchingStateIsRejected(String query) {
        AtomicReference<URI> answer = ask(request("id-1", "alice", "s-1"));
        this.authorizations.begin("id-1", "cookie");
        Mono<McpAuthorizationRequest> completion = Mono.defer(
                () -> this.authorizations.complete(URI.create(CALLBACK + query.replace("%", "%25")), "cookie"));

        assertRefused(completion, "no pending authorization request");
        assertThat(answer.get()).isNull();
    }

    // fault H14: replayed
    @Test
    void repeatedCallbackIsRejected() {
        ask(request("id-1", "alice", "s-1"));
        this.authorizations.begin("id-1", "cookie");
        this.outcome.tryEmitEmpty();
        StepVerifier.create(this.authorizations.complete(callback("s-1"), "cookie"))
                .expectNextCount(1)
                .expectComplete()
                .verify(LIMIT);

        assertRefused(this.authorizations.complete(callback("s-1"), "cookie"), "no pending authorization request");
    }

    // fault H14: late
    @Test
    void requestExpires() {
        ask(request("id-1", "alice", "s-1"));
        this.authorizations.begin("id-1", "cookie");
        this.now.set(this.now.get().plusSeconds(600));

        assertThat(this.authorizations.pending()).isEmpty();
        assertThat(this.authorizations.begin("id-1", "cookie")).isNull();
        assertRefused(this.authorizations.complete(callback("s-1"), "cookie"), "no pending authorization request");
    }

    // fault H14: two flows in parallel do not meet
    @Test
    void requestsOfTwoUsersAreIndependent() {
        AtomicReference<URI> alice = ask(request("id-1", "alice", "s-1"));
        AtomicReference<URI> bob = ask(request("id-2", "bob", "s-2"));
        this.authorizations.begin("id-1", "cookie-a");
        this.authorizations.begin("id-2", "cookie-b");
        assertRefused(this.authorizations.complete(callback("s-2"), "cookie-a"), "another browser");

        this.outcome.tryEmitEmpty();
        this.authorizations.complete(callback("s-2"), "cookie-b").block(LIMIT);

        assertThat(alice.get()).isNull();
        assertThat(bob.get()).isEqualTo(callback("s-2"));
        assertThat(this.authorizations.pending())
                .extracting(McpAuthorizationRequest::id)
                .containsExactly("id-1");
    }

    // bounded: one for each server and principal
    @Test
    void newRequestReplacesThePendingOneOfTheSamePrincipal() {
        AtomicReference<Throwable> error = new AtomicReference<>();
        this.authorizations.prompt(request("id-1", "alice", "s-1")).subscribe(url -> {}, error::set);
        ask(request("id-2", "alice", "s-2"));

        assertThat(this.authorizations.pending())
                .extracting(McpAuthorizationRequest::id)
                .containsExactly("id-2");
        assertThat(error.get()).isInstanceOf(McpAuthorizationException.class);
        assertThat(this.authorizations.begin("id-1", "cookie")).isNull();
    }

    @Test
    void requestWithoutSubscriberIsDiscarded() {
        Disposable wait =
                this.authorizations.prompt(request("id-1", "alice", "s-1")).subscribe();
        wait.dispose();

        assertThat(this.authorizations.pending()).isEmpty();
    }

    @Test
    void outcomeErrorIsReportedToTheCallback() {
        ask(request("id-1", "alice", "s-1"));
        this.authorizations.begin("id-1", "cookie");
        this.outcome.tryEmitError(new IllegalStateException("refused"));

        StepVerifier.create(this.authorizations.complete(callback("s-1"), "cookie"))
                .expectErrorMessage("refused")
                .verify(LIMIT);
    }

    // AUTH-37
    @ParameterizedTest
    @ValueSource(
            strings = {"http://app.example.com/callback", "javascript:alert(1)", "https://app.example.com/c#f", "/c"})
    void callbackUrlMustUseHttpsOrLocalhost(URI url) {
        assertThatThrownBy(() -> new McpAuthorizations(url)).isInstanceOf(IllegalArgumentException.class);
    }

    // SEC-30
    @Test
    void toStringOmitsTheState() {
        assertThat(request("id-1", "alice", "s-1")).asString().doesNotContain("s-1");
    }
}
