package io.mcpclient;

import java.util.List;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpInitializationException;
import io.mcpclient.schema.Icon;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Servers that begin a session with members that do not fit the specification. */
@Timeout(60)
class McpClientOddSessionResultTests {

    private static final String INFO = "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}";

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = McpClient.builder("weather")
            .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
            .url(this.server.url())
            .build();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private McpServerDescription connect(String members) {
        this.server.on("initialize").reply(Reply.result("{\"protocolVersion\":\"2025-11-25\"," + members + "}"));
        return this.client.session().connect();
    }

    // fault A09: an icon is not a reason to have no tools
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"title\":{}",
                "\"title\":[\"a\"]",
                "\"description\":{\"en\":\"a\"}",
                "\"websiteUrl\":[]",
                "\"icons\":{}",
                "\"icons\":\"https://x/a.png\"",
                "\"icons\":[\"https://x/a.png\"]",
                "\"icons\":[{\"mimeType\":\"image/png\"}]",
                "\"icons\":{},\"title\":{},\"websiteUrl\":{}"
            })
    void connectWhenServerInfoHasOddMembersUsesTheOthers(String members) {
        McpServerDescription found = connect("\"_meta\":[],\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                + "\"instructions\":\"Be kind.\",\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"," + members + "}");

        assertThat(found.serverInfo()).isEqualTo(Implementation.of("s", "1"));
        assertThat(found.capabilities().notifiesToolListChanged()).isTrue();
        assertThat(found.instructions()).isEqualTo("Be kind.");
        assertThat(this.client.listTools()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"`\"48x48\"`, 48x48", "`[\"48x48\"]`, 48x48", "`[{},\"48x48\"]`, 48x48", "{}, ", "`[]`, "})
    void connectWhenTheSizesOfAnIconAreOddKeepsTheIcon(String sizes, String expected) {
        McpServerDescription found = connect("\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\","
                + "\"icons\":[{\"src\":\"https://x/a.png\",\"sizes\":" + sizes + "}]}");

        assertThat(found.serverInfo()).isNotNull();
        assertThat(found.serverInfo().icons())
                .containsExactly(
                        Icon.of("https://x/a.png").withSizes((expected != null) ? List.of(expected) : List.of()));
    }

    // CAP-07
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "true|true",
                "[{\"name\":\"echo\"}]|true",
                "[]|true",
                "{\"listChanged\":{}}|true",
                "false|false",
                "null|false"
            })
    void connectTakesFlagsAndListsForCapabilities(String value, boolean isOffered) {
        ServerCapabilities found = connect("\"capabilities\":{\"tools\":" + value + ",\"prompts\":" + value
                        + ",\"resources\":" + value + ",\"tasks\":" + value + ",\"extensions\":[\"a\"]}," + INFO)
                .capabilities();

        assertThat(found.hasTools()).isEqualTo(isOffered);
        assertThat(found.hasPrompts()).isEqualTo(isOffered);
        assertThat(found.hasResources()).isEqualTo(isOffered);
        assertThat(found.tasks() != null).isEqualTo(isOffered);
        assertThat(found.notifiesToolListChanged()).isFalse();
        assertThat(found.extensions()).isEmpty();
    }

    @Test
    void connectLogsOddMembersOnce() {
        CapturedLog log = CapturedLog.of(Loggers.CONNECTION).at(Level.DEBUG).open();
        try (log) {
            connect("\"capabilities\":{\"tools\":true},\"instructions\":[\"a\"]," + INFO);
        }

        assertThat(log.messages())
                .filteredOn(line -> line.contains("dropped"))
                .containsExactly(
                        "MCP server \"weather\": initialize: dropped members of the result:"
                                + " expected an object at capabilities.tools, expected a string, found an array at instructions");
    }

    // fault A09: what the protocol requires is not left out
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"capabilities\":true," + INFO,
                "\"capabilities\":\"tools\"," + INFO,
                "\"capabilities\":{},\"serverInfo\":\"s\"",
                "\"capabilities\":{},\"serverInfo\":{\"name\":{},\"version\":\"1\"}",
                "\"capabilities\":{},\"serverInfo\":{\"title\":{},\"version\":\"1\"}"
            })
    void connectWhenRequiredMembersAreOddFails(String members) {
        assertThatThrownBy(() -> connect(members)).isInstanceOf(McpInitializationException.class);
    }

    @Test
    void connectToAStatelessServerDropsOddMembersToo() {
        try (ScriptedHttpServer modern = ScriptedHttpServer.modern();
                McpClient other = McpClient.builder("weather").url(modern.url()).build()) {
            modern.on("server/discover")
                    .reply(Reply.result("{\"supportedVersions\":[\"2026-07-28\"],\"resultType\":\"complete\","
                            + "\"ttlMs\":0,\"cacheScope\":{},\"capabilities\":{\"tools\":true,\"resources\":false},"
                            + "\"instructions\":[\"a\"]}"));

            McpServerDescription found = other.session().connect();

            assertThat(found.capabilities().hasTools()).isTrue();
            assertThat(found.capabilities().hasResources()).isFalse();
            assertThat(found.instructions()).isNull();
        }
    }
}
