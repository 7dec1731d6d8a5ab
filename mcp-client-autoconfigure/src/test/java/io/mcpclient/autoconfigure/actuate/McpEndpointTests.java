package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.web.WebEndpointHttpMethod;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class McpEndpointTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=mcp");

    @Test
    void whenServerIsConnectedThenItIsDescribed() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> endpoint.servers()
                                                .servers()
                                                .get(0)
                                                .tools()
                                                .size()
                                        == 1);
                        JsonNode json = json(endpoint.servers()).at("/servers/0");
                        assertThat(json.at("/name").asString()).isEqualTo("weather");
                        assertThat(json.at("/state").asString()).isEqualTo("CONNECTED");
                        assertThat(json.at("/era").asString()).isEqualTo("legacy");
                        assertThat(json.at("/eraReason").asString())
                                .isEqualTo("HTTP 400 with error -32000 to server/discover");
                        assertThat(json.at("/protocolVersion").asString()).isEqualTo("2025-11-25");
                        assertThat(json.at("/serverInfo/name").asString()).isEqualTo("scripted");
                        assertThat(json.at("/capabilities/tools").isObject()).isTrue();
                        assertThat(json.at("/tools/0/name").asString()).isEqualTo("echo");
                        assertThat(json.at("/tools/0/originalName").asString()).isEqualTo("echo");
                        assertThat(json.at("/tools/0/available").asBoolean()).isTrue();
                        assertThat(json.at("/required").asBoolean()).isFalse();
                        assertThat(json.at("/ignoredMessages").asInt()).isZero();
                        assertThat(json.at("/since").asString()).isNotEmpty();
                        assertThat(json.at("/identity").asString()).isEqualTo("application");
                        assertThat(json.at("/sessionAge").isMissingNode()).isFalse();
                        assertThat(json.at("/connection/connects").asInt()).isEqualTo(1);
                        assertThat(json.at("/calls/circuit").asString()).isIn("CLOSED", "DISABLED");
                        assertThat(json.at("/calls/waiting").asInt()).isZero();
                        assertThat(json.at("/lastErrors").isEmpty()).isTrue();
                        JsonNode alone = json(endpoint.server("weather"));
                        assertThat(alone.propertyNames()).isEqualTo(json.propertyNames());
                        assertThat(alone.at("/tools/0/name")).isEqualTo(json.at("/tools/0/name"));
                    });
        }
    }

    @Test
    void whenCapabilitiesAreLargeThenTheirFurtherMembersAreOmitted() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("initialize")
                    .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":"
                                    + "{\"listChanged\":true},\"logging\":{},\"experimental\":{\"notes\":{\"text\":\""
                                    + "x".repeat(100_000)
                                    + "\"}}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}")
                            .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s"));
            server.on("logging/setLevel").optionally().reply(Reply.result("{}"));
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        context.getBean(McpClient.class).listTools();
                        JsonNode capabilities = json(context.getBean(McpEndpoint.class)
                                        .servers())
                                .at("/servers/0/capabilities");
                        assertThat(capabilities.toString())
                                .hasSizeLessThan(1_000)
                                .contains("\"tools\":{\"listChanged\":true}", "\"logging\":{}", "further members");
                    });
        }
    }

    @Test
    void whenServerIsShownAloneThenItsToolsHaveTheirDefinitions() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools("""
                    {"name":"forecast","description":"Returns a forecast.","inputSchema":{"type":"object",\
                    "properties":{"city":{"type":"string"}}},"outputSchema":{"type":"object"},\
                    "annotations":{"readOnlyHint":true}}""");
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> !endpoint.server("weather").tools().isEmpty());
                        JsonNode tool = json(endpoint.server("weather")).at("/tools/0");
                        assertThat(tool.at("/description").asString()).isEqualTo("Returns a forecast.");
                        assertThat(tool.at("/inputSchema/properties/city/type").asString())
                                .isEqualTo("string");
                        assertThat(tool.at("/outputSchema/type").asString()).isEqualTo("object");
                        assertThat(tool.at("/annotations/readOnlyHint").asBoolean())
                                .isTrue();
                        assertThat(tool.at("/omitted").isNull()).isTrue();
                        JsonNode brief = json(endpoint.servers()).at("/servers/0/tools/0");
                        assertThat(brief.at("/inputSchema").isNull()).isTrue();
                    });
        }
    }

    @Test
    void whenToolsAreDeclaredThenTheirDifferencesAreShown() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools("{\"name\":\"forecast\",\"description\":\"Predicts.\",\"inputSchema\":{\"type\":\"object\"}}");
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.tools.declared[0].name=forecast",
                            "mcp.servers.weather.tools.declared[0].description=Returns the forecast.",
                            "mcp.servers.weather.tools.declared[1].name=warnings",
                            "mcp.servers.weather.tools.declared[1].description=Returns warnings.")
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT).untilAsserted(() -> {
                            JsonNode declared = json(endpoint.server("weather")).at("/declaredTools");
                            assertThat(declared.at("/0/name").asString()).isEqualTo("forecast");
                            assertThat(declared.at("/0/state").asString()).isEqualTo("DIFFERENT");
                            assertThat(declared.at("/0/differences/0").asString())
                                    .isEqualTo("description");
                            assertThat(declared.at("/0/inRegistry").asBoolean()).isTrue();
                            assertThat(declared.at("/1/state").asString()).isEqualTo("MISSING");
                            assertThat(declared.at("/1/inRegistry").asBoolean()).isFalse();
                        });
                    });
        }
    }

    // A server chooses the size of its schemas, the endpoint that of its response
    @Test
    void whenSchemasAreLargeThenTheyAreOmitted() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            String filler = "x".repeat(ToolViews.MAX_SCHEMA);
            server.tools("{\"name\":\"huge\",\"inputSchema\":{\"type\":\"object\",\"$comment\":\"" + filler + "\"}}");
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> !endpoint.server("weather").tools().isEmpty());
                        ServerView.ToolView tool =
                                endpoint.server("weather").tools().get(0);
                        assertThat(tool.inputSchema()).isNull();
                        assertThat(tool.omitted()).containsExactly("inputSchema");
                    });
        }
    }

    // One malformed tool hides no other one, and is named with the reason
    @Test
    void whenAToolIsMalformedThenOthersAreListedAndItIsReported() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools(
                    "{\"name\":\"good\",\"inputSchema\":{},\"icons\":\"i.png\"}",
                    "{\"name\":\"bad\",\"inputSchema\":null}");
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> !endpoint.server("weather").tools().isEmpty());
                        assertThat(context.getBean(McpToolRegistry.class)
                                        .snapshot()
                                        .tools())
                                .extracting(McpRegisteredTool::name)
                                .containsExactly("good");
                        JsonNode list = json(endpoint.server("weather")).at("/lists/0");
                        assertThat(list.at("/list").asString()).isEqualTo("tools/list");
                        assertThat(list.at("/items").asInt()).isEqualTo(1);
                        assertThat(list.at("/dropped").asInt()).isEqualTo(1);
                        assertThat(list.at("/droppedItems")).hasSize(2);
                        assertThat(list.at("/droppedItems/0/member").asString()).isEqualTo("icons");
                        assertThat(list.at("/droppedItems/1/name").asString()).isEqualTo("bad");
                        assertThat(list.at("/droppedItems/1/reason").asString()).contains("inputSchema");
                        assertThat(list.at("/droppedItems/1/member").isMissingNode())
                                .isTrue();
                    });
        }
    }

    @Test
    void whenAListExceedsALimitThenItsFirstItemsAndTheLimitAreShown() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools("{\"name\":\"a\",\"inputSchema\":{}}", "{\"name\":\"b\",\"inputSchema\":{}}");
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.max-list-items=1")
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> !endpoint.server("weather").tools().isEmpty());

                        for (ServerView view : List.of(
                                endpoint.server("weather"),
                                endpoint.servers().servers().get(0))) {
                            assertThat(view.tools())
                                    .singleElement()
                                    .extracting(ServerView.ToolView::name)
                                    .isEqualTo("a");
                            JsonNode list = json(view).at("/lists/0");
                            assertThat(list.at("/list").asString()).isEqualTo("tools/list");
                            assertThat(list.at("/items").asInt()).isEqualTo(1);
                            assertThat(list.at("/incomplete").asBoolean()).isTrue();
                            assertThat(list.at("/problem").asString())
                                    .isEqualTo(
                                            "incomplete, with 1 item: the list has more than 1 items."
                                                    + " Raise mcp.servers.weather.max-list-items if the list is really that long.");
                        }
                    });
        }
    }

    @Test
    void whenServerIsUnavailableThenItsCauseIsShown() {
        try (RefusedPort refused = new RefusedPort()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + refused.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> endpoint.server("weather").nextAttempt() != null);
                        assertThat(endpoint.server("weather").state()).isEqualTo("RECONNECTING");
                        assertThat(endpoint.server("weather").lastError()).contains("weather", "refused");
                        assertThat(endpoint.server("weather").tools()).isEmpty();
                    });
        }
    }

    // I23
    @Test
    void whenThereAreSecretsThenTheyAreNotShown() {
        try (RefusedPort refused = new RefusedPort();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.defaults.headers.X-Key=canary",
                            "mcp.servers.good.url=" + server.url() + "?key=canary",
                            "mcp.servers.away.url=" + refused.url() + "/canary8of9a0path?key=canary")
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> endpoint.server("away").lastError() != null
                                        && !endpoint.server("good").tools().isEmpty());
                        assertThat(json(endpoint.servers()).toString()).doesNotContain("canary", "session-1", "X-Key");
                    });
        }
    }

    @Test
    void whenServerIsUnknownThenTheResultIsNull() {
        this.runner.run(context ->
                assertThat(context.getBean(McpEndpoint.class).server("nobody")).isNull());
    }

    // recent failures: calls and attempts to connect, without secrets, and no more than ten of them
    @Test
    void whenCallsFailThenTheLatestFailuresAreShown() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                RefusedPort refused = new RefusedPort()) {
            server.on("tools/call").always().reply(Reply.error(-32000, "no luck"));
            this.runner
                    .withPropertyValues(
                            "mcp.servers.away.url=" + refused.url(),
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.headers.X-Key=canary")
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        McpClient client = context.getBean(McpClients.class).get("weather");
                        for (int i = 0; i < 12; i++) {
                            Map<String, Object> secret = Map.of("key", "canary");
                            assertThatExceptionOfType(McpRequestException.class)
                                    .isThrownBy(() -> client.callTool("echo", secret));
                        }
                        assertThat(endpoint.server("weather").lastErrors())
                                .hasSize(10)
                                .allSatisfy(error -> {
                                    assertThat(error.operation()).isEqualTo("tools/call");
                                    assertThat(error.outcome()).isEqualTo("ANSWERED");
                                    assertThat(error.message()).contains("weather", "no luck");
                                    assertThat(error.time()).isBeforeOrEqualTo(Instant.now());
                                });
                        await().atMost(LIMIT)
                                .until(() ->
                                        !endpoint.server("away").lastErrors().isEmpty());
                        assertThat(endpoint.server("away").lastErrors().get(0))
                                .satisfies(error -> assertThat(error.message()).contains("refused"))
                                .satisfies(error -> assertThat(error.outcome()).isEqualTo("NOT_SENT"));
                        assertThat(json(endpoint.servers()).toString()).doesNotContain("canary");
                    });
        }
    }

    @Test
    void whenAReloadIsRefusedThenFurtherFailuresAreShown() {
        Map<String, Object> properties = new ConcurrentHashMap<>();
        try (RefusedPort refused = new RefusedPort()) {
            properties.put("mcp.servers.weather.url", refused.url());
            properties.put("mcp.servers.weather.start", "lazy");
            changing(properties).run(context -> {
                McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                McpServers servers = context.getBean(McpServers.class);
                McpClient client = context.getBean(McpClient.class);
                assertThatExceptionOfType(McpException.class).isThrownBy(client::ping);
                int before = endpoint.server("weather").lastErrors().size();
                assertThat(before).isPositive();

                properties.put("mcp.servers.weather.request-timeout", "7s");
                properties.put("mcp.servers.zone.ssl.bundle", "nope");
                properties.put("mcp.servers.zone.url", "https://localhost:1/mcp");
                assertThatExceptionOfType(McpConfigurationException.class).isThrownBy(servers::reload);
                assertThatExceptionOfType(McpException.class).isThrownBy(client::ping);
                assertThat(endpoint.server("weather").lastErrors()).hasSizeGreaterThan(before);

                servers.remove("weather");
                servers.add("weather", Map.of("url", refused.url(), "start", "lazy"));
                assertThat(endpoint.server("weather").lastErrors()).isEmpty();
            });
        }
    }

    private ApplicationContextRunner changing(Map<String, Object> properties) {
        return this.runner.withInitializer(context ->
                context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("changing", properties)));
    }

    @Test
    void whenReconnectIsInvokedThenANewSessionIsOpenedAtOnce() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        McpClient client = context.getBean(McpClient.class);
                        client.session().connect();
                        ServerView view = endpoint.operate("weather", McpEndpoint.Operation.RECONNECT, null, null);
                        assertThat(view.state()).isEqualTo("CONNECTED");
                        assertThat(view.sessionAge()).isLessThan(LIMIT);
                        assertThat(view.connection().connects()
                                        + view.connection().reconnects())
                                .isEqualTo(2);
                        assertThat(server.sessionsOpened()).isEqualTo(2);
                        assertThat(server.requests("DELETE")).hasSize(1);
                    });
        }
    }

    // the next attempt would be in an hour
    @Test
    void whenServerIsUnavailableThenReconnectDoesNotWaitForTheNextAttempt() {
        try (RefusedPort refused = new RefusedPort()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + refused.url(),
                            "mcp.servers.weather.reconnect.initial-interval=1h",
                            "mcp.servers.weather.reconnect.max-interval=2h")
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> endpoint.server("weather").nextAttempt() != null);
                        ServerView still = endpoint.operate("weather", McpEndpoint.Operation.RECONNECT, null, null);
                        assertThat(still.lastError()).contains("refused");
                        try (ScriptedLegacyServer late = refused.openLegacy()) {
                            assertThat(endpoint.operate("weather", McpEndpoint.Operation.RECONNECT, null, null)
                                            .state())
                                    .isEqualTo("CONNECTED");
                            assertThat(late.sessionsOpened()).isEqualTo(1);
                            context.close();
                        }
                    });
        }
    }

    @Test
    void whenRefreshIsInvokedThenTheToolsAreListedAgain() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT)
                                .until(() -> !endpoint.server("weather").tools().isEmpty());
                        server.tools("{\"name\":\"new\",\"inputSchema\":{\"type\":\"object\"}}");
                        endpoint.operate("weather", McpEndpoint.Operation.REFRESH, null, null);
                        await().atMost(LIMIT).until(() -> endpoint.server("weather")
                                .tools()
                                .get(0)
                                .name()
                                .equals("new"));
                        assertThat(server.sessionsOpened()).isEqualTo(1);
                    });
        }
    }

    // I02: only the definition that was looked at is approved
    @Test
    void whenAChangedToolIsApprovedThenItIsOffered() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.tools.pinning=block")
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        McpEndpointWebExtension web = context.getBean(McpEndpointWebExtension.class);
                        await().atMost(LIMIT)
                                .until(() -> !endpoint.server("weather").tools().isEmpty());
                        server.tools("{\"name\":\"new\",\"inputSchema\":{\"type\":\"object\"}}");
                        context.getBean(McpClient.class).listTools();

                        JsonNode change = json(endpoint.server("weather")).at("/toolChanges/0");
                        assertThat(change.at("/tool").asString()).isEqualTo("new");
                        String fingerprint = change.at("/fingerprint").asString();
                        assertThat(web.operate("weather", "approve", "new", "0".repeat(64))
                                        .getStatus())
                                .isEqualTo(400);
                        assertThat(web.operate("weather", "approve", null, null).getStatus())
                                .isEqualTo(400);
                        assertThat(web.operate("weather", "approve", "new", fingerprint)
                                        .getStatus())
                                .isEqualTo(200);
                        await().atMost(LIMIT).until(() -> endpoint.server("weather").tools().stream()
                                .anyMatch(tool -> tool.name().equals("new") && tool.available()));
                        assertThat(endpoint.server("weather").toolChanges()).isEmpty();
                    });
        }
    }

    @Test
    void whenOperationIsForAnUnknownServerThenItIsNotFound() {
        this.runner.run(context -> {
            assertThat(context.getBean(McpEndpoint.class).operate("nobody", McpEndpoint.Operation.REFRESH, null, null))
                    .isNull();
            assertThat(context.getBean(McpEndpointWebExtension.class)
                            .operate("nobody", "reconnect", null, null)
                            .getStatus())
                    .isEqualTo(404);
        });
    }

    @Test
    void whenNotExposedThenThereIsNoEndpoint() {
        this.runner
                .withPropertyValues("management.endpoints.web.exposure.include=")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpEndpoint.class));
    }

    @Test
    void whenAccessIsDeniedThenThereIsNoEndpoint() {
        this.runner
                .withPropertyValues("management.endpoint.mcp.access=NONE")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpEndpoint.class));
    }

    // reading does not imply the right to log the application out
    @ParameterizedTest
    @CsvSource({"READ_ONLY, false", "UNRESTRICTED, true", ", false"})
    void operationsThatChangeSomethingNeedUnrestrictedAccess(@Nullable String access, boolean isExpected) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpEndpointAutoConfiguration.class,
                        EndpointAutoConfiguration.class,
                        WebEndpointAutoConfiguration.class))
                .withPropertyValues("management.endpoints.web.exposure.include=mcp")
                .withPropertyValues((access != null) ? "management.endpoint.mcp.access=" + access : "unused=")
                .run(context -> assertThat(context.getBean(WebEndpointsSupplier.class).getEndpoints().stream()
                                .filter(endpoint ->
                                        endpoint.getEndpointId().toString().equals("mcp"))
                                .flatMap(endpoint -> endpoint.getOperations().stream())
                                .map(operation ->
                                        operation.getRequestPredicate().getHttpMethod())
                                .distinct())
                        .containsExactlyInAnyOrderElementsOf(
                                isExpected
                                        ? List.of(WebEndpointHttpMethod.GET, WebEndpointHttpMethod.POST)
                                        : List.of(WebEndpointHttpMethod.GET)));
    }

    @Test
    void whenClientsAreSwitchedOffThenThereIsNoEndpoint() {
        this.runner
                .withPropertyValues("mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpEndpoint.class));
    }

    @Test
    void whenActuatorIsAbsentThenThereIsNoEndpoint() {
        this.runner
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(McpClients.class)
                        .doesNotHaveBean("mcpEndpoint"));
    }

    @Test
    void whenApplicationHasEndpointThenItReplacesTheDefault() {
        this.runner
                .withBean("own", McpEndpoint.class, () -> new McpEndpoint(null, null, null, null))
                .run(context ->
                        assertThat(context).hasSingleBean(McpEndpoint.class).hasBean("own"));
    }

    private static JsonNode json(Object answer) {
        return JsonMapper.builder().build().valueToTree(answer);
    }

    @Test
    void costOfToolsIsShownForTheServerAndForEachTool() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        McpModelTool echo = context.getBean(McpToolRegistry.class)
                                .offer(McpToolSelection.all())
                                .tools()
                                .get(0);
                        echo.call("{\"text\":\"twelve chars\"}", McpCallOptions.defaults());
                        int characters = echo.name().length()
                                + echo.description().length()
                                + echo.inputSchema().text().length();
                        JsonNode view = json(endpoint.server("weather"));
                        assertThat(view.at("/toolCost/definitionCharacters").asInt())
                                .isEqualTo(characters);
                        assertThat(view.at("/toolCost/definitionTokens").asInt())
                                .isEqualTo((characters + 3) / 4);
                        assertThat(view.at("/tools/0/cost/calls").asInt()).isEqualTo(1);
                        assertThat(view.at("/tools/0/cost/resultCharacters").asInt())
                                .isEqualTo("{\"text\":\"twelve chars\"}".length());
                        assertThat(json(endpoint.servers()).toString()).contains("\"toolCost\"");
                    });
        }
    }
}
