package io.mcpclient.fuzz;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.stdio.StdioTransportProvider;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.StdioServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The whole client and a process, which writes damaged lines before it answers a call. */
@Tag("fuzz")
@Timeout(value = 10, unit = TimeUnit.HOURS)
class StdioFuzzTests {

    private static final int INPUTS = 100;

    @RegisterExtension
    final Invariants invariants =
            Invariants.ofEachTest().within(Duration.ofSeconds(20)).withoutNeighbour();

    private final McpClient legacy = client(McpProtocol.LEGACY, "raw-on-call");

    private final McpClient modern = client(McpProtocol.MODERN, "raw-on-call", "modern");

    private static McpClient client(McpProtocol protocol, String... modes) {
        return DamagedConversation.settings(McpClient.builder("fuzz")
                        .transport(new StdioTransportProvider(StdioServer.java(modes)))
                        .protocol(settings -> settings.withEra(protocol)))
                .timeouts(
                        timeouts -> timeouts.withConnect(Duration.ofSeconds(20)).withRequest(Duration.ofSeconds(20)))
                .build();
    }

    @AfterEach
    void close() {
        this.legacy.close();
        this.modern.close();
    }

    // fault C13
    @Test
    void callsEndInAResultOrAnMcpExceptionAndTheNextOneSucceeds() {
        String[] lines = Stream.concat(
                        Recordings.MESSAGES.stream(),
                        Recordings.RESULTS.get("call-tool").stream().map(Recordings::response))
                .map(message -> message.replace("\"id\":1,", "\"id\":$id,"))
                .flatMap(message -> Stream.of(message, "[" + message + "]", "Listening\r\n" + message))
                .toArray(String[]::new);

        new Fuzzing(Fuzzing.Bounds.CLIENT)
                .run(
                        List.of(target("stdio-legacy", this.legacy, lines), target("stdio-modern", this.modern, lines)),
                        INPUTS);
    }

    private static FuzzTarget target(String name, McpClient client, String... lines) {
        return FuzzTarget.of(name, input -> call(client, input), List.of(McpException.class), lines);
    }

    private static void call(McpClient client, byte[] input) {
        try {
            client.callTool("echo", Map.of("raw", Base64.getEncoder().encodeToString(input)));
        } catch (McpTimeoutException ex) {
            throw new AssertionError("the response came behind the damaged line", ex);
        } finally {
            assertThat(client.callTool("echo", Map.of("healthy", 1)).text()).isEqualTo("{\"healthy\":1}");
        }
    }
}
