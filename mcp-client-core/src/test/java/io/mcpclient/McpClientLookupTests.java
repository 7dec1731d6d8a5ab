package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpClientState;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Clients whose server has to be found before the first connection. */
@Timeout(60)
class McpClientLookupTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final AtomicInteger lookups = new AtomicInteger();

    private final AtomicInteger approvals = new AtomicInteger();

    private final AtomicReference<@Nullable McpException> failure = new AtomicReference<>();

    private final Sinks.Empty<Void> found = Sinks.empty();

    private final McpClients clients = new McpClients(List.of());

    @AfterEach
    void close() {
        this.clients.close();
        this.server.close();
    }

    private McpClientBuilder builder() {
        return McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .tools(tools -> tools.withApproval(McpApprovalPolicy.ALL))
                .toolApproval(request -> {
                    this.approvals.incrementAndGet();
                    return McpToolApprovalDecision.approve();
                })
                .reconnect(reconnect -> reconnect.withInitialInterval(Duration.ofMillis(50)))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(8))
                        .withRequest(Duration.ofSeconds(8))
                        .withShutdown(Duration.ofSeconds(2)));
    }

    private McpClient client() {
        McpClient client = builder().lookup(lookup()).build();
        this.clients.add(client);
        return client;
    }

    private Mono<Void> lookup() {
        return Mono.defer(() -> {
                    this.lookups.incrementAndGet();
                    McpException failed = this.failure.get();
                    return (failed != null) ? Mono.<Void>error(failed) : this.found.asMono();
                })
                .then(Mono.<Void>fromRunnable(() -> this.clients.replace(
                                this.clients.get("weather"),
                                builder().url(this.server.url()).build()))
                        .subscribeOn(Schedulers.boundedElastic()));
    }

    private static McpException unreachable() {
        return new McpConnectionException(
                McpErrorDetails.of("weather", "connect", McpOutcome.NOT_SENT, "the card cannot be read")
                        .withRemedy("Check the URL of the card."));
    }

    @Test
    void callsThatWaitForTheLookupContinueAtTheServer() {
        McpClient client = client();
        List<CompletableFuture<String>> calls = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(client.reactive()
                    .callTool("echo", Map.of("city", "Oslo"))
                    .map(result -> result.text())
                    .toFuture());
        }
        CompletableFuture<List<Tool>> tools = client.reactive().listTools().toFuture();
        Awaitility.await().until(() -> this.lookups.get() == 1);
        assertThat(calls).noneMatch(CompletableFuture::isDone);
        assertThat(client.status().state()).isIn(McpClientState.CONNECTING, McpClientState.INITIALIZING);

        this.found.tryEmitEmpty();

        assertThat(calls).allSatisfy(call -> assertThat(call.join()).contains("Oslo"));
        assertThat(tools.join()).extracting(Tool::name).contains("echo");
        assertThat(this.lookups).as("lookups").hasValue(1);
        assertThat(this.approvals).as("approvals").hasValue(8);
        assertThat(client.callTool("echo", Map.of("city", "Rome")).text()).contains("Rome");
        assertThat(client.status().isConnected()).isTrue();
    }

    @Test
    void connectAndReconnectWaitForTheLookup() {
        this.found.tryEmitEmpty();
        McpClient client = client();

        assertThat(client.session().connect().serverInfo().name()).isNotEmpty();
        assertThat(client.session().reconnect().serverInfo().name()).isNotEmpty();
        assertThat(this.lookups).hasValue(1);
    }

    @Test
    void reconnectBeforeTheLookupLooksUp() {
        this.found.tryEmitEmpty();

        assertThat(client().session().reconnect().serverInfo().name()).isNotEmpty();
        assertThat(this.lookups).hasValue(1);
    }

    @Test
    void clientThatContinuesWithALookupWaitsForIt() {
        McpClient client = builder().url("http://127.0.0.1:9/mcp").build();
        this.clients.add(client);
        this.clients.replace(client, builder().lookup(lookup()).build());
        this.found.tryEmitEmpty();

        assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).contains("Oslo");
        assertThat(this.lookups).hasValue(1);
    }

    @Test
    void failedLookupFailsCallsWithItsError() {
        this.failure.set(unreachable());
        McpClient client = client();

        assertThatExceptionOfType(McpConnectionException.class)
                .isThrownBy(() -> client.callTool("echo", Map.of()))
                .withMessageContaining("weather")
                .withMessageContaining("the card cannot be read")
                .withMessageContaining("Check the URL of the card.");
        assertThat(this.approvals).hasValue(0);
        assertThat(this.server.requests()).isEmpty();
    }

    @Test
    void failedLookupIsRepeatedInTheBackground() {
        this.failure.set(unreachable());
        McpClient client = client();
        client.session().start();
        Awaitility.await().until(() -> this.lookups.get() >= 3);
        assertThat(client.status().lastError()).isNotNull();

        this.found.tryEmitEmpty();
        this.failure.set(null);

        Awaitility.await().until(() -> client.status().isConnected());
        assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).contains("Oslo");
    }

    @Test
    void lookupThatNeverEndsIsLimitedByTheConnectTimeout() {
        McpClient client = builder()
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofMillis(300)))
                .lookup(Mono.never())
                .build();

        assertThatExceptionOfType(McpInitializationException.class)
                .isThrownBy(() -> client.callTool("echo", Map.of()))
                .withMessageContaining("no response within 300 ms");
        client.close();
    }

    @Test
    void closedClientLooksNothingUp() {
        McpClient client = client();
        client.close();

        assertThatExceptionOfType(McpException.class).isThrownBy(() -> client.callTool("echo", Map.of()));
        assertThat(this.lookups).hasValue(0);
    }
}
