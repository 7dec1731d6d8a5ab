package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A stateless server has no session that could be lost: a refused call of one tool must not reach those of others. */
@Timeout(60)
class RefusedToolTests {

    private static McpClient client(ScriptedModernServer server) {
        return McpClient.builder("weather")
                .url(server.url())
                .protocol(protocol -> protocol.withEra(McpProtocol.MODERN))
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .build();
    }

    @Test
    void toolThatIsNotFoundDoesNotStopOtherTools() {
        ScriptedModernServer server = ScriptedHttpServer.modern()
                .tools(
                        "{\"name\":\"good\",\"inputSchema\":{\"type\":\"object\"}}",
                        "{\"name\":\"bad\",\"inputSchema\":{\"type\":\"object\"}}");
        server.on("tools/call")
                .where(request -> request.json().at("/params/name").asString().equals("bad"))
                .optionally()
                .reply(Reply.status(404));
        try (server;
                McpClient client = client(server)) {
            for (int i = 0; i < 3; i++) {
                McpException refused = catchThrowableOfType(McpException.class, () -> client.callTool("bad", Map.of()));
                assertThat(refused).hasMessageNotContaining("session");
                assertThat(client.callTool("good", Map.of()).isErrorResult()).isFalse();
            }
            assertThat(server.requests("tools/call")).hasSize(3 + 4); // the first refusal is repeated once
            assertThat(server.requests("server/discover")).hasSize(2);
        }
    }

    /** The error has the id of the request: the server has read it, and may have executed the tool before it failed. */
    @Test
    void errorOfAToolWithStatus400IsNeitherRepeatedNorLost() {
        ScriptedModernServer server =
                ScriptedHttpServer.modern().tools("{\"name\":\"bad\",\"inputSchema\":{\"type\":\"object\"}}");
        server.on("tools/call")
                .optionally()
                .reply(request -> Reply.json(
                        400,
                        "{\"jsonrpc\":\"2.0\",\"id\":" + request.json().get("id")
                                + ",\"error\":{\"code\":-32000,\"message\":\"card declined\"}}"));
        try (server;
                McpClient client = client(server)) {
            McpException refused = catchThrowableOfType(McpException.class, () -> client.callTool("bad", Map.of()));
            assertThat(server.requests("tools/call")).hasSize(1);
            assertThat(refused).hasMessageContaining("card declined");
        }
    }
}
