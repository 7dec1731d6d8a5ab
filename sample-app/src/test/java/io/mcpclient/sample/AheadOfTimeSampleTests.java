package io.mcpclient.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.testkit.AheadOfTime;

import static org.assertj.core.api.Assertions.assertThat;

/** The sample, processed ahead of time, with its embedded servers, of which one is a child process. */
class AheadOfTimeSampleTests {

    private static final Duration LIMIT = Duration.ofSeconds(120);

    @Test
    void whenTheProcessedSampleStartsThenItsToolsCanBeCalled(@TempDir Path directory)
            throws IOException, InterruptedException {
        AheadOfTime processed = AheadOfTime.process(SampleApplication.class, directory);
        int port = freePort();
        Process process = processed.start(directory.resolve("output.txt"), "--server.port=" + port);
        try {
            Http http = new Http(port);
            Awaitility.await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(
                            http.getJson("/api/servers").findValuesAsString("tools"))
                    .containsExactly("2", "9", "5", "6"));
            assertThat(http.call("add_numbers", "{\"a\": 2, \"b\": 3}").body()).contains("The sum is 5.0.");
            assertThat(http.call("search_trips", "{\"region\": \"coast\"}").statusCode())
                    .isEqualTo(200);
            assertThat(http.getJson("/actuator/info")
                            .at("/mcp/servers/states/CONNECTED")
                            .asInt())
                    .isEqualTo(4);
            assertThat(http.getJson("/actuator/mcp/everyday")
                            .at("/tools/0/inputSchema/type")
                            .asString())
                    .isEqualTo("object");
        } finally {
            process.destroy();
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
