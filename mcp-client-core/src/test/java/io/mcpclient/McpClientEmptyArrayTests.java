package io.mcpclient;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Servers that write the empty object as an empty array. */
@Timeout(60)
class McpClientEmptyArrayTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client =
            McpClient.builder("weather").url(this.server.url()).build();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|",
                "{\"tools\":[]}|tools",
                "{\"tools\":[],\"prompts\":[],\"resources\":[]}|tools prompts resources",
                "{\"logging\":[],\"completions\":[],\"experimental\":[],\"extensions\":[]}|logging completions",
                "{\"tools\":{\"listChanged\":false},\"experimental\":[]}|tools",
                "{\"tools\":{},\"tasks\":[]}|tools tasks",
                "{\"tools\":{},\"tasks\":{\"list\":[],\"requests\":[]}}|tools tasks list",
                "{\"tasks\":{\"cancel\":[],\"requests\":{\"tools\":{\"call\":[]}}}}|tasks cancel calls"
            })
    void connectAcceptsEmptyArraysInCapabilities(String capabilities, String declared) {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"_meta\":[],\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities
                        + ",\"serverInfo\":{\"name\":\"php\",\"version\":\"1\"}}"));

        ServerCapabilities found = this.client.session().connect().capabilities();

        List<String> expected = (declared != null) ? List.of(declared.split(" ")) : List.of();
        assertThat(Map.of(
                        "tools", found.hasTools(),
                        "prompts", found.hasPrompts(),
                        "resources", found.hasResources(),
                        "logging", found.hasLogging(),
                        "completions", found.hasCompletions(),
                        "tasks", found.tasks() != null,
                        "list", found.hasTaskList(),
                        "cancel", found.hasTaskCancel(),
                        "calls", found.hasTaskToolCalls()))
                .allSatisfy((name, has) -> assertThat(has).as(name).isEqualTo(expected.contains(name)));
    }

    @Test
    void connectToAStatelessServerAcceptsEmptyArraysInCapabilities() {
        try (ScriptedHttpServer modern = ScriptedHttpServer.modern();
                McpClient other = McpClient.builder("weather").url(modern.url()).build()) {
            modern.on("server/discover")
                    .reply(Reply.result("{\"supportedVersions\":[\"2026-07-28\"],\"resultType\":\"complete\","
                            + "\"ttlMs\":0,\"cacheScope\":\"private\",\"capabilities\":{\"tools\":[],\"extensions\":[]},"
                            + "\"_meta\":[]}"));

            assertThat(other.session().connect().capabilities().hasTools()).isTrue();
        }
    }

    @Test
    void connectAcceptsAnEmptyArrayAsServerInfo() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":[]}"));

        assertThat(this.client.session().connect().serverInfo()).isNull();
    }

    @Test
    void operationsWithoutResultDataAcceptAnEmptyArray() {
        this.server
                .on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"logging\":[],"
                        + "\"resources\":{\"subscribe\":true}},\"serverInfo\":{\"name\":\"php\",\"version\":\"1\"}}"));
        for (String method : List.of("ping", "resources/subscribe", "resources/unsubscribe")) {
            this.server.on(method).reply(Reply.result("[]"));
        }

        this.client.ping();
        this.client.resources().subscribe("file:///a");
        this.client.resources().unsubscribe("file:///a");
    }

    @Test
    void callToolAcceptsEmptyArraysAsAnnotationsAndMetadata() {
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"_meta\":[],\"content\":[{\"type\":\"text\",\"text\":\"a\",\"annotations\":[]},"
                        + "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"b\",\"_meta\":[]}}],"
                        + "\"structuredContent\":{\"_meta\":[],\"rows\":[]}}"));

        CallToolResult result = this.client.callTool("echo", Map.of());

        assertThat(result.text()).isEqualTo("a");
        assertThat(result.content()).hasSize(2);
        assertThat(result.structuredContent()).isEqualTo(Map.of("_meta", List.of(), "rows", List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "[[]]", "true"})
    void pingRejectsResultsThatAreNeitherAnObjectNorAnEmptyArray(String result) {
        this.server.on("ping").reply(Reply.result(result));

        assertThatThrownBy(this.client::ping).hasMessageContaining("\"result\" is not an object");
    }
}
