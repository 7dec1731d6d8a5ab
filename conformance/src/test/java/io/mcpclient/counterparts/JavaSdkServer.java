package io.mcpclient.counterparts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitationCompleteNotification;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.ResourceReference;
import io.modelcontextprotocol.spec.McpSchema.ResourcesUpdatedNotification;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;

/**
 * A server made with the official Java SDK that uses each of its features once. Its transport is given; started as a
 * program of its own it speaks over its standard streams.
 */
final class JavaSdkServer {

    static final String NOTES = "notes://today";

    static final String LOGO = "notes://logo";

    private static final Map<String, Object> NO_ARGUMENTS = Map.of("type", "object");

    private final McpSyncServer server;

    private volatile boolean paid;

    private JavaSdkServer(SyncSpecification<?> specification) {
        this.server = specification
                .serverInfo("java-sdk", "2.1.0")
                .instructions("Uses each feature once.")
                .capabilities(ServerCapabilities.builder()
                        .tools(true)
                        .resources(true, true)
                        .prompts(true)
                        .logging()
                        .completions()
                        .build())
                .tools(
                        weather(),
                        tool(
                                "echo",
                                (exchange, request) ->
                                        text(String.valueOf(request.arguments().get("message")))),
                        tool("count", JavaSdkServer::count),
                        tool("log", JavaSdkServer::log),
                        tool("fail", JavaSdkServer::fail),
                        tool("throw", JavaSdkServer::explode),
                        tool("sample", JavaSdkServer::sample),
                        tool("elicit", JavaSdkServer::elicit),
                        tool("send-to-page", this::sendToPage),
                        tool("buy", this::buy),
                        tool("pay", this::pay),
                        tool("roots", JavaSdkServer::roots),
                        tool("ping-client", JavaSdkServer::ping),
                        tool("change-everything", this::changeEverything))
                .resources(
                        new SyncResourceSpecification(
                                McpSchema.Resource.builder(NOTES, "Notes")
                                        .mimeType("text/plain")
                                        .build(),
                                (exchange, request) -> read(request.uri(), "buy milk")),
                        new SyncResourceSpecification(
                                McpSchema.Resource.builder(LOGO, "Logo")
                                        .mimeType("image/png")
                                        .size(3L)
                                        .build(),
                                (exchange, request) -> new ReadResourceResult(
                                        List.of(new McpSchema.BlobResourceContents(LOGO, "image/png", base64("png"))))))
                .resourceTemplates(new SyncResourceTemplateSpecification(
                        McpSchema.ResourceTemplate.builder("notes://day/{day}", "Notes of a day")
                                .build(),
                        (exchange, request) -> read(request.uri(), "nothing")))
                .prompts(new SyncPromptSpecification(
                        new McpSchema.Prompt(
                                "greeting",
                                "Greets somebody",
                                List.of(new PromptArgument("name", "Whom to greet", true))),
                        (exchange, request) -> new McpSchema.GetPromptResult(
                                "A greeting",
                                List.of(new PromptMessage(
                                        Role.USER,
                                        new McpSchema.TextContent(
                                                "Hello " + request.arguments().get("name")))))))
                .completions(
                        completion(new PromptReference("greeting"), "Ada", "Alan", "Grace"),
                        completion(new ResourceReference("notes://day/{day}"), "monday", "tuesday"))
                .build();
    }

    /** Puts the server behind a transport. */
    static McpSyncServer on(SyncSpecification<?> specification) {
        return new JavaSdkServer(specification).server;
    }

    /** Serves one client over the standard streams, until that closes them. */
    public static void main(String[] args) throws InterruptedException {
        McpSyncServer server = on(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        new CountDownLatch(1).await();
    }

    private static SyncToolSpecification tool(
            String name, BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        return new SyncToolSpecification(
                McpSchema.Tool.builder(name, NO_ARGUMENTS).build(), handler);
    }

    private static SyncToolSpecification weather() {
        McpSchema.Tool tool = McpSchema.Tool.builder("weather", NO_ARGUMENTS)
                .title("Weather")
                .outputSchema(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of("city", Map.of("type", "string"), "celsius", Map.of("type", "number")),
                        "required",
                        List.of("city", "celsius")))
                .build();
        return new SyncToolSpecification(tool, (exchange, request) -> CallToolResult.builder()
                .addTextContent("It is 12.5 degrees.")
                .structuredContent(Map.of("city", request.arguments().get("city"), "celsius", 12.5))
                .build());
    }

    private static CallToolResult count(McpSyncServerExchange exchange, CallToolRequest request) {
        for (int step = 1; step <= 3; step++) {
            exchange.progressNotification(new ProgressNotification(request.progressToken(), step, 3.0, "step " + step));
        }
        return text("counted");
    }

