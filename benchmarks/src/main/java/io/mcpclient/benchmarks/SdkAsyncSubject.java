package io.mcpclient.benchmarks;

import java.net.URI;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import reactor.core.publisher.Mono;

/** The official Java SDK's reactive client on its own Streamable HTTP transport, with default settings. */
final class SdkAsyncSubject implements Subject.Reactive {

    private final McpAsyncClient client;
    private final Workload workload;

    private SdkAsyncSubject(McpAsyncClient client, Workload workload) {
        this.client = client;
        this.workload = workload;
    }

    static SdkAsyncSubject connect(URI server, Workload workload) {
        McpAsyncClient client = McpClient.async(transport(server)).build();
        client.initialize().block(Subject.LIMIT);
        return new SdkAsyncSubject(client, workload);
    }

    static HttpClientStreamableHttpTransport transport(URI server) {
        return HttpClientStreamableHttpTransport.builder(server.resolve("/").toString())
                .endpoint(server.getPath())
                .build();
    }

    static CallToolRequest request(Workload workload) {
        return CallToolRequest.builder(workload.key())
                .arguments(Workload.ARGUMENTS)
                .build();
    }

    static void check(Workload workload, CallToolResult result) {
        workload.check(((TextContent) result.content().get(0)).text(), Boolean.TRUE.equals(result.isError()));
    }

    @Override
    public Mono<?> call() {
        return this.client.callTool(request(this.workload)).doOnNext(result -> check(this.workload, result));
    }

    @Override
    public void close() {
        this.client.closeGracefully().block(Subject.LIMIT);
    }
}
