package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.TextContent;
import io.mcpclient.settings.McpProtocol;

/** The reactive client of this repository as a user builds it, with default settings. */
final class OursReactiveSubject implements Subject.Reactive {

    /** The default listener, which may block. Those of the floor and of Netty are on the thread that reads. */
    private static final McpCallOptions WITH_PROGRESS =
            McpCallOptions.defaults().withProgress(progress -> Progress.delivered());

    private final McpClient client;
    private final Workload workload;

    private OursReactiveSubject(McpClient client, Workload workload) {
        this.client = client;
        this.workload = workload;
    }

    static OursReactiveSubject connect(URI server, Workload workload) {
        return new OursReactiveSubject(client(server, workload, McpProtocol.LEGACY), workload);
    }

    /** The same for the stateless revision, in which every request contains the client's identity. */
    static OursReactiveSubject connectStateless(URI server, Workload workload) {
        return new OursReactiveSubject(client(server, workload, McpProtocol.MODERN), workload);
    }

    /** The revision of the other clients: the stub supports both, and detection would choose the newer one. */
    static McpClient client(URI server, Workload workload) {
        return client(server, workload, McpProtocol.LEGACY);
    }

    private static McpClient client(URI server, Workload workload, McpProtocol protocol) {
        McpClientBuilder builder = McpClient.builder("bench").protocol(settings -> settings.withEra(protocol));
        if (workload.isStdio()) {
            List<String> command = StdioStub.command();
            builder.command(command.get(0), command.subList(1, command.size()).toArray(String[]::new));
        } else {
            builder.url(server);
        }
        McpClient client = builder.build();
        client.session().connect();
        if (workload.operation() == Operation.TYPED) {
            client.listTools();
        }
        return client;
    }

    static void check(Workload workload, CallToolResult result) {
        workload.check(((TextContent) result.content().get(0)).text(), result.isErrorResult());
    }

    @Override
    public Mono<?> call() {
        return call(this.client, this.workload);
    }

    static Mono<?> call(McpClient client, Workload workload) {
        if (workload.operation() == Operation.LIST) {
            return client.reactive().listTools().doOnNext(tools -> workload.checkTools(tools.size()));
        }
        if (workload.operation() == Operation.TYPED) {
            return client.reactive()
                    .callTool(workload.key(), Workload.ARGUMENTS, Orders.class)
                    .doOnNext(workload::check);
        }
        return client.reactive()
                .callTool(workload.key(), Workload.ARGUMENTS, options(workload))
                .doOnNext(result -> check(workload, result));
    }

    static McpCallOptions options(Workload workload) {
        return workload.operation() == Operation.CALL_WITH_PROGRESS ? WITH_PROGRESS : McpCallOptions.defaults();
    }

    @Override
    public void close() {
        this.client.close();
    }
}
