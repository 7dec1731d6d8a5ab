package io.mcpclient.benchmarks;

import java.net.URI;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;

/** The official Java SDK's blocking client on its own Streamable HTTP transport, with default settings. */
final class SdkSyncSubject implements Subject.Blocking {

    private final McpSyncClient client;
    private final Workload workload;

    private SdkSyncSubject(McpSyncClient client, Workload workload) {
        this.client = client;
        this.workload = workload;
    }

    static SdkSyncSubject connect(URI server, Workload workload) {
        McpSyncClient client = McpClient.sync(SdkAsyncSubject.transport(server, workload))
                .progressConsumer(progress -> Progress.delivered())
                .build();
        client.initialize();
        return new SdkSyncSubject(client, workload);
    }

    @Override
    public void call() {
        if (this.workload.operation() == Operation.LIST) {
            this.workload.checkTools(this.client.listTools().tools().size());
            return;
        }
        SdkAsyncSubject.check(this.workload, this.client.callTool(SdkAsyncSubject.request(this.workload)));
    }

    @Override
    public void close() {
        this.client.closeGracefully();
    }
}
