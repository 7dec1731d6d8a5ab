package io.mcpclient.internal.era;

import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** A refused connection of the stateless revision, behind a balancer and at the end of a server: A01, B09. */
@Timeout(30)
class StatelessConnectionTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    /** Long enough for all calls of a test to be refused before the first of them has its error. */
    private static final Duration REFUSAL = Duration.ofMillis(500);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    /** How many of the next requests find no connection. */
    private final AtomicInteger refused = new AtomicInteger();

    /** How many have found none, and have looked into it. */
    private final AtomicInteger refusals = new AtomicInteger();

    private final McpClient client = this.invariants.build(McpClient.builder("weather")
            .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
            .url(URI.create(this.server.url()))
            .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(5)))
            .webClient((WebClient.Builder builder) -> builder.filter(this::refuse)));

    private Mono<ClientResponse> refuse(ClientRequest request, ExchangeFunction next) {
        return (this.refused.getAndUpdate(left -> Math.max(0, left - 1)) > 0)
                ? Mono.delay(REFUSAL)
                        .then(Mono.error(new WebClientRequestException(
                                new ConnectException("Connection refused"),
                                request.method(),
                                request.url(),
                                HttpHeaders.EMPTY)))
                        .cast(ClientResponse.class)
                        .doAfterTerminate(this.refusals::incrementAndGet)
                : next.exchange(request);
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private CompletableFuture<CallToolResult> call(int number) {
        return this.client.reactive().callTool("echo", Map.of("n", number)).toFuture();
    }

    @Test
    void connectionRefusedForOneCallDoesNotAffectOtherCalls() {
        CountDownLatch go = new CountDownLatch(1);
        this.client.session().connect();
        this.server
                .on("tools/call")
                .times(5)
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"slow\"}]}")
                        .after(go));
        List<CompletableFuture<CallToolResult>> slow =
                IntStream.range(0, 5).mapToObj(this::call).toList();
        this.server.awaitRequests("tools/call", 5, SOON);

        this.refused.set(1);
        assertThat(call(7))
                .succeedsWithin(SOON)
                .extracting(CallToolResult::text)
                .isEqualTo("{\"n\":7}");

        assertThat(this.client.status().isConnected()).isTrue();
        go.countDown();
        assertThat(slow).allSatisfy(call -> assertThat(call)
                .succeedsWithin(SOON)
                .extracting(CallToolResult::text)
                .isEqualTo("slow"));
        assertThat(this.server.requests("server/discover")).hasSize(2);
        assertThat(this.client.status().statistics().connects()).isEqualTo(1);
    }

    // many who find no connection ask once
    @Test
    void connectionRefusedForManyCallsCausesOneDiscovery() {
        this.client.session().connect();
        CountDownLatch go = new CountDownLatch(1);
        this.server
                .on("server/discover")
                .reply(Reply.result(
                                "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                                        + "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                        .after(go));
        this.refused.set(20);
        List<CompletableFuture<CallToolResult>> calls =
                IntStream.range(0, 20).mapToObj(this::call).toList();
        await().atMost(SOON).until(() -> this.refusals.get() == 20);

        go.countDown();

        assertThat(calls).allSatisfy(call -> assertThat(call).succeedsWithin(SOON));
        assertThat(this.server.requests("server/discover")).hasSize(2);
        assertThat(this.server.requests("tools/call")).hasSize(20);
    }

    // fault A01: gone for all
    @Test
    void stoppedServerIsReportedAsNotConnected() {
        this.client.session().connect();
        this.refused.set(Integer.MAX_VALUE);

        McpException failure = catchThrowableOfType(McpException.class, () -> this.client.callTool("echo", Map.of()));

        assertThat(failure).isInstanceOf(McpConnectionException.class).hasMessageContaining("connection refused");
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(this.client.status().isConnected()).isFalse();
        assertThat(this.client.status().lastError()).hasMessageContaining("connection refused");
        this.refused.set(0);
        this.client.callTool("echo", Map.of());
        assertThat(this.client.status().statistics().reconnects()).isEqualTo(1);
    }

    // a stream is reopened by itself without affecting calls
    @Test
    void connectionRefusedForTheListenStreamDoesNotDisconnect() {
        this.server.capabilities("{\"tools\":{\"listChanged\":true}}");
        this.client.session().connect();
        this.refused.set(1);
        this.client.listeners().addChangeListener(new McpChangeListener() {});

        this.server.awaitRequests("subscriptions/listen", 1, SOON);

        assertThat(this.client.status().isConnected()).isTrue();
        assertThat(this.client.status().statistics().connects()).isEqualTo(1);
    }

    // and notices when the server is gone, even without calls
    @Test
    void stoppedServerIsDetectedByTheListenStream() {
        this.server.capabilities("{\"tools\":{\"listChanged\":true}}");
        this.client.session().connect();
        this.refused.set(Integer.MAX_VALUE);
        this.client.listeners().addChangeListener(new McpChangeListener() {});

        await().atMost(SOON).until(() -> !this.client.status().isConnected());

        assertThat(this.client.status().lastError()).hasMessageContaining("connection refused");
    }
}
