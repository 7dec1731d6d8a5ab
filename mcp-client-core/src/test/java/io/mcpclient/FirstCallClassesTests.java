package io.mcpclient;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The classes that a new JVM loads until a client has its first result: each costs about half a millisecond of CPU. */
@Timeout(120)
class FirstCallClassesTests {

    /** A quarter more than it was when this was written, with the classes of the lambda expressions. */
    private static final int MOST = 750;

    /** Rules out only that it hangs: how long classes take to load depends on what else the machine does. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    /** The program of the new JVM. */
    static final class Main {

        private Main() {}

        public static void main(String[] args) {
            try (McpClient client = McpClient.builder("weather")
                    .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                    .url(args[0])
                    .timeouts(timeouts -> timeouts.withConnect(LIMIT).withRequest(LIMIT))
                    .build()) {
                client.callTool("echo", Map.of());
            }
        }
    }

    private List<String> loaded(String server) throws IOException, InterruptedException {
        Path classes = this.directory.resolve("classes");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xlog:class+load:file=" + classes + "::filecount=0",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        server)
                .redirectErrorStream(true)
                .redirectOutput(this.directory.resolve("output").toFile())
                .start();
        boolean hasEnded = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(hasEnded).isTrue();
        assertThat(process.waitFor())
                .as(Files.readString(this.directory.resolve("output"), StandardCharsets.UTF_8))
                .isZero();
        return Files.readAllLines(classes, StandardCharsets.UTF_8);
    }

    @Test
    void firstCallLoadsNeitherWebClientNorDatabindNorSpringRetryNorTheLoggingOfSpring() throws Exception {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            List<String> loaded = loaded(server.url());

            assertThat(loaded)
                    .anyMatch(line -> line.contains(" io.mcpclient.schema.CallToolResult "))
                    .noneMatch(line -> line.contains(" org.springframework.web.reactive."))
                    .noneMatch(line -> line.contains(" org.springframework.retry."))
                    .noneMatch(line -> line.contains(" tools.jackson.databind.json."))
                    .noneMatch(line -> line.contains(" org.apache.commons.logging."));
            assertThat(loaded.stream().filter(line -> line.contains(" io.mcpclient.")))
                    .hasSizeLessThan(MOST);
        }
    }
}
