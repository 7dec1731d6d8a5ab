package io.mcpclient;

import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** What a caller reads when a server exceeds a limit or breaks a rule: which limit, what to change, and nothing of the parser. */
@Timeout(60)
class McpClientMessageTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = this.invariants.build(McpClient.builder("weather")
            .url(this.server.url())
            .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
            .lists(lists -> lists.withMaxPages(2)));

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    @Test
    void problemOfAListWithTooManyPagesNamesTheProperty() {
        this.server
                .on("tools/list")
                .times(2)
                .reply(request -> Reply.result("{\"tools\":[],\"nextCursor\":\"after " + request.rpcId() + "\"}"));

        assertThat(this.client.listTools()).isEmpty();
        assertThat(this.client.status().list("tools/list").orElseThrow().problem())
                .isEqualTo("incomplete, with 0 items: the list has more than 2 pages."
                        + " Raise mcp.servers.weather.max-pages if the list is really that long.");
    }

    // F14
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void errorOfATooDeeplyNestedResultNamesTheLimit(boolean isStream) {
        String deep = "[".repeat(300) + "]".repeat(300);
        String result = "{\"content\":[],\"structuredContent\":{\"deep\":" + deep + "}}";
        this.server.on("tools/call").reply(isStream ? Reply.sseResult(result) : Reply.result(result));

        assertThat(catchThrowable(() -> this.client.callTool("echo", Map.of())))
                .hasMessageStartingWith("MCP server \"weather\": tools/call: ")
                .hasMessageContaining("nested deeper than 200 levels")
                .hasMessageNotContaining("StreamReadConstraints");
    }

    // HTL-19
    @Test
    void errorOfAnInvalidSessionIdNamesTheAllowedCharacters() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                        .withHeader(ScriptedLegacyServer.SESSION_HEADER, "one two"));

        assertThat(catchThrowable(this.client.session()::connect))
                .hasMessageContaining(
                        "the server's session id has characters that are not allowed in the header Mcp-Session-Id."
                                + " Ask the server's operator for session ids of visible ASCII characters, without spaces.");
    }
}
