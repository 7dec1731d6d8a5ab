package io.mcpclient.benchmarks;

import java.net.URI;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.TextContent;
import io.mcpclient.settings.McpProtocol;

/** The reactive client of this repository as a user builds it, with default settings. */
final class OursReactiveSubject implements Subject.Reactive {

    private final McpClient client;
    private final Workload workload;

    private OursReactiveSubject(McpClient client, Workload workload) {
        this.client = client;
        this.workload = workload;
    }

    static OursReactiveSubject connect(URI server, Workload workload) {
        return new OursReactiveSubject(client(server), workload);
    }

    /** The same for the stateless revision, in which every request contains the client's identity. */
    static OursReactiveSubject connectStateless(URI server, Workload workload) {
        return new OursReactiveSubject(client(server, McpProtocol.MODERN), workload);
    }

    /** The revision of the other clients: the stub supports both, and detection would choose the newer one. */
    static McpClient client(URI server) {
        return client(server, McpProtocol.LEGACY);
    }

    private static McpClient client(URI server, McpProtocol protocol) {
        return McpClient.builder("bench")
                .url(server.toString())
                .protocol(settings -> settings.withEra(protocol))
                .build();
    }

    static void check(Workload workload, CallToolResult result) {
        workload.check(((TextContent) result.content().get(0)).text(), result.isErrorResult());
    }

    @Override
    public Mono<?> call() {
        return this.client
                .reactive()
                .callTool(this.workload.key(), Workload.ARGUMENTS)
                .doOnNext(result -> check(this.workload, result));
    }

    @Override
    public void close() {
        this.client.close();
    }
}
