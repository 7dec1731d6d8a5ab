package io.mcpclient.internal.era.detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpEra;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.StdioServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Detection on the channel of a process: how many there are, and what each of them reads. */
@Timeout(120)
class DetectingConnectorStdioTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    /** The probe gets half of it: long enough for a process to start, so that what it answers is no matter of luck. */
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private static final String PROBE = "server/discover";

    private static final String[] HANDSHAKE = {"initialize", "notifications/initialized"};

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private Path record;

    @BeforeEach
    void prepare(@TempDir Path directory) {
        this.record = directory.resolve("record");
    }

    private McpClientBuilder builder(String... modes) {
        List<String> all = new ArrayList<>(List.of(modes));
        all.add("record=" + this.record);
        McpProcessSettings process = StdioServer.process(all.toArray(String[]::new));
        return McpClient.builder("weather")
                .command(process.command(), process.args().toArray(String[]::new))
                .timeouts(timeouts ->
                        timeouts.withConnect(PATIENT).withRequest(SOON).withShutdown(Duration.ofSeconds(2)));
    }

    private McpClient client(String... modes) {
        return this.invariants.build(builder(modes));
    }

    /** What each process read, in the order of their starts. */
    private List<List<String>> processes() throws IOException {
        List<String> pids = new ArrayList<>();
        List<List<String>> methods = new ArrayList<>();
        for (String line : Files.readAllLines(this.record)) {
            String[] parts = line.split(" ", 2);
            if (!pids.contains(parts[0])) {
                pids.add(parts[0]);
                methods.add(new ArrayList<>());
            }
            methods.get(pids.indexOf(parts[0])).add(parts[1]);
        }
        return methods;
    }

    private static void assertCalls(McpClient client) {
        assertThat(client.callTool("echo", Map.of("n", 1)).text()).contains("1");
        assertThat(client.status().state()).isEqualTo(McpClientState.CONNECTED);
    }

    // VER-06: the probe is first, and discovery enough
    @Test
    void modernProcessReceivesNoHandshake() throws Exception {
        try (McpClient client = client("modern")) {
            assertThat(client.session().connect().era()).isEqualTo(McpEra.MODERN);
            assertCalls(client);

            assertThat(processes()).hasSize(1);
            assertThat(processes().get(0))
                    .startsWith(PROBE)
                    .contains("tools/call")
                    .doesNotContain("initialize");
        }
    }

    // VER-07: the process that answered the probe shakes hands, and is not started again
    @ParameterizedTest
    @ValueSource(
            strings = {
                "twice",
                "refuse=server/discover={\"code\":-32602,\"message\":\"no\"}",
                "refuse=server/discover={\"code\":-32002,\"message\":\"Server not initialized\"}",
                "refuse=server/discover={\"code\":1,\"message\":\"\"}"
            })
    void legacyProcessThatAnswersTheProbeIsNotRestarted(String mode) throws Exception {
        try (McpClient client = client(mode)) {
            assertThat(client.session().connect().era()).isEqualTo(McpEra.LEGACY);
            assertCalls(client);

            assertThat(client.status().eraReason()).startsWith("error ").endsWith(" to server/discover");
            assertThat(processes()).containsExactly(List.of(PROBE, HANDSHAKE[0], HANDSHAKE[1], "tools/call"));
        }
    }

    // VER-07, RPC-08: it could not read the id, and has said so; nothing else was asked
    @Test
    void errorWithoutIdIsTheResponseToTheProbe() throws Exception {
        try (McpClient client = client("no-id-on=server/discover")) {
            assertCalls(client);

            assertThat(client.status().eraReason()).isEqualTo("error -32601 to server/discover");
            assertThat(processes()).containsExactly(List.of(PROBE, HANDSHAKE[0], HANDSHAKE[1], "tools/call"));
        }
    }

    // VER-07, VER-24, fault A14: nothing is sent to a server that may still await its handshake
    @Test
    void silentProcessPerformsTheHandshakeAfterTheProbeTimeout() throws Exception {
        try (McpClient client = this.invariants.build(builder("silent-on=server/discover")
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(6))))) {
            assertThat(client.session().connect().era()).isEqualTo(McpEra.LEGACY);
            assertCalls(client);

            assertThat(client.status().eraReason()).isEqualTo("no response to server/discover within 3 s");
            assertThat(processes()).containsExactly(List.of(PROBE, HANDSHAKE[0], HANDSHAKE[1], "tools/call"));
        }
    }

    // VER-24: without a warning, because it is the answer to a question of ours
    @Test
    void lateProbeResponseIsIgnored() throws Exception {
        try (McpClient client = this.invariants.build(
                builder("late-on=server/discover").timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(6))))) {
            assertThat(client.session().connect().era()).isEqualTo(McpEra.LEGACY);
            assertCalls(client);

            assertThat(client.status().totalIgnoredMessages()).isZero();
            assertThat(processes()).hasSize(1);
        }
    }

    // VER-24: another process, and the handshake is the first that it reads
    @ParameterizedTest
    @ValueSource(strings = {"exit-first", "exit-on=server/discover", "close-stdout-on=server/discover"})
    void processThatExitsOnTheProbeIsRestartedForTheHandshake(String mode) throws Exception {
        try (McpClient client = client(mode)) {
            assertThat(client.session().connect().era()).isEqualTo(McpEra.LEGACY);
            assertCalls(client);

            assertThat(processes()).containsExactly(List.of(PROBE), List.of(HANDSHAKE[0], HANDSHAKE[1], "tools/call"));
        }
    }

    // VER-15, VER-16: the next process of the same command is not asked
    @Test
    void nextProcessOfALegacyServerIsNotProbed() throws Exception {
        try (McpClient client = client("exit-on=test/break")) {
            client.session().connect();
            catchThrowableOfType(McpException.class, () -> client.raw()
                    .request("test/break", Map.of(), Map.class, McpCallOptions.defaults()));
            assertCalls(client);

            assertThat(processes().get(1)).startsWith(HANDSHAKE).doesNotContain(PROBE);
        }
    }

    // STD-22, VER-16: a process that refuses the handshake is left, the next one is asked for its era
    @Test
    void processThatRejectsTheHandshakeAfterTheProbeTimeoutIsRestarted() throws Exception {
        try (McpClient client = this.invariants.build(builder("modern", "late-on=server/discover")
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(12))))) {
            catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(processes())
                    .hasSize(2)
                    .allSatisfy(methods -> assertThat(methods).startsWith(PROBE).doesNotContain(HANDSHAKE[1]));
            assertThat(processes().get(0)).containsExactly(PROBE, "initialize");
        }
    }

    // VER-23, VER-25
    @Test
    void modernOnlyClientFailsAtOnceAndReportsTheReason() throws Exception {
        try (McpClient client =
                this.invariants.build(builder().protocol(protocol -> protocol.withEra(McpProtocol.MODERN)))) {
            McpException error = catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(error)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("the server does not speak revision 2026-07-28")
                    .hasMessageContaining("error -32601 to server/discover");
            assertThat(processes()).containsExactly(List.of(PROBE));
        }
    }

    // VER-22: what a server of the stateless revision says may be all that there is to learn
    @Test
    void legacyOnlyClientReportsTheRevisionsOfAModernServer() throws Exception {
        try (McpClient client = this.invariants.build(builder(
                        "refuse=initialize={\"code\":-32602,\"message\":\"no\",\"data\":{\"supported\":[\"2026-07-28\"]}}")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY)))) {
            McpException error = catchThrowableOfType(McpException.class, client.session()::connect);

            assertThat(error).hasMessageContaining("the server offers [2026-07-28]");
            assertThat(processes()).containsExactly(List.of("initialize"));
        }
    }
}
