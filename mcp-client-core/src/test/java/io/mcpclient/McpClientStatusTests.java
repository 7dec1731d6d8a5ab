package io.mcpclient;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.status.McpCircuitState;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.transport.McpIgnoredMessages;

import static org.assertj.core.api.Assertions.assertThat;

/** One snapshot for operators, with the whole status of a client. */
@Timeout(60)
class McpClientStatusTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClientBuilder builder() {
        return McpClient.builder("weather").url(this.server.url());
    }

    @Test
    void statusBeforeTheFirstCallSendsNoRequest() {
        McpClientStatus status = this.invariants.build(builder()).status();

        assertThat(status.name()).isEqualTo("weather");
        assertThat(status.state()).isEqualTo(McpClientState.DISCONNECTED);
        assertThat(status.server()).isNull();
        assertThat(status.era()).isNull();
        assertThat(status.sessionId()).isNull();
        assertThat(status.sessionStore()).isNull();
        assertThat(status.peer().port()).isEqualTo(this.server.port());
        assertThat(status.totalIgnoredMessages()).isZero();
        assertThat(status.ignoredMessages()).containsOnlyKeys(McpIgnoredMessages.Reason.values());
        assertThat(this.server.requests()).isEmpty();
    }

    @Test
    void statusOfAServerWithoutTheToolsCapabilityExplainsThatThereAreNoTools() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"prompts\":{}},"
                        + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        CapturedLog log = CapturedLog.of(Loggers.CONNECTION).open();
        McpClient client = this.invariants.build(builder());

        try (log) {
            client.session().connect();
        }

        String problem = "the server declares no tools capability; it offers no tools";
        assertThat(client.status().list("tools/list").orElseThrow().problem()).isEqualTo(problem);
        assertThat(log.messages()).singleElement().satisfies(message -> assertThat(message)
                .endsWith("; " + problem));
        assertThat(client.listTools()).isEmpty();
        assertThat(client.status().list("tools/list").orElseThrow().problem()).isEqualTo(problem);
        assertThat(this.server.requests("tools/list")).isEmpty();
    }

    @Test
    void statusOfAServerThatDeclaresToolsLaterReportsNoProblem() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                        + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        McpClient client = this.invariants.build(builder());
        client.session().connect();

        client.session().reconnect();

        assertThat(client.status().lists()).isEmpty();
        assertThat(client.listTools()).hasSize(1);
        assertThat(client.status().list("tools/list").orElseThrow().problem()).isNull();
    }

    @Test
    void statusOfAConnectedClientDescribesTheServerAndTheConnection() {
        McpClient client = this.invariants.build(builder());
        client.listTools();

        for (McpClientStatus status : List.of(client.status(), client.reactive().status())) {
            assertThat(status.isConnected()).isTrue();
            assertThat(status.era()).isEqualTo(McpEra.LEGACY);
            assertThat(status.eraReason()).isNotBlank();
            assertThat(status.lists()).hasSize(1);
            assertThat(status.list("tools/list")).isPresent();
            assertThat(status.statistics().connects()).isEqualTo(1);
            assertThat(status.resilience().circuit()).isEqualTo(McpCircuitState.CLOSED);
            assertThat(status.inFlight()).isZero();
            assertThat(status.principalConnections()).isZero();
            assertThat(status.sessionId()).isEqualTo("session-1");
            assertThat(status.lastError()).isNull();
            assertThat(status.nextAttempt()).isNull();
        }
    }

    // a session id is a credential
    @Test
    void toStringOmitsTheSessionId() {
        McpClient client = this.invariants.build(builder());
        client.session().connect();

        assertThat(client.status().toString()).contains("weather", "CONNECTED").doesNotContain("session-1");
    }

    @Test
    void statusCountsTheSessionsOfUsers() {
        McpClient client = this.invariants.build(builder().principals(() -> Mono.just(McpPrincipal.of("ada"))));
        client.callTool("echo", Map.of());

        assertThat(client.status().principalConnections()).isEqualTo(1);
        assertThat(client.reactive().status().principalConnections()).isEqualTo(1);
    }

    @Test
    void listenerReceivesOnlyTheConnectionStatus() {
        List<McpServerStatus> received = new CopyOnWriteArrayList<>();
        McpClient client = this.invariants.build(builder().statusListener(received::add));
        client.session().connect();

        assertThat(received).last().isEqualTo(client.status().connection());
    }
}