    private static CallToolResult log(McpSyncServerExchange exchange, CallToolRequest request) {
        Stream.of(LoggingLevel.DEBUG, LoggingLevel.WARNING, LoggingLevel.ERROR)
                .forEach(level -> exchange.loggingNotification(
                        new LoggingMessageNotification(level, "kitchen", "at level " + level)));
        return text("logged");
    }

    private static CallToolResult fail(McpSyncServerExchange exchange, CallToolRequest request) {
        return CallToolResult.builder()
                .addTextContent("out of order")
                .isError(true)
                .build();
    }

    private static CallToolResult explode(McpSyncServerExchange exchange, CallToolRequest request) {
        throw new IllegalStateException("out of order");
    }

    private static CallToolResult sample(McpSyncServerExchange exchange, CallToolRequest request) {
        McpSchema.CreateMessageResult result = exchange.createMessage(CreateMessageRequest.builder(
                        List.of(new SamplingMessage(Role.USER, new McpSchema.TextContent("Say something."))), 100)
                .systemPrompt("Be brief.")
                .build());
        return text(result.model() + " said: " + ((McpSchema.TextContent) result.content()).text());
    }

    private static CallToolResult elicit(McpSyncServerExchange exchange, CallToolRequest request) {
        ElicitResult result = exchange.createElicitation(ElicitRequest.builder(
                        "Who are you?",
                        Map.of(
                                "type",
                                "object",
                                "properties",
                                Map.of("name", Map.of("type", "string")),
                                "required",
                                List.of("name")))
                .build());
        return text(result.action() + " "
                + (result.content() == null ? "" : result.content().get("name")));
    }

    private CallToolResult sendToPage(McpSyncServerExchange exchange, CallToolRequest request) {
        ElicitResult result = exchange.createElicitation(
                ElicitUrlRequest.builder("Please log in.", "https://example.com/login", "login-1")
                        .build());
        this.server.sendElicitationComplete(exchange.sessionId(), new ElicitationCompleteNotification("login-1"));
        return text(result.action().toString());
    }

    /** Refused until it is paid for. */
    private CallToolResult buy(McpSyncServerExchange exchange, CallToolRequest request) {
        if (!this.paid) {
            throw McpError.builder(McpSchema.ErrorCodes.URL_ELICITATION_REQUIRED)
                    .message("Pay first.")
                    .data(Map.of(
                            "elicitations",
                            List.of(Map.of(
                                    "mode",
                                    "url",
                                    "url",
                                    "https://example.com/pay",
                                    "message",
                                    "Please pay.",
                                    "elicitationId",
                                    "payment-1"))))
                    .build();
        }
        return text("bought");
    }

    private CallToolResult pay(McpSyncServerExchange exchange, CallToolRequest request) {
        this.paid = true;
        this.server.sendElicitationComplete(exchange.sessionId(), new ElicitationCompleteNotification("payment-1"));
        return text("paid");
    }

    private static CallToolResult roots(McpSyncServerExchange exchange, CallToolRequest request) {
        List<String> uris = new ArrayList<>();
        exchange.listRoots().roots().forEach(root -> uris.add(root.uri()));
        return text(String.join(" ", uris));
    }

    private static CallToolResult ping(McpSyncServerExchange exchange, CallToolRequest request) {
        return text("the client said " + exchange.ping());
    }

    private CallToolResult changeEverything(McpSyncServerExchange exchange, CallToolRequest request) {
        String name = String.valueOf(request.arguments().get("name"));
        this.server.addTool(tool(name, (other, call) -> text("I am new.")));
        this.server.addPrompt(new SyncPromptSpecification(
                new McpSchema.Prompt(name, null, List.of()),
                (other, call) -> new McpSchema.GetPromptResult(null, List.of())));
        this.server.addResource(new SyncResourceSpecification(
                McpSchema.Resource.builder("notes://" + name, name).build(), (other, call) -> read(call.uri(), "new")));
        this.server.notifyResourcesUpdated(new ResourcesUpdatedNotification(NOTES));
        return text("changed");
    }

    private static SyncCompletionSpecification completion(McpSchema.CompleteReference reference, String... values) {
        return new SyncCompletionSpecification(reference, (exchange, request) -> {
            List<String> fitting = Stream.of(values)
                    .filter(value -> value.startsWith(request.argument().value()))
                    .toList();
            return new McpSchema.CompleteResult(
                    new McpSchema.CompleteResult.CompleteCompletion(fitting, fitting.size(), false));
        });
    }

    private static ReadResourceResult read(String uri, String text) {
        return new ReadResourceResult(List.of(new McpSchema.TextResourceContents(uri, "text/plain", text)));
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
