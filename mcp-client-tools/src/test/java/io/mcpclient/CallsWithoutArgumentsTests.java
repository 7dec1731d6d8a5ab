package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.typed.McpPrompt;
import io.mcpclient.typed.McpSchemaCheck;
import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;
import io.mcpclient.typed.McpToolClientFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The member {@code arguments} of calls that have none, as servers receive it. Some refuse a call without the member: apify-mcp-server
 * 1360, cline 10553; likewise for prompts: octocode 373, exa-mcp-server 362.
 */
@Timeout(60)
class CallsWithoutArgumentsTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final McpCallOptions OPTIONS = McpCallOptions.defaults();

    private static final List<McpProtocol> ERAS = List.of(McpProtocol.LEGACY, McpProtocol.MODERN);

    @McpToolClient(value = "weather", check = McpSchemaCheck.OFF)
    interface Typed {

        @McpTool("echo")
        String echo();

        @McpTool("echo")
        Mono<String> reactive();

        @McpPrompt("greet")
        String greet();
    }

    private static ScriptedHttpServer server(McpProtocol era) {
        if (era == McpProtocol.MODERN) {
            return ScriptedHttpServer.modern();
        }
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.on("initialize")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"prompts\":{},"
                        + "\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}}}},"
                        + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}"));
        return server;
    }

    private static McpClientBuilder builder(McpProtocol era, ScriptedHttpServer server) {
        return McpClient.builder("weather")
                .url(server.url())
                .protocol(protocol -> protocol.withEra(era))
                .timeouts(timeouts -> timeouts.withRequest(LIMIT));
    }

    private static Arguments call(McpProtocol era, String method, String name, Consumer<McpClient> call) {
        return arguments(era, method, Named.of(name, call));
    }

    static Stream<Arguments> calls() {
        return ERAS.stream()
                .flatMap(era -> Stream.of(
                        call(era, "tools/call", "client", client -> client.callTool("echo", null)),
                        call(era, "tools/call", "client, options", client -> client.callTool("echo", null, OPTIONS)),
                        call(era, "tools/call", "client, type", client -> client.callTool("echo", null, String.class)),
                        call(era, "tools/call", "params", client -> client.tools()
                                .call(CallToolParams.of("echo", null), OPTIONS)),
                        call(era, "tools/call", "empty map", client -> client.callTool("echo", Map.of())),
                        call(era, "tools/call", "bean", client -> client.callTool("echo", new Empty())),
                        call(era, "tools/call", "name", client -> client.callTool("echo")),
                        call(era, "tools/call", "name, reactive", client -> client.reactive()
                                .callTool("echo")
                                .block(LIMIT)),
                        call(
                                era,
                                "tools/call",
                                "name, registry",
                                client -> withRegistry(client, registry -> registry.callTool("echo"))),
                        call(era, "tools/call", "reactive", client -> client.reactive()
                                .callTool("echo", null)
                                .block(LIMIT)),
                        call(era, "tools/call", "reactive, type", client -> client.reactive()
                                .callTool("echo", null, String.class)
                                .block(LIMIT)),
                        call(
                                era,
                                "tools/call",
                                "registry",
                                client -> withRegistry(client, registry -> registry.callTool("echo", null))),
                        call(
                                era,
                                "tools/call",
                                "registry, reactive",
                                client -> withRegistry(
                                        client, registry -> registry.callToolReactive("echo", null, OPTIONS)
                                                .block(LIMIT))),
                        call(era, "tools/call", "typed", client -> typed(client).echo()),
                        call(era, "tools/call", "typed, reactive", client -> typed(client)
                                .reactive()
                                .block(LIMIT)),
                        call(era, "prompts/get", "prompt", client -> client.getPrompt("greet", Map.of())),
                        call(era, "prompts/get", "prompt params", client -> client.prompts()
                                .get(GetPromptParams.of("greet", null), OPTIONS)),
                        call(era, "prompts/get", "prompt, reactive", client -> client.reactive()
                                .getPrompt("greet", Map.of())
                                .block(LIMIT)),
                        call(era, "prompts/get", "prompt, typed", client -> typed(client)
                                .greet())));
    }

    record Empty() {}

    private static Typed typed(McpClient client) {
        return McpToolClientFactory.create(Typed.class, client);
    }

    private static void withRegistry(McpClient client, Consumer<McpToolRegistry> call) {
        try (McpClients clients = new McpClients(List.of(client));
                McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults())) {
            registry.awaitReady(LIMIT);
            call.accept(registry);
        }
    }

    private static void promptReply(ScriptedHttpServer server) {
        server.on("prompts/get")
                .always()
                .reply(Reply.result("{\"resultType\":\"complete\",\"messages\":[{\"role\":\"user\",\"content\":"
                        + "{\"type\":\"text\",\"text\":\"hello\"}}]}"));
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("calls")
    void callWithoutArgumentsSendsAnEmptyObject(McpProtocol era, String method, Consumer<McpClient> call) {
        try (ScriptedHttpServer server = server(era);
                McpClient client = builder(era, server).build()) {
            if (method.equals("prompts/get")) {
                promptReply(server);
            }
            call.accept(client);

            assertThat(server.requests(method)).singleElement().satisfies(CallsWithoutArgumentsTests::hasEmptyObject);
        }
    }

    private static void hasEmptyObject(RecordedRequest request) {
        assertThat(request.body()).containsOnlyOnce("\"arguments\":{}");
        assertThat(request.json().at("/params/arguments").toString()).isEqualTo("{}");
    }

    @ParameterizedTest
    @EnumSource(names = {"LEGACY", "MODERN"})
    void taskWithoutArgumentsSendsAnEmptyObject(McpProtocol era) {
        try (ScriptedHttpServer server = server(era);
                McpClient client = builder(era, server).build()) {
            if (era == McpProtocol.LEGACY) {
                server.on("tools/call")
                        .reply(Reply.result("{\"task\":{\"taskId\":\"t-1\",\"status\":\"working\","
                                + "\"createdAt\":\"2026-11-21T10:00:00Z\",\"ttl\":60000}}"));
            }
            client.tasks().callTool(CallToolParams.of("echo", null), Duration.ofMinutes(1), OPTIONS);

            assertThat(server.requests("tools/call"))
                    .singleElement()
                    .satisfies(CallsWithoutArgumentsTests::hasEmptyObject);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LEGACY", "MODERN"})
    void nullInParamsOmitsTheMember(McpProtocol era) {
        try (ScriptedHttpServer server = server(era);
                McpClient client = builder(era, server).build()) {
            promptReply(server);
            client.tools().call(CallToolParams.of("echo", null).withArguments(null), OPTIONS);
            client.tools().call(new CallToolParams("echo", null, null, null, null, null), OPTIONS);
            client.prompts().get(new GetPromptParams("greet", null, null, null, null), OPTIONS);

            assertThat(server.requests("tools/call")).hasSize(2).allSatisfy(CallsWithoutArgumentsTests::hasNoMember);
            assertThat(server.requests("prompts/get"))
                    .singleElement()
                    .satisfies(CallsWithoutArgumentsTests::hasNoMember);
        }
    }

    private static void hasNoMember(RecordedRequest request) {
        assertThat(request.json().at("/params").has("arguments")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"LEGACY", "MODERN"})
    void approvalAndInterceptorSeeNoArgumentsAndMayAddSome(McpProtocol era) {
        List<Map<String, Object>> seen = new CopyOnWriteArrayList<>();
        try (ScriptedHttpServer server = server(era);
                McpClient client = builder(era, server)
                        .tools(tools -> tools.withApproval(McpApprovalPolicy.ALL))
                        .toolApproval(request -> {
                            seen.add(request.arguments());
                            return McpToolApprovalDecision.approve();
                        })
                        .toolInterceptor(call -> {
                            seen.add(call.arguments());
                            return (seen.size() <= 2) ? call.proceed() : call.proceed(Map.of("a", 1));
                        })
                        .build()) {
            client.callTool("echo", null);
            client.callTool("echo", null);

            assertThat(seen).hasSize(4).startsWith(Map.of(), Map.of());
            assertThat(server.requests("tools/call"))
                    .extracting(
                            request -> request.json().at("/params/arguments").toString())
                    .containsExactly("{}", "{\"a\":1}");
        }
    }
}
