package io.mcpclient.internal.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.ListenRequest;

import static io.mcpclient.internal.http.HttpFixture.ANSWER;
import static io.mcpclient.internal.http.HttpFixture.HEADERS;
import static io.mcpclient.internal.http.HttpFixture.ID;
import static io.mcpclient.internal.http.HttpFixture.SOON;
import static io.mcpclient.internal.http.ScriptedAuthorization.bearer;
import static org.assertj.core.api.Assertions.assertThat;

/** Credentials on the wire: AUTH-05, AUTH-50, AUTH-55, HTL-26, HTM-22, faults A06, H03, H15, H27. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AuthenticatingExchangesTests {

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final ScriptedAuthorization authorization = new ScriptedAuthorization();

    private @Nullable HttpFixture fixture;

    @AfterEach
    void close() {
        if (this.fixture != null) {
            this.fixture.close();
        }
        this.server.close();
    }

    private HttpFixture fixture() {
        return fixture(McpHttpTransportType.STREAMABLE_HTTP);
    }

    private HttpFixture fixture(McpHttpTransportType type) {
        HttpFixture created = new HttpFixture(this.server.url(), type, this.authorization);
        this.fixture = created;
        return created;
    }

    private static Reply unauthorized(int status) {
        return Reply.status(status).withHeader("WWW-Authenticate", "Bearer error=\"invalid_token\"");
    }

    private List<@Nullable String> sent(String name) {
        return this.server.requests(name).stream()
                .map(request -> request.header("Authorization"))
                .toList();
    }

    private static Throwable failure(java.util.concurrent.Future<?> future) throws Exception {
        try {
            future.get(SOON.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException ex) {
            return ex.getCause();
        }
        throw new AssertionError("did not fail");
    }

    // AUTH-50, HTL-26, HTM-22, SEC-22: every request has them, with a session id or without
    @Test
    void everyRequestCarriesCredentials() {
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 0\ndata:"));
        this.server
                .on("GET")
                .where(request -> request.header("Last-Event-ID") != null)
                .reply(Reply.sse("data: " + ANSWER));
        this.server.on("GET").reply(Reply.sse(": hello"));
        this.server.on("notifications/initialized").reply(Reply.accepted());
        this.server.on("POST").reply(Reply.accepted());
        this.server.on("DELETE").reply(Reply.status(200));
        HttpFixture fixture = fixture();
        fixture.open();

        assertThat(fixture.call()).succeedsWithin(SOON);
        TransportFeatures.listen(fixture.transport, new ListenRequest(HEADERS)).block(SOON);
        fixture.transport
                .send(new JsonRpcNotification("notifications/initialized", null), HEADERS)
                .block(SOON);
        fixture.transport
                .send(new JsonRpcResult(JsonRpcId.of(1), Map.of()), HEADERS)
                .block(SOON);
        TransportFeatures.endSession(fixture.transport, HEADERS).block(SOON);

        assertThat(this.server.requests()).hasSize(6).allSatisfy(request -> assertThat(request.header("Authorization"))
                .isEqualTo("Bearer one"));
        assertThat(this.authorization.created).hasSize(1);
        assertThat(this.authorization.created.get(0).name()).isEqualTo("weather");
        assertThat(this.authorization.heads).hasSize(6);
    }

    // DPOP-02: a proof names the address that the request really goes to
    @Test
    void redirectedRequestCarriesCredentialsForItsTarget() {
        this.server.on("tools/call").path("/mcp").reply(Reply.redirect(308, "/mcp/"));
        this.server.on("tools/call").path("/mcp/").reply(Reply.result("{}"));
        HttpFixture fixture = fixture();
        fixture.open();

        assertThat(fixture.call()).succeedsWithin(SOON);

        assertThat(this.authorization.asked)
                .extracting(request -> request.url().toString())
                .containsExactly(this.server.url(), this.server.url() + "/");
    }

    // fault H27: the kind of request decides whether a user may be prompted for it
    @Test
    void requestsWithoutACallerAreMarkedAsBackground() {
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 0\ndata:"));
        this.server
                .on("GET")
                .where(request -> request.header("Last-Event-ID") != null)
                .reply(Reply.sse("data: " + ANSWER));
        this.server.on("GET").reply(Reply.sse(": hello"));
        this.server.on("notifications/initialized").reply(Reply.accepted());
        this.server.on("subscriptions/listen").reply(Reply.sseResult("{}"));
        this.server.on("DELETE").reply(Reply.status(200));
        HttpFixture fixture = fixture();
        fixture.open();

        assertThat(fixture.call()).succeedsWithin(SOON);
        TransportFeatures.listen(fixture.transport, new ListenRequest(HEADERS)).block(SOON);
        fixture.transport
                .send(new JsonRpcNotification("notifications/initialized", null), HEADERS)
                .block(SOON);
        fixture.transport
                .exchange(new ExchangeRequest(
                        new JsonRpcRequest(ID, "subscriptions/listen", Map.of()),
                        Map.class,
                        HEADERS,
                        ExchangeKind.SUBSCRIPTION))
                .blockLast(SOON);
        TransportFeatures.endSession(fixture.transport, HEADERS).block(SOON);

        assertThat(this.authorization.asked)
                .extracting(request -> request.httpMethod() + " " + request.operation() + " " + request.isBackground())
                .containsExactly(
                        "POST tools/call false",
                        "GET tools/call true",
                        "GET listen true",
                        "POST notifications/initialized false",
                        "POST subscriptions/listen true",
                        "DELETE close true");
    }

    // AUTH-05, AUTH-55: once more with other credentials, transparently to the caller
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void exchangeWhenUnauthorizedIsRetriedWithNewCredentials(int status) {
        this.server.on("tools/call").times(1).reply(unauthorized(status));
        this.server.on("tools/call").reply(Reply.json(200, ANSWER));
        this.authorization.givenAgain = refusal -> bearer("two");

        assertThat(fixture().call()).succeedsWithin(SOON);

        assertThat(sent("tools/call")).containsExactly("Bearer one", "Bearer two");
        assertThat(this.authorization.refusals).singleElement().satisfies(refusal -> {
            assertThat(refusal.status()).isEqualTo(status);
            assertThat(refusal.challenges()).extracting(McpChallenge::error).containsExactly("invalid_token");
        });
        assertThat(this.authorization.refused)
                .extracting(HttpCredentials::trail)
                .containsExactly("one");
    }

    // fault A06: the refusal stands, in one round trip
    @ParameterizedTest
    @ValueSource(ints = {401, 402, 403})
    void exchangeWhenThereAreNoNewCredentialsFailsWithTheHttpError(int status) throws Exception {
        this.server.on("tools/call").reply(unauthorized(status));

        assertThat(failure(fixture().call())).isInstanceOfSatisfying(HttpStatusException.class, refusal -> {
            assertThat(refusal.status()).isEqualTo(status);
            assertThat(refusal.credentials()).isEqualTo(HttpStatusException.Credentials.AUTHORIZATION);
            assertThat(refusal.challenges()).extracting(McpChallenge::scheme).containsExactly("bearer");
        });

        assertThat(this.server.requests()).hasSize(1);
        assertThat(this.authorization.askedAgain).hasSize((status == 402) ? 0 : 1);
    }

    // AUTH-55: the rounds end even if the authorization does not end them
    @Test
    void exchangeWhenUnauthorizedRepeatedlyFailsAfterTheMaximumOfRounds() throws Exception {
        this.server.on("tools/call").always().reply(unauthorized(401));
        this.authorization.givenAgain = refusal -> bearer("another");

        assertThat(failure(fixture().call())).isInstanceOf(HttpStatusException.class);

        assertThat(this.server.requests()).hasSize(1 + AuthenticatingExchanges.MAX_ROUNDS);
    }

    // the decision of the authorization takes precedence
    @Test
    void exchangeWhenReauthorizationFailsFailsWithItsError() throws Exception {
        this.server.on("tools/call").reply(unauthorized(401));
        McpException better = interaction();
        this.authorization.givenAgain = refusal -> Mono.error(better);

        assertThat(failure(fixture().call())).isSameAs(better);
    }

    private static McpException interaction() {
        return new McpAuthorizationException(
                McpErrorDetails.of("weather", "tools/call", McpOutcome.REJECTED, "a user has to consent"),
                Reason.INTERACTION_REQUIRED,
                401,
                null,
                List.of(),
                List.of());
    }

    // nothing is sent without the credentials that it needs
    @Test
    void exchangeWhenCredentialsCannotBeObtainedIsNotSent() throws Exception {
        this.authorization.given = Mono.error(new IllegalStateException("the vault is shut: s3cret"));

        assertThat(failure(fixture().call())).isInstanceOfSatisfying(McpAuthorizationException.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.SETTINGS);
            assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(refused).hasMessageContaining("MCP server \"weather\"").hasMessageNotContaining("s3cret");
        });

        assertThat(this.server.requests()).isEmpty();
    }

    // precedence over a configured header
    @Test
    void credentialsOverrideConfiguredHeaders() {
        this.server.on("tools/call").reply(Reply.json(200, ANSWER));
        this.authorization.given = Mono.just(new HttpCredentials(Map.of("x-tenant", "other"), null));

        assertThat(fixture().call()).succeedsWithin(SOON);

        assertThat(this.server.requests().get(0).headers().entrySet().stream()
                        .filter(header -> header.getKey().equalsIgnoreCase("x-tenant"))
                        .flatMap(header -> header.getValue().stream()))
                .containsExactly("other");
    }

    // fault H31: two who say who calls are one too many
    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "authorization", "X-Api-Key"})
    void exchangeWithItsOwnCredentialHeaderIsRejected(String header) throws Exception {
        this.authorization.given = Mono.just(new HttpCredentials(Map.of("x-api-key", "k"), null));
        ExchangeRequest exchange = new ExchangeRequest(
                new JsonRpcRequest(ID, "tools/call", Map.of()),
                Map.class,
                Map.of(header, "mine-and-secret"),
                ExchangeKind.RESUMABLE);

        Throwable failure =
                failure(fixture().transport.exchange(exchange).then().toFuture());

        assertThat(failure).isInstanceOfSatisfying(McpRejectedException.class, refused -> {
            assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(refused).hasMessageContaining(header).hasMessageNotContaining("mine-and-secret");
        });
        assertThat(this.server.requests()).isEmpty();
    }

    // fault H27: a session deletion is repeated at most once, and its failure is no error
    @Test
    void endSessionWhenUnauthorizedIsRetriedWithNewCredentialsOnce() {
        this.server.on("DELETE").times(2).reply(unauthorized(401));
        this.authorization.givenAgain =
                refusal -> (this.authorization.askedAgain.size() == 1) ? bearer("two") : Mono.empty();

        TransportFeatures.endSession(fixture().transport, HEADERS).block(SOON);

        assertThat(sent("DELETE")).containsExactly("Bearer one", "Bearer two");
        assertThat(this.authorization.askedAgain).allMatch(request -> request.isBackground());
    }

    // fault H27: neither a loop nor a prompt for a background stream
    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void listenWhenUnauthorizedFailsWithTheHttpError(int status) throws Exception {
        this.server.on("GET").reply(unauthorized(status));
        HttpFixture fixture = fixture();
        fixture.open();

        Throwable failure = failure(TransportFeatures.listen(fixture.transport, new ListenRequest(HEADERS))
                .toFuture());

        assertThat(failure).isInstanceOf(HttpStatusException.class);
        assertThat(this.server.requests()).hasSize(1);
        assertThat(this.authorization.askedAgain).singleElement().matches(request -> request.isBackground());
    }

    // what became of a call whose answer cannot be fetched is not known, whatever the credentials
    @Test
    void exchangeWhenResumptionRequiresUserInteractionHasUnknownOutcome() throws Exception {
        this.server.on("tools/call").reply(Reply.sse("id: p1\nretry: 0\ndata:"));
        this.server.on("GET").reply(unauthorized(401));
        this.authorization.givenAgain = refusal -> Mono.error(interaction());

        assertThat(failure(fixture().call())).isInstanceOfSatisfying(McpAuthorizationException.class, failed -> {
            assertThat(failed.reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
            assertThat(failed.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        });
    }

    // fault H03: a request that waits for credentials does not block others
    @Test
    void exchangesContinueWhileAnotherOneWaitsForCredentials() {
        Sinks.One<HttpCredentials> user = Sinks.one();
        this.server.on("tools/call").times(1).reply(unauthorized(401));
        this.server.on("tools/call").reply(Reply.json(200, ANSWER));
        this.server.on("tools/list").always().reply(Reply.json(200, ANSWER));
        this.server.on("GET").reply(Reply.sse(": hello").thenHang());
        this.authorization.givenAgain = refusal -> user.asMono();
        HttpFixture fixture = fixture();
        fixture.open();
        var stream = TransportFeatures.listen(fixture.transport, new ListenRequest(HEADERS))
                .subscribe();
        this.server.awaitRequests("GET", 1, SOON);
        var waiting = fixture.call();
        this.server.awaitRequests("tools/call", 1, SOON);

        for (int i = 0; i < 6; i++) { // more than the pool has connections
            assertThat(fixture.exchange("tools/list")).succeedsWithin(SOON);
        }
        assertThat(waiting).isNotDone();
        user.tryEmitValue(new HttpCredentials(Map.of("Authorization", "Bearer two"), null));

        assertThat(waiting).succeedsWithin(SOON);
        stream.dispose();
    }

    // SSE-04, AUTH-50: the stream and the messages of the old transport
    @Test
    void httpWithSseSendsCredentialsWithStreamAndMessages() {
        try (ScriptedHttpServer old = ScriptedHttpServer.sse();
                HttpFixture fixture = new HttpFixture(old.url(), McpHttpTransportType.SSE, this.authorization)) {
            fixture.open();

            assertThat(fixture.exchange("ping")).succeedsWithin(SOON);

            assertThat(old.requests()).hasSize(2).allSatisfy(request -> assertThat(request.header("Authorization"))
                    .isEqualTo("Bearer one"));
            assertThat(this.authorization.asked).noneMatch(request -> request.isBackground());
        }
    }

    // fault A06: also where the stream is the first request
    @ParameterizedTest
    @EnumSource(
            value = McpHttpTransportType.class,
            names = {"SSE"})
    void openWhenUnauthorizedIsRetriedWithNewCredentials(McpHttpTransportType type) {
        this.server.on("GET").times(1).reply(unauthorized(401));
        this.server
                .on("GET")
                .reply(Reply.sse("event: endpoint\ndata: /messages").thenHang());
        this.authorization.givenAgain = refusal -> bearer("two");

        fixture(type).open();

        assertThat(sent("GET")).containsExactly("Bearer one", "Bearer two");
    }

    // AUTH-57, faults H15, A07: nothing follows a redirect
    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void exchangeWhenRedirectedSendsNoCredentialsToAnotherOrigin(int status) throws Exception {
        try (ScriptedHttpServer victim = new ScriptedHttpServer()) {
            this.server.on("tools/call").reply(Reply.redirect(status, victim.url()));

            assertThat(failure(fixture().call())).isInstanceOf(McpException.class);

            assertThat(victim.connectionsAccepted()).isZero();
        }
    }

    // faults H15, H17: where the server names another origin, nothing is posted
    @Test
    void openWhenTheEndpointIsOnAnotherOriginSendsNoCredentialsThere() {
        try (ScriptedHttpServer victim = new ScriptedHttpServer()) {
            this.server
                    .on("GET")
                    .reply(Reply.sse("event: endpoint\ndata: " + victim.url()).thenHang());
            HttpFixture fixture = fixture(McpHttpTransportType.SSE);

            assertThat(fixture.transport.open(fixture).toFuture())
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("so it is not used");

            assertThat(victim.connectionsAccepted()).isZero();
        }
    }

    @Test
    void closeReleasesTheAuthorizationOnce() {
        HttpFixture fixture = fixture();

        fixture.close();

        assertThat(this.authorization.closed).hasValue(1);
    }

    // CC-06
    @Test
    void extensionsComeFromTheAuthorization() {
        assertThat(TransportFeatures.extensions(fixture().transport)).containsExactly("com.example/vouched");
    }

    // fault H15: a redirect does not forward the credentials
    @ParameterizedTest
    @ValueSource(strings = {"exchange", "send", "listen", "end"})
    void requestRedirectedByAFilterToAnotherOriginIsNotSent(String kind) throws Exception {
        try (ScriptedHttpServer victim = new ScriptedHttpServer()) {
            HttpFixture created = new HttpFixture(
                    this.server.url(),
                    this.authorization,
                    builder -> builder.filter((request, next) -> next.exchange(
                            ClientRequest.from(request).url(victim.uri()).build())));
            this.fixture = created;
            created.open();
            Mono<?> sent =
                    switch (kind) {
                        case "exchange" ->
                            created.transport
                                    .exchange(HttpFixture.request("tools/call"))
                                    .then();
                        case "send" ->
                            created.transport.send(new JsonRpcNotification("notifications/initialized", null), HEADERS);
                        case "listen" -> TransportFeatures.listen(created.transport, new ListenRequest(HEADERS));
                        default -> TransportFeatures.endSession(created.transport, HEADERS);
                    };

            Throwable failure = Exceptions.unwrap(failure(sent.toFuture()));

            assertThat((failure instanceof WebClientRequestException) ? failure.getCause() : failure)
                    .isInstanceOfSatisfying(McpProtocolException.class, refused -> {
                        assertThat(refused.reason()).isEqualTo(McpProtocolException.Reason.SECURITY);
                        assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    })
                    .hasMessageContaining("are not sent to http://127.0.0.1:" + victim.port());
            assertThat(victim.requests()).isEmpty();
        }
    }
}
