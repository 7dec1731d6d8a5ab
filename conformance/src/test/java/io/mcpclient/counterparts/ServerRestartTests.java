package io.mcpclient.counterparts;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpException;

import static io.mcpclient.counterparts.Results.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/** Servers that are restarted: each says in its own way that it knows nothing of before. */
@Timeout(60)
class ServerRestartTests {

    private static final String EVERYTHING_RESOURCE = "demo://resource/dynamic/text/5";

    @RegisterExtension
    static final NodeHttpServer EVERYTHING_HTTP = new NodeHttpServer(EverythingTests.PACKAGE, "streamableHttp");

    @RegisterExtension
    static final NodeHttpServer EVERYTHING_SSE = new NodeHttpServer(EverythingTests.PACKAGE, "sse");

    @RegisterExtension
    static final NodeHttpServer BOTH_ERAS = new NodeHttpServer("both-eras", BothErasTests::server, "http");

    @RegisterExtension
    static final JavaSdkServlet JAVA_SDK = new JavaSdkServlet();

    private final RecordedNotifications heard = new RecordedNotifications();

    /** Ends a server and starts it again. */
    @FunctionalInterface
    interface Restart {
        void run() throws Exception;
    }

    // HTL-21, HTL-22: status 400 and error -32000
    @Test
    void everythingOverStreamableHttp() throws Exception {
        assertSurvives(
                McpClient.builder("everything").url(EVERYTHING_HTTP.url("/mcp")),
                EVERYTHING_HTTP::restart,
                EVERYTHING_RESOURCE,
                "toggle-subscriber-updates");
    }

    // SSE-08: the stream ends
    @Test
    void everythingOverSse() throws Exception {
        assertSurvives(
                McpClient.builder("everything").url(EVERYTHING_SSE.url("/sse")),
                EVERYTHING_SSE::restart,
                EVERYTHING_RESOURCE,
                "toggle-subscriber-updates");
    }

    // STD-15, STD-18: the process ends
    @Test
    void everythingOverStdio() throws Exception {
        assertSurvives(
                McpClient.builder("everything")
                        .transport(NodePackage.of(EverythingTests.PACKAGE).stdio(Map.of(), "stdio")),
                () -> endNewestChild(EverythingTests.PACKAGE),
                EVERYTHING_RESOURCE,
                "toggle-subscriber-updates");
    }

    // HTL-21: status 404
    @Test
    void javaSdkOverStreamableHttp() throws Exception {
        assertSurvives(
                McpClient.builder("java-sdk").url(JAVA_SDK.url()),
                JAVA_SDK::restart,
                JavaSdkServer.NOTES,
                "change-everything");
    }

    // HTL-21, SUB-11, SUB-12: status 404 without a body, or just the end of what was open
    @ParameterizedTest
    @EnumSource
    void bothEras(Combination combination) throws Exception {
        assumeFalse(combination.missing().containsKey(Feature.CHANGES), combination + " tells of no changes");
        assertSurvives(
                combination.builder(BOTH_ERAS),
                () -> {
                    if (combination.isHttp()) {
                        BOTH_ERAS.restart();
                    } else {
                        endNewestChild("both-eras");
                    }
                },
                JavaSdkServer.NOTES,
                "change-everything");
    }

    private void assertSurvives(McpClientBuilder builder, Restart restart, String resource, String toolThatUpdates)
            throws Exception {
        McpClient client = builder.changeListener(this.heard)
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .build();
        try (client) {
            client.resources().subscribe(resource);
            assertThat(echo(client, "before")).contains("before");

            restart.run();

            // The call that notices may fail.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(15))
                    .ignoreExceptionsInstanceOf(McpException.class)
                    .untilAsserted(() -> assertThat(echo(client, "after")).contains("after"));
            // RES-08: what was subscribed to before still is
            call(client, toolThatUpdates, Map.of("name", "addition"));
            Awaitility.await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> assertThat(this.heard.changes())
                    .contains(resource));
        }
    }

    private static String echo(McpClient client, String message) {
        return call(client, "echo", Map.of("message", message)).text();
    }

    /** Ends the process over whose standard streams a server was last spoken to; ids of processes say nothing of their age. */
    private static void endNewestChild(String name) throws Exception {
        ProcessHandle newest = ProcessHandle.current()
                .children()
                .filter(child -> commandOf(child).contains(name))
                .filter(child -> commandOf(child).contains(" stdio"))
                .max(Comparator.comparing(child -> child.info().startInstant().orElse(Instant.MIN)))
                .orElseThrow();
        newest.destroyForcibly();
        newest.onExit().get();
    }

    private static String commandOf(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }
}
