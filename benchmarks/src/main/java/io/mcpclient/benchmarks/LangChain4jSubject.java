package io.mcpclient.benchmarks;

import java.net.URI;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.tool.ToolExecutionResult;
import tools.jackson.databind.json.JsonMapper;

/** LangChain4j's client, which is blocking, with default settings, but reads the list of tools each time it is asked for it. */
final class LangChain4jSubject implements Subject.Blocking {

    private static final String ARGUMENTS = JsonMapper.shared().writeValueAsString(Workload.ARGUMENTS);

    private final McpClient client;
    private final Workload workload;

    private LangChain4jSubject(McpClient client, Workload workload) {
        this.client = client;
        this.workload = workload;
    }

    static LangChain4jSubject connect(URI server, Workload workload) {
        DefaultMcpClient.Builder builder = new DefaultMcpClient.Builder()
                .transport(transport(server, workload))
                .cacheToolList(false);
        if (workload.operation() == Operation.CALL_WITH_PROGRESS) {
            builder.progressHandler(progress -> Progress.delivered());
        }
        return new LangChain4jSubject(builder.build(), workload);
    }

    private static McpTransport transport(URI server, Workload workload) {
        return workload.isStdio()
                ? new StdioMcpTransport.Builder().command(StdioStub.command()).build()
                : new StreamableHttpMcpTransport.Builder()
                        .url(server.toString())
                        .build();
    }

    @Override
    public void call() {
        if (this.workload.operation() == Operation.LIST) {
            this.workload.checkTools(this.client.listTools().size());
            return;
        }
        ToolExecutionResult result = this.client.executeTool(ToolExecutionRequest.builder()
                .name(this.workload.key())
                .arguments(ARGUMENTS)
                .build());
        if (this.workload.operation() == Operation.TYPED) {
            this.workload.check(Orders.parse(result.resultText()));
            return;
        }
        this.workload.check(result.resultText(), result.isError());
    }

    @Override
    public void close() throws Exception {
        this.client.close();
    }
}
