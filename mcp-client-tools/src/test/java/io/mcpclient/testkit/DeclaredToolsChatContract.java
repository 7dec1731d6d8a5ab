package io.mcpclient.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.registry.McpDeclaredMismatch;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.testkit.ChatApplication.Way;

import static org.assertj.core.api.Assertions.assertThat;

/** What a model is offered of declared tools, and what code learns about them, before and after their server is reached. */
@Timeout(180)
public abstract class DeclaredToolsChatContract extends ChatFixture {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}";

    private static final List<String> KINDS = List.of("same", "different", "missing");

    private static final String[] DECLARED = {
        "mcp.servers.weather.start=lazy",
        "mcp.servers.weather.tools.declared[0].name=forecast",
        "mcp.servers.weather.tools.declared[0].description=Returns the forecast.",
        "mcp.servers.weather.tools.declared[0].input-schema=" + SCHEMA,
        "mcp.servers.weather.tools.declared[0].annotations.read-only-hint=true",
        "mcp.servers.weather.tools.declared[0].metadata.owner=met-team"
    };

    private static String tool(String name, String description) {
        return "{\"name\":\"" + name + "\",\"description\":\"" + description + "\",\"inputSchema\":" + SCHEMA
                + ",\"annotations\":{\"readOnlyHint\":true},\"_meta\":{\"com.example/cost\":2}}";
    }

    private ChatApplication start(String url, String... properties) {
        return start(
                this.model,
                Stream.of(DECLARED, properties, new String[] {"mcp.servers.weather.url=" + url})
                        .flatMap(Arrays::stream)
                        .toArray(String[]::new));
    }

    /** Returns the metadata of the tool that the framework's object for it gives to code. */
    protected abstract Map<String, Object> metadata(ChatApplication application, String tool);

    /** Returns the descriptions of the tools in the last request, by name. */
    private Map<String, String> offered() {
        return this.model.lastRequest().tools().stream()
                .collect(Collectors.toMap(tool -> tool.path("name").asString(""), tool -> tool.path("description")
                        .asString("")));
    }

    private void ask(ChatApplication application) {
        this.model.thenSay("done");
        assertThat(application.chat("x")).isEqualTo("done");
    }

    @ParameterizedTest
    @EnumSource
    void declaredToolOfAnUnreachableServerIsOfferedAndItsCallReportsTheOutage(Way way) {
        try (RefusedPort port = new RefusedPort();
                ChatApplication application = start(port.url())) {
            this.model.thenCall("forecast", "{\"city\":\"Oslo\"}").thenSayResults();

            assertThat(application.ask(way, "x")).contains("cannot be reached");
            assertThat(this.model.lastRequest().tools()).singleElement().satisfies(tool -> {
                assertThat(tool.path("name").asString("")).isEqualTo("forecast");
                assertThat(tool.path("description").asString("")).isEqualTo("Returns the forecast.");
                assertThat(tool.path("parameters")
                                .path("properties")
                                .path("city")
                                .path("type")
                                .asString(""))
                        .isEqualTo("string");
                assertThat(tool.path("parameters").path("required").size()).isEqualTo(1);
            });
        }
    }

    /** Declares three tools of a lazy server, which the server has, defines differently and does not have. */
    private static Stream<String> declarations(McpDeclaredMismatch mismatch, RefusedPort port) {
        String name = mismatch.name().toLowerCase(Locale.ROOT);
        String server = "mcp.servers." + name + ".";
        Stream<String> tools = IntStream.range(0, KINDS.size())
                .boxed()
                .flatMap(i -> Stream.of(
                        server + "tools.declared[" + i + "].name=" + name + "_" + KINDS.get(i),
                        server + "tools.declared[" + i + "].description=Declared.",
                        server + "tools.declared[" + i + "].input-schema=" + SCHEMA));
        return Stream.concat(
                Stream.of(
                        server + "url=" + port.url(),
                        server + "start=lazy",
                        server + "tools.declared-mismatch=" + name),
                tools);
    }

    private static ScriptedLegacyServer open(McpDeclaredMismatch mismatch, RefusedPort port) {
        String name = mismatch.name().toLowerCase(Locale.ROOT);
        return port.openLegacy(
                server -> server.tools(tool(name + "_same", "Declared."), tool(name + "_different", "Of the server.")));
    }

    @Test
    void definitionsOfServersThatStartLaterAreCompared() {
        try (RefusedPort warn = new RefusedPort();
                RefusedPort replace = new RefusedPort();
                RefusedPort fail = new RefusedPort();
                ChatApplication application = start(
                        this.model,
                        Stream.of(
                                        declarations(McpDeclaredMismatch.WARN, warn),
                                        declarations(McpDeclaredMismatch.REPLACE, replace),
                                        declarations(McpDeclaredMismatch.FAIL, fail))
                                .flatMap(Function.identity())
                                .toArray(String[]::new))) {
            ask(application);
            assertThat(offered()).hasSize(9).containsValues("Declared.").doesNotContainValue("Of the server.");
            try (ScriptedLegacyServer first = open(McpDeclaredMismatch.WARN, warn);
                    ScriptedLegacyServer second = open(McpDeclaredMismatch.REPLACE, replace);
                    ScriptedLegacyServer third = open(McpDeclaredMismatch.FAIL, fail)) {
                McpToolRegistry registry = application.bean(McpToolRegistry.class);
                Awaitility.await()
                        .atMost(LIMIT)
                        .until(() -> registry.awaitReady(LIMIT).missing().isEmpty());

                ask(application);
                assertThat(offered())
                        .containsExactlyInAnyOrderEntriesOf(Map.of(
                                "warn_same", "Declared.",
                                "warn_different", "Of the server.",
                                "replace_same", "Declared.",
                                "replace_different", "Of the server.",
                                "fail_same", "Declared."));
                application.close();
            }
        }
    }

    @Test
    void promptDoesNotConnectAndToolMetadataIsVisibleOnlyToCode() {
        this.server.tools(tool("forecast", "Returns the forecast."));
        try (ChatApplication application = start(this.server.url(), "mcp.servers.weather.tools.prefix=met")) {
            ask(application);
            assertThat(this.server.requests()).isEmpty();
            assertThat(metadata(application, "met_forecast"))
                    .containsEntry("server", "weather")
                    .containsEntry("toolName", "forecast")
                    .containsEntry("origin", "declared")
                    .containsEntry("readOnlyHint", true)
                    .containsEntry("owner", "met-team");

            this.model.thenCall("met_forecast", "{\"city\":\"Oslo\"}").thenSayResults();
            assertThat(application.chat("x")).isEqualTo("{\"city\":\"Oslo\"}");
            application.awaitTools("met_forecast");
            assertThat(metadata(application, "met_forecast"))
                    .containsEntry("origin", "listed")
                    .containsEntry("_meta", Map.of("com.example/cost", 2))
                    .containsEntry("owner", "met-team");

            ask(application);
            assertThat(this.model.requests())
                    .allMatch(request -> request.toolNames().equals(List.of("met_forecast")))
                    .noneMatch(request -> Stream.of("met-team", "readOnlyHint", "com.example", "declared", "listed")
                            .anyMatch(request.body()::contains));
        }
    }
}
