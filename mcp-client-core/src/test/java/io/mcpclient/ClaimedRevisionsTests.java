package io.mcpclient;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Revisions that a server supports according to somebody else: a hint for the first attempt. */
@Timeout(60)
class ClaimedRevisionsTests {

    private static McpClient client(String url, String... claimed) {
        return McpClient.builder("weather")
                .url(url)
                .protocol(protocol -> protocol.withClaimedRevisions(List.of(claimed)))
                .build();
    }

    private static List<String> methods(ScriptedHttpServer server) {
        return server.requests().stream()
                .map(RecordedRequest::rpcMethod)
                .filter(method -> method != null && !method.startsWith("notifications/"))
                .toList();
    }

    // CRD-17
    @Test
    void handshakeRevisionsSaveTheProbe() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server.url(), "2025-11-25", "2025-06-18")) {
            assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).contains("Oslo");
            assertThat(methods(server)).containsExactly("initialize", "tools/call");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "2031-01-01", "x"})
    void otherRevisionsDoNotSaveTheProbe(String claimed) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server.url(), claimed)) {
            assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).contains("Oslo");
            assertThat(methods(server)).startsWith("server/discover", "initialize");
        }
    }

    @Test
    void wrongClaimIsNoticedByTheHandshake() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            server.on("initialize").reply(Reply.error(-32601, "unknown method"));
            try (McpClient client = client(server.url(), "2025-11-25")) {
                assertThat(client.callTool("echo", Map.of("city", "Oslo")).text())
                        .contains("Oslo");
            }
            assertThat(methods(server)).containsExactly("initialize", "server/discover", "tools/call");
        }
    }

    // CRD-18
    @Test
    void claimDoesNotPermitAHandshakeThatTheApplicationDoesNotAccept() {
        try (ScriptedModernServer server = ScriptedHttpServer.modern();
                McpClient client = McpClient.builder("weather")
                        .url(server.url())
                        .protocol(protocol ->
                                protocol.withEra(McpProtocol.MODERN).withClaimedRevisions(List.of("2025-11-25")))
                        .build()) {
            assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).contains("Oslo");
            assertThat(methods(server)).containsExactly("server/discover", "tools/call");
        }
    }
}
