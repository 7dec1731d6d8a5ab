package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.List;
import java.util.UUID;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import org.springframework.ai.mcp.client.webflux.transport.WebClientStreamableHttpTransport;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** The official Java SDK's reactive client on its own transports or on that of Spring AI, with default settings. */
final class SdkAsyncSubject implements Subject.Reactive {

    private final McpAsyncClient client;
    private final Workload workload;

    private SdkAsyncSubject(McpAsyncClient client, Workload workload) {
        this.client = client;
        this.workload = workload;
    }

    static SdkAsyncSubject connect(URI server, Workload workload) {
        return connect(transport(server, workload), workload);
    }

    /** The same client on the transport of Spring AI, which uses WebClient. */
    static SdkAsyncSubject connectSpringAi(URI server, Workload workload) {
        WebClient.Builder webClient = WebClient.builder()
                .baseUrl(server.resolve("/").toString())
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20));
        return connect(
                WebClientStreamableHttpTransport.builder(webClient)
                        .endpoint(server.getPath())
                        .build(),
                workload);
    }

    private static SdkAsyncSubject connect(McpClientTransport transport, Workload workload) {
        McpAsyncClient client = McpClient.async(transport)
                .progressConsumer(progress -> Mono.fromRunnable(Progress::delivered))
                .build();
        client.initialize().block(Subject.LIMIT);
        return new SdkAsyncSubject(client, workload);
    }

    static McpClientTransport transport(URI server, Workload workload) {
        if (workload.isStdio()) {
            List<String> command = StdioStub.command();
            return new StdioClientTransport(
                    ServerParameters.builder(command.get(0))
                            .args(command.subList(1, command.size()))
                            .build(),
                    McpJsonDefaults.getMapper());
        }
        return HttpClientStreamableHttpTransport.builder(server.resolve("/").toString())
                .endpoint(server.getPath())
                .build();
    }

    static CallToolRequest request(Workload workload) {
        CallToolRequest.Builder request =
                CallToolRequest.builder(workload.key()).arguments(Workload.ARGUMENTS);
        if (workload.operation() == Operation.CALL_WITH_PROGRESS) {
            request.progressToken(UUID.randomUUID().toString());
        }
        return request.build();
    }

    static void check(Workload workload, CallToolResult result) {
        if (workload.operation() == Operation.TYPED) {
            workload.check(Orders.convert(result.structuredContent()));
            return;
        }
        workload.check(((TextContent) result.content().get(0)).text(), Boolean.TRUE.equals(result.isError()));
    }

    @Override
    public Mono<?> call() {
        if (this.workload.operation() == Operation.LIST) {
            return this.client
                    .listTools()
                    .doOnNext(list -> this.workload.checkTools(list.tools().size()));
        }
        return this.client.callTool(request(this.workload)).doOnNext(result -> check(this.workload, result));
    }

    @Override
    public void close() {
        this.client.closeGracefully().block(Subject.LIMIT);
    }
}
