package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(30)
class McpPromptAndResourceRegistryTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final McpClients clients = new McpClients(List.of());

    private final McpPromptRegistry prompts = McpPromptRegistry.of(this.clients, McpToolNaming.defaults());

    private final McpResourceRegistry resources = McpResourceRegistry.of(this.clients);

    @AfterEach
    void close() {
        this.prompts.close();
        this.resources.close();
        this.clients.close();
    }

    private static ScriptedLegacyServer server(String capabilities) {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.on("initialize")
                .optionally()
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities
                        + ",\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        return server;
    }

    private static ScriptedLegacyServer promptServer() {
        ScriptedLegacyServer server = server("{\"prompts\":{}}");
        server.on("prompts/list")
                .always()
                .reply(Reply.result("{\"prompts\":[{\"name\":\"greet\"},{\"name\":\"part\"}]}"));
        return server;
    }

    private static ScriptedLegacyServer resourceServer() {
        ScriptedLegacyServer server = server("{\"resources\":{}}");
        server.on("resources/list")
                .always()
                .reply(Reply.result("{\"resources\":[{\"uri\":\"file:///a\",\"name\":\"a\"}]}"));
        server.on("resources/templates/list")
                .always()
                .reply(Reply.result("{\"resourceTemplates\":[{\"uriTemplate\":\"file:///{path}\",\"name\":\"any\"}]}"));
        return server;
    }

    private McpClient add(String name, String url) {
        McpClient client = McpClient.builder(name)
                .url(url)
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(20), 1.5, Duration.ofMillis(100)))
                .build();
        this.clients.add(client);
        return client;
    }

    private McpClient start(String name, String url) {
        McpClient client = add(name, url);
        client.session().start();
        return client;
    }

    private void awaitPrompts(String... names) {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.prompts.snapshot().prompts())
                .extracting(McpRegisteredPrompt::name)
                .containsExactly(names));
        McpPromptSnapshot snapshot = this.prompts.snapshot();
        assertThat(snapshot.prompts().stream()
                        .map(McpRegisteredPrompt::server)
                        .distinct()
                        .flatMap(server -> snapshot.ofServer(server).stream()))
                .containsExactlyElementsOf(snapshot.prompts());
    }

    private void awaitResources(String... servers) {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.resources.snapshot().resources())
                .extracting(McpRegisteredResource::server)
                .containsExactly(servers));
    }

    // I03, PRM-01: unique names by the rule of tools; a prompt is asked for where it is offered, by its own name
    @Test
    void getPromptIsSentToItsServer() {
        try (ScriptedLegacyServer one = promptServer();
                ScriptedLegacyServer two = promptServer()) {
            two.on("prompts/get")
                    .times(2)
                    .reply(Reply.result("{\"messages\":[{\"role\":\"user\","
                            + "\"content\":{\"type\":\"text\",\"text\":\"hi\"}}]}"));
            add("two", two.url());
            add("one", one.url());
            this.clients.all().forEach(client -> client.session().start());
            awaitPrompts("one_greet", "one_part", "two_greet", "two_part");

            assertThat(this.prompts
                            .getPrompt("two_greet", Map.of("name", "Ada"))
                            .messages())
                    .hasSize(1);
            assertThat(this.prompts
                            .getPromptReactive("two_part", Map.of(), McpCallOptions.defaults())
                            .block(LIMIT))
                    .isNotNull();
            assertThat(two.requests("prompts/get")
                            .get(0)
                            .json()
                            .at("/params/name")
                            .asString())
                    .isEqualTo("greet");
            assertThat(two.requests("prompts/get")
                            .get(0)
                            .json()
                            .at("/params/arguments/name")
                            .asString())
                    .isEqualTo("Ada");
            this.clients.close();
        }
    }

    @Test
    void getPromptWhenNameIsUnknownIsRejectedWithoutARequest() {
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.prompts.getPrompt("nobody", Map.of()))
                .satisfies(error -> {
                    assertThat(error.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_PROMPT);
                    assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    assertThat(error).hasMessageContaining("no prompt is named \"nobody\"");
                });
    }

    // RES-01: the same URI of two servers is two resources; nothing is renamed
    @Test
    void readIsSentToTheGivenServer() {
        try (ScriptedLegacyServer one = resourceServer();
                ScriptedLegacyServer two = resourceServer()) {
            two.on("resources/read")
                    .times(2)
                    .reply(Reply.result("{\"contents\":[{\"uri\":\"file:///a\",\"text\":\"two\"}]}"));
            add("two", two.url());
            add("one", one.url());
            this.clients.all().forEach(client -> client.session().start());
            awaitResources("one", "two");

            McpResourceSnapshot snapshot = this.resources.snapshot();
            assertThat(snapshot.find("two", "file:///a"))
                    .hasValueSatisfying(found -> assertThat(found.available()).isTrue());
            assertThat(snapshot.find("three", "file:///a")).isEmpty();
            assertThat(snapshot.ofServer("one")).hasSize(1);
            assertThat(snapshot.templates())
                    .extracting(template -> template.template().uriTemplate())
                    .containsExactly("file:///{path}", "file:///{path}");
            assertThat(this.resources.read("two", "file:///a").contents()).hasSize(1);
            assertThat(this.resources
                            .readReactive("two", "file:///not-listed", McpCallOptions.defaults())
                            .block(LIMIT))
                    .isNotNull();
            this.clients.close();
        }
    }

    @Test
    void readWhenServerIsUnknownIsRejected() {
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.resources.read("nobody", "file:///a"))
                .withMessageContaining(
                        "MCP server \"nobody\": resources/read: no server with this name exists, or it was removed");
    }

    // a server that is away fails fast, and keeps what it offered as unavailable
    @Test
    void callsWhenServerIsUnavailableFailFast() {
        try (RefusedPort port = new RefusedPort()) {
            start("away", port.url());
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> this.clients.get("away").status().lastError() != null);
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThatExceptionOfType(McpException.class)
                    .isThrownBy(() -> this.resources.read("away", "file:///a"))
                    .satisfies(error -> {
                        assertThat(error.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                        assertThat(error).hasMessageContaining("connection refused");
                    }));
            this.clients.close();
        }
    }

    @Test
    void snapshotsWhenServerBecomesUnavailableRetainItemsAsUnavailable() {
        ScriptedLegacyServer server = resourceServer();
        McpClient client = start("gone", server.url());
        awaitResources("gone");
        List<Long> versions = new CopyOnWriteArrayList<>();
        this.resources.addListener(snapshot -> versions.add(snapshot.version()));

        server.close();
        Disconnection.await(client);

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.resources.snapshot().find("gone", "file:///a"))
                .hasValueSatisfying(found -> assertThat(found.available()).isFalse()));
        assertThat(versions).containsExactly(2L);
    }

    // CAP-07: what a server does not offer it is not asked for
    @Test
    void snapshotsWhenServerLacksTheCapabilitiesSendNoRequest() {
        try (ScriptedLegacyServer server = server("{}")) {
            McpClient client = start("bare", server.url());
            Awaitility.await().atMost(LIMIT).until(() -> client.status().isConnected());
            client.ping();
            assertThat(server.requests("prompts/list")).isEmpty();
            assertThat(server.requests("resources/list")).isEmpty();
            assertThat(this.prompts.snapshot().version()).isZero();
            assertThat(this.resources.snapshot().version()).isZero();
            this.clients.close();
        }
    }

    // declared, but not implemented: neither repeated nor a warning
    @Test
    void snapshotsWhenListMethodsAreUnknownAreEmptyAndLoggedOnce() {
        CapturedLog log = CapturedLog.of(Loggers.TOOLS).at(Level.INFO).open();
        try (log;
                ScriptedLegacyServer server = server("{\"resources\":{},\"prompts\":{}}")) {
            server.on("resources/list").always().reply(Reply.error(-32601, "Method not found"));
            server.on("resources/templates/list").always().reply(Reply.error(-32601, "Method not found"));
            server.on("prompts/list").always().reply(Reply.error(-32601, "Method not found"));
            McpClient client = start("sparse", server.url());
            Awaitility.await().atMost(LIMIT).until(() -> log.events().size() == 2);
            client.session().reconnect();
            server.awaitRequests("prompts/list", 2, LIMIT);
            server.awaitRequests("resources/list", 2, LIMIT);
            this.clients.close();
        }

        assertThat(log.events())
                .allMatch(event -> event.getLevel() == Level.INFO)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactlyInAnyOrder(
                        "MCP server \"sparse\": it declares prompts but does not list them (the server responded with error"
                                + " -32601: Method not found); none are offered",
                        "MCP server \"sparse\": it declares resources but does not list them (the server responded with"
                                + " error -32601: Method not found); none are offered");
    }

    // templates are another list
    @Test
    void snapshotContainsTemplatesOfAServerWithoutResources() {
        try (ScriptedLegacyServer server = server("{\"resources\":{}}")) {
            server.on("resources/list").reply(Reply.error(-32601, "Method not found"));
            server.on("resources/templates/list")
                    .reply(Reply.result("{\"resourceTemplates\":[{\"uriTemplate\":\"file:///{a}\",\"name\":\"a\"}]}"));
            start("templates", server.url());
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> this.resources.snapshot().templates().size() == 1);
            assertThat(this.resources.snapshot().resources()).isEmpty();
            this.clients.close();
        }
    }

    // servers without templates need not know how to list them
    @Test
    void snapshotContainsResourcesOfAServerWithoutTemplates() {
        try (ScriptedLegacyServer server = server("{\"resources\":{}}")) {
            server.on("resources/list").reply(Reply.result("{\"resources\":[{\"uri\":\"file:///a\",\"name\":\"a\"}]}"));
            server.on("resources/templates/list").reply(Reply.error(-32601, "Method not found"));
            start("plain", server.url());
            awaitResources("plain");
            assertThat(this.resources.snapshot().templates()).isEmpty();
            this.clients.close();
        }
    }
}
