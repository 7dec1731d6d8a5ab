package io.mcpclient.benchmarks;

import java.net.URI;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;

/** The blocking client of this repository as a user builds it, with default settings. */
final class OursBlockingSubject implements Subject.Blocking {

    private static final McpCallOptions WITH_PROGRESS =
            McpCallOptions.defaults().withProgress(progress -> Progress.delivered());

    private final McpClient client;
    private final Workload workload;

    private OursBlockingSubject(McpClient client, Workload workload) {
        this.client = client;
        this.workload = workload;
    }

    static OursBlockingSubject connect(URI server, Workload workload) {
        return new OursBlockingSubject(OursReactiveSubject.client(server, workload), workload);
    }

    @Override
    public void call() {
        if (this.workload.operation() == Operation.LIST) {
            this.workload.checkTools(this.client.listTools().size());
            return;
        }
        if (this.workload.operation() == Operation.TYPED) {
            this.workload.check(this.client.callTool(this.workload.key(), Workload.ARGUMENTS, Orders.class));
            return;
        }
        OursReactiveSubject.check(
                this.workload, this.client.callTool(this.workload.key(), Workload.ARGUMENTS, options()));
    }

    private McpCallOptions options() {
        return this.workload.operation() == Operation.CALL_WITH_PROGRESS ? WITH_PROGRESS : McpCallOptions.defaults();
    }

    @Override
    public void close() {
        this.client.close();
    }
}
