package io.mcpclient.springai;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;

import ch.qos.logback.classic.Logger;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import org.slf4j.LoggerFactory;

/** A server made with the official Java SDK, over standard streams, whose list of tools changes and which can end itself. */
final class JavaSdkServerMain {

    private static final Map<String, Object> NO_ARGUMENTS = Map.of("type", "object");

    private final McpSyncServer server = McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
            .serverInfo("java-sdk", "1")
            .capabilities(ServerCapabilities.builder().tools(true).build())
            .tools(
                    tool("weather", (exchange, request) -> CallToolResult.builder()
                            .addTextContent("It is 12.5 degrees.")
                            .structuredContent(Map.of("celsius", 12.5))
                            .build()),
                    tool("logo", (exchange, request) -> CallToolResult.builder()
                            .content(List.of(new McpSchema.ImageContent(null, "AAEC", "image/png")))
                            .build()),
                    tool("fail", (exchange, request) -> CallToolResult.builder()
                            .addTextContent("out of order")
                            .isError(true)
                            .build()),
                    tool("count", JavaSdkServerMain::count),
                    tool("grow", (exchange, request) -> grow()),
                    tool("exit", (exchange, request) -> exit()))
            .build();

    public static void main(String[] args) throws InterruptedException {
        // Standard output is for messages.
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).detachAndStopAllAppenders();
        JavaSdkServerMain main = new JavaSdkServerMain();
        Runtime.getRuntime().addShutdownHook(new Thread(main.server::close));
        new CountDownLatch(1).await();
    }

    private static SyncToolSpecification tool(
            String name, BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        return new SyncToolSpecification(
                McpSchema.Tool.builder(name, NO_ARGUMENTS).build(), handler);
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    private static CallToolResult count(McpSyncServerExchange exchange, CallToolRequest request) {
        for (int step = 1; step <= 3; step++) {
            exchange.progressNotification(new ProgressNotification(request.progressToken(), step, 3.0, "step " + step));
        }
        return text("counted");
    }

    private CallToolResult grow() {
        this.server.addTool(tool("grown", (exchange, request) -> text("new")));
        return text("more");
    }

    private static CallToolResult exit() {
        Runtime.getRuntime().halt(1);
        return text("never");
    }
}
