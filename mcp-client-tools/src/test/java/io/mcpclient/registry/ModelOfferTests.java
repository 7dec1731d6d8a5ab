package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What models are offered before, during and after an outage of a server. */
@Timeout(60)
class ModelOfferTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String ECHO = tool("echo");

    private final McpClients clients = new McpClients(List.of());

    private McpToolRegistry registry = registry(McpModelSettings.defaults().withAwaitReady(LIMIT));

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private McpToolRegistry registry(McpModelSettings settings) {
        return McpToolRegistry.of(
                this.clients, McpToolNaming.defaults(), McpToolExposure.all().models(settings));
    }

    private void use(McpModelSettings settings) {
        this.registry.close();
        this.registry = registry(settings);
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

    private List<String> offered() {
        return offered(McpToolSelection.all());
    }

    private List<String> offered(McpToolSelection selection) {
        return this.registry.offer(selection).tools().stream()
                .map(McpModelTool::name)
                .toList();
    }

    private McpModelResult call(String name) {
        return call(name, "{}");
    }

    private McpModelResult call(String name, String arguments) {
        return this.registry.modelTool(name, McpToolSelection.all()).call(arguments, McpCallOptions.defaults());
    }

    /** Ends a server; the client learns of it by a call. */
    private void end(ScriptedHttpServer server) {
        server.close();
        assertThat(call("echo").isError()).isTrue();
        awaitAvailability(false);
    }

    private void awaitAvailability(boolean available) {
        Awaitility.await().atMost(LIMIT).until(() -> this.registry.snapshot().tools().stream()
                .allMatch(tool -> tool.available() == available));
    }

    // G5

    @Test
    void firstPromptWaitsForAServerThatStartsLater() throws Exception {
        try (RefusedPort port = new RefusedPort()) {
            start("weather", port.url());
            CompletableFuture<List<String>> prompt = CompletableFuture.supplyAsync(this::offered);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> this.clients.get("weather").status().lastError() != null);
            assertThat(prompt).isNotDone();
            try (ScriptedLegacyServer server = port.openLegacy(script -> script.tools(ECHO))) {
                assertThat(prompt.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).containsExactly("echo");
                this.clients.close();
            }
        }
    }

    @Test
    void firstPromptConnectsAServerThatConnectsOnDemand() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            add("weather", server.url());
            assertThat(offered()).containsExactly("echo");
            this.clients.close();
        }
    }

    @Test
    void promptDoesNotWaitForServersThatItsSelectionExcludes() {
        try (RefusedPort down = new RefusedPort();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            start("down", down.url());
            start("weather", server.url());
            assertThat(offered(McpToolSelection.all().forServers("weather"))).containsExactly("echo");
            this.clients.close();
        }
    }

    @Test
    void serversThatAreMissingAfterTheWaitAreLoggedOnce() {
        use(McpModelSettings.defaults().withAwaitReady(Duration.ofMillis(300)));
        try (CapturedLog log = CapturedLog.of(Loggers.TOOLS).open();
                RefusedPort down = new RefusedPort()) {
            start("down", down.url());
            assertThat(offered()).isEmpty();
            assertThat(offered()).isEmpty();
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .startsWith("A prompt lacks the tools of a server that was never connected: MCP server \"down\": ");
            this.clients.close();
        }
    }

    @Test
    void moreToolsThanSomeProvidersAcceptAreLoggedOnce() {
        String[] tools = IntStream.rangeClosed(1, 129)
                .mapToObj(number -> tool("tool_" + number))
                .toArray(String[]::new);
        try (CapturedLog log = CapturedLog.of(Loggers.TOOLS).open();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(tools)) {
            start("weather", server.url());
            assertThat(offered()).hasSize(129);
            assertThat(offered(McpToolSelection.all().filter(tool -> true))).hasSize(129);
            assertThat(log.messages())
                    .filteredOn(message -> message.startsWith("Models are offered 129 tools."))
                    .singleElement()
                    .asString()
                    .contains("mcp.tools.search.threshold");
            this.clients.close();
        }
    }

    @Test
    void threadThatMustNotBlockDoesNotWait() {
        try (RefusedPort down = new RefusedPort()) {
            start("down", down.url());
            List<String> offered = Mono.fromCallable(this::offered)
                    .subscribeOn(Schedulers.parallel())
                    .block(LIMIT);
            assertThat(offered).isEmpty();
            this.clients.close();
        }
    }

    @Test
    void offerBeforeStartupCompletesNeitherWaitsNorConnects() {
        this.registry.close();
        this.registry = McpToolRegistry.of(
                this.clients, McpToolNaming.defaults(), McpToolExposure.all().serving(() -> false));
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            add("weather", server.url());
            assertThat(offered()).isEmpty();
            assertThat(server.requests()).isEmpty();
            this.clients.close();
        }
    }

    // G3

    @Test
    void toolsOfALostServerRemainOfferedAndACallReportsTheOutage() {
        try (RefusedPort port = new RefusedPort()) {
            ScriptedLegacyServer server = port.openLegacy(script -> script.tools(ECHO));
            start("weather", server.url());
            assertThat(offered()).containsExactly("echo");
            end(server);

            assertThat(offered()).containsExactly("echo");
            McpModelResult result = call("echo");
            assertThat(result.text()).isEqualTo("The server of the tool cannot be reached. The tool was not executed.");
            assertThat(result.isError()).isTrue();
            assertThat(result.failure()).isNotNull();
            this.clients.close();
        }
    }

    // a listener that takes its time delays the view of the registry, not the offers
    @Test
    void toolsOfAServerThatIsBackAreOfferedBeforeTheRegistryHasMergedThem() {
        CountDownLatch isReleased = new CountDownLatch(1);
        try (RefusedPort port = new RefusedPort()) {
            ScriptedLegacyServer server = port.openLegacy(script -> script.tools(ECHO));
            start("weather", server.url());
            assertThat(offered()).containsExactly("echo");
            this.registry.addListener(changed -> await(isReleased));
            end(server);
            try (ScriptedLegacyServer back = port.openLegacy(script -> script.tools(ECHO))) {
                CatalogSyncs<List<Tool>> servers = ((DefaultMcpToolRegistry) this.registry).servers();
                Awaitility.await().atMost(LIMIT).until(() -> servers.areAvailable(name -> true));

                assertThat(this.registry.snapshot().tools()).noneMatch(McpRegisteredTool::available);
                assertThat(offered()).containsExactly("echo");
                isReleased.countDown();
                this.clients.close();
            }
        } finally {
            isReleased.countDown();
        }
    }

    @Test
    void promptWaitsUntilTheRegistryHasMergedTheFirstListOfAServer() throws Exception {
        CountDownLatch isMerging = new CountDownLatch(1);
        CountDownLatch isReleased = new CountDownLatch(1);
        try (ScriptedLegacyServer first = ScriptedHttpServer.legacy().tools(ECHO);
                ScriptedLegacyServer second = ScriptedHttpServer.legacy().tools(tool("get_forecast"))) {
            this.registry.addListener(changed -> {
                isMerging.countDown();
                await(isReleased);
            });
            start("first", first.url());
            await(isMerging);
            start("second", second.url());
            CatalogSyncs<List<Tool>> servers = ((DefaultMcpToolRegistry) this.registry).servers();
            Awaitility.await().atMost(LIMIT).until(() -> servers.areAvailable(name -> true));

            CompletableFuture<List<String>> prompt = new CompletableFuture<>();
            Thread thread = new Thread(() -> prompt.complete(offered()));
            thread.start();
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> prompt.isDone() || thread.getState() == Thread.State.TIMED_WAITING);
            isReleased.countDown();

            assertThat(prompt.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).containsExactly("echo", "get_forecast");
            this.clients.close();
        } finally {
            isReleased.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void toolsOfALostServerAreWithdrawnAfterTheDuration() {
        use(McpModelSettings.defaults().withAwaitReady(LIMIT).withKeepUnavailable(Duration.ofMillis(100)));
        ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO);
        start("weather", server.url());
        assertThat(offered()).containsExactly("echo");
        end(server);
        Awaitility.await().atMost(LIMIT).until(() -> offered().isEmpty());
        assertThat(offered(McpToolSelection.all().unavailable(true))).containsExactly("echo");
    }

    @Test
    void callReachesAServerThatIsBackBeforeItsNextAttemptIsDue() {
        try (RefusedPort port = new RefusedPort()) {
            ScriptedLegacyServer server = port.openLegacy(script -> script.tools(ECHO));
            McpClient client = McpClient.builder("weather")
                    .url(server.url())
                    .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMinutes(5), 1.5, Duration.ofMinutes(5)))
                    .build();
            this.clients.add(client);
            client.session().start();
            assertThat(offered()).containsExactly("echo");
            end(server);
            Awaitility.await().atMost(LIMIT).until(() -> client.status().nextAttempt() != null);

            try (ScriptedLegacyServer back = port.openLegacy(script -> script.tools(ECHO))) {
                back.on("tools/call")
                        .always()
                        .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}"));
                Awaitility.await()
                        .atMost(LIMIT)
                        .untilAsserted(() -> assertThat(call("echo").text()).isEqualTo("hi"));
                this.clients.close();
            }
        }
    }

    @Test
    void promptStartsAnAttemptToConnect() {
        use(McpModelSettings.defaults().withAwaitReady(LIMIT).withKeepUnavailable(Duration.ZERO));
        try (RefusedPort port = new RefusedPort()) {
            ScriptedLegacyServer server = port.openLegacy(script -> script.tools(ECHO));
            McpClient client = McpClient.builder("weather")
                    .url(server.url())
                    .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMinutes(5), 1.5, Duration.ofMinutes(5)))
                    .build();
            this.clients.add(client);
            client.session().start();
            assertThat(offered()).containsExactly("echo");
            end(server);
            Awaitility.await().atMost(LIMIT).until(() -> client.status().nextAttempt() != null);
            try (ScriptedLegacyServer back = port.openLegacy(script -> script.tools(ECHO))) {
                Awaitility.await().atMost(LIMIT).until(() -> offered().equals(List.of("echo")));
                assertThat(back.requests("initialize")).hasSize(1);
                this.clients.close();
            }
        }
    }

    @Test
    void clientThatWasDisconnectedOnPurposeIsNotConnectedByAPrompt() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            McpClient client = start("weather", server.url());
            assertThat(offered()).containsExactly("echo");
            client.session().dispose();
            awaitAvailability(false);
            assertThat(offered()).containsExactly("echo");
            assertThat(server.requests("initialize")).hasSize(1);
            this.clients.close();
        }
    }

    // names

    @Test
    void unknownToolNameIsAnsweredWithASimilarName() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(tool("get_forecast"))) {
            start("weather", server.url());
            assertThat(offered()).containsExactly("get_forecast");
            McpModelResult result = call("getForecast", "not even JSON");
            assertThat(result.isError()).isTrue();
            assertThat(result.text())
                    .startsWith("The tool was not executed")
                    .contains("no tool is named \"getForecast\"", "get_forecast");
            assertThat(server.requests("tools/call")).isEmpty();
            this.clients.close();
        }
    }

    @Test
    void toolThatASelectionExcludesIsNotCalled() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            start("weather", server.url());
            assertThat(offered()).containsExactly("echo");
            McpModelTool hidden =
                    this.registry.modelTool("echo", McpToolSelection.all().filter(tool -> false));
            McpModelResult result = hidden.call("{}", McpCallOptions.defaults());
            assertThat(result.failure())
                    .isInstanceOfSatisfying(McpRejectedException.class, rejected -> assertThat(rejected.reason())
                            .isEqualTo(McpRejectedException.Reason.UNKNOWN_TOOL));
            assertThat(server.requests("tools/call")).isEmpty();
            this.clients.close();
        }
    }

    // APP-01, APP-A01: neither offered nor found, and refused as unknown where a model knows its name
    @Test
    void appOnlyToolIsNeitherFoundNorCalledThroughTheSearch() {
        this.registry.close();
        this.registry = McpToolRegistry.of(
                this.clients, McpToolNaming.defaults(), McpToolExposure.all().disclosure(new McpToolDisclosure(1, 1)));
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()
                .tools(
                        ECHO,
                        "{\"name\":\"echo_twice\",\"inputSchema\":{\"type\":\"object\"}}",
                        "{\"name\":\"refresh\",\"description\":\"Refreshes the chart\",\"inputSchema\":{\"type\":\"object\"},"
                                + "\"_meta\":{\"ui\":{\"visibility\":[\"app\"]}}}")) {
            start("weather", server.url());
            assertThat(offered()).contains("search_tools", "call_tool").doesNotContain("refresh");
            assertThat(call("search_tools", "{\"query\":\"refresh the chart\"}").text())
                    .doesNotContain("refresh");
            assertThat(call("call_tool", "{\"name\":\"refresh\",\"arguments\":{}}")
                            .text())
                    .contains("no tool is named \"refresh\"");
            assertThat(server.requests("tools/call")).isEmpty();
            this.clients.close();
        }
    }

    // APP-01, APP-03
    @Test
    void appOnlyToolIsCallableByCodeButNotByModels() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()
                .tools(
                        ECHO,
                        "{\"name\":\"refresh\",\"inputSchema\":{\"type\":\"object\"},\"_meta\":{\"ui\":{\"visibility\":[\"app\"]}}}")) {
            server.on("tools/call").always().reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}"));
            start("weather", server.url());
            assertThat(offered()).containsExactly("echo");
            assertThat(call("refresh").text()).contains("no tool is named \"refresh\"");
            assertThat(this.registry.select(McpToolSelection.all()).tools()).hasSize(1);
            assertThat(this.registry.usage("weather")).hasSize(1);
            assertThat(this.registry.callTool("refresh", null).text()).isEqualTo("hi");
            this.clients.close();
        }
    }

    // cost

    @Test
    void offerIsTheSameWhileNothingChanges() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            start("weather", server.url());
            McpToolOffer offer = this.registry.offer(McpToolSelection.all());
            assertThat(this.registry.offer(McpToolSelection.all())).isSameAs(offer);
            assertThat(this.registry.offer(McpToolSelection.all().query("another question")))
                    .isSameAs(offer);
            this.clients.close();
        }
    }

    @Test
    void sizesOfDefinitionsAndResultsAreCounted() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"12345\"}]}"));
            start("weather", server.url());
            McpModelTool echo =
                    this.registry.offer(McpToolSelection.all()).find("echo").orElseThrow();
            assertThat(this.registry.usage("weather"))
                    .containsExactly(new McpToolUsage(
                            "echo", "weather", 8 + echo.inputSchema().text().length(), 0, 0));
            call("echo");
            call("echo");
            McpToolUsage usage = this.registry.usage("weather").get(0);
            assertThat(usage.calls()).isEqualTo(2);
            assertThat(usage.resultCharacters()).isEqualTo(10);
            assertThat(usage.resultTokens()).isEqualTo(3);
            assertThat(this.registry.usage("unknown")).isEmpty();
            this.clients.close();
        }
    }

    @Test
    void truncatedResultCanBeReadInParts() {
        use(McpModelSettings.defaults()
                .withAwaitReady(LIMIT)
                .withResults(McpResultRules.defaults().withMaxLength(10).withOverflow(McpResultRules.Overflow.KEEP)));
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(ECHO)) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"0123456789abcdefghijXYZ\"}]}"));
            start("weather", server.url());
            assertThat(offered()).containsExactly("read_result", "echo");
            String first = call("echo").text();
            assertThat(first).startsWith("0123456789[").contains("read_result");
            String address = first.replaceAll("(?s).*(mcp-result:[0-9a-f]+).*", "$1");
            assertThat(call("read_result", "{\"address\":\"" + address + "\",\"offset\":10}")
                            .text())
                    .startsWith("abcdefghij[characters 10 to 20 of 23;");
            assertThat(call("read_result", "{\"address\":\"" + address + "\",\"offset\":20}")
                            .text())
                    .isEqualTo("XYZ");
            McpModelTool read = this.registry.modelTool("read_result", McpToolSelection.all());
            McpModelResult other = read.call(
                    "{\"address\":\"" + address + "\",\"offset\":20}",
                    McpCallOptions.defaults().withPrincipal(McpPrincipal.of("mallory")));
            assertThat(other.isError()).isTrue();
            assertThat(other.text()).isEqualTo("The result is no longer available. Call the tool again.");
            this.clients.close();
        }
    }
}
