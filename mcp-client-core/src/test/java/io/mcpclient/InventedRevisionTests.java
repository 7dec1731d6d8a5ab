package io.mcpclient;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A revision that does not exist is added to {@link ProtocolRevision} and nowhere else, and the client runs with it in a process of
 * its own: servers of the revisions before it are used as before.
 *
 * @see "MCP 2026-07-28, basic/versioning (VER-02 to VER-05)"
 */
@Timeout(120)
class InventedRevisionTests {

    private static final Path SOURCE =
            Path.of("..", "mcp-client-protocol", "src/main/java/io/mcpclient/schema/ProtocolRevision.java");

    private static final String LAST = "V2026_07_28(\"2026-07-28\");";

    @TempDir
    Path directory;

    /** Connects to the servers whose urls are its arguments, and calls a tool of each. */
    static final class Application {

        /** The first connection of a JVM on a busy machine takes seconds. */
        private static final Duration START = Duration.ofSeconds(50);

        public static void main(String[] urls) {
            for (String url : urls) {
                for (McpProtocol era : List.of(McpProtocol.AUTO, McpProtocol.MODERN)) {
                    try (McpClient client = McpClient.builder("weather")
                            .url(url)
                            .protocol(protocol -> protocol.withEra(era))
                            .timeouts(timeouts -> timeouts.withConnect(START).withRequest(START))
                            .build()) {
                        McpServerDescription server = client.session().connect();
                        String text =
                                client.callTool("echo", Map.of("city", "Oslo")).text();
                        System.out.println("> " + era + " " + server.revision() + " " + text);
                    } catch (RuntimeException ex) {
                        System.out.println("> " + era + " " + ex.getMessage());
                    }
                }
            }
        }
    }

    @Test
    void newRevisionDoesNotAffectServersOfEarlierRevisions() throws Exception {
        addRevision();
        // Without verification: the first probe of a JVM on a busy machine may take so long that a handshake is tried,
        // too.
        try (ScriptedHttpServer earlier = ScriptedHttpServer.modern().withoutVerification();
                ScriptedHttpServer both = ScriptedHttpServer.modern()
                        .versions("2026-07-28", "2027-01-01")
                        .withoutVerification();
                ScriptedHttpServer handshake = ScriptedHttpServer.legacy().withoutVerification()) {
            String oslo = "{\"city\":\"Oslo\"}";
            assertThat(run(earlier.url(), both.url(), handshake.url()))
                    .startsWith(
                            "> AUTO 2026-07-28 " + oslo,
                            "> MODERN 2026-07-28 " + oslo,
                            "> AUTO 2027-01-01 " + oslo,
                            "> MODERN 2027-01-01 " + oslo,
                            "> AUTO 2025-11-25 " + oslo)
                    .hasSize(6)
                    .last()
                    .asString()
                    .contains("the server does not speak revision 2027-01-01 or 2026-07-28");
        }
    }

    private void addRevision() throws Exception {
        String source = Files.readString(SOURCE);
        assertThat(source).contains(LAST);
        Path changed = Files.createDirectories(this.directory.resolve("source/io/mcpclient/schema"))
                .resolve("ProtocolRevision.java");
        Files.writeString(
                changed, source.replace(LAST, "V2026_07_28(\"2026-07-28\"),\n    V2027_01_01(\"2027-01-01\");"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        Files.createDirectory(this.directory.resolve("classes")).toString(),
                        changed.toString());
        assertThat(status).isZero();
    }

    private List<String> run(String... urls) throws Exception {
        Path output = this.directory.resolve("output");
        ProcessBuilder process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                this.directory.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path"),
                Application.class.getName());
        process.command().addAll(List.of(urls));
        Process running = process.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(running.waitFor(110, TimeUnit.SECONDS)).isTrue();
        } finally {
            running.destroyForcibly();
        }
        return Files.readAllLines(output, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith("> "))
                .toList();
    }
}
