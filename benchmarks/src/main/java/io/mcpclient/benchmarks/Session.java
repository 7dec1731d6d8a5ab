package io.mcpclient.benchmarks;

import java.net.URI;
import java.time.Duration;

/** One client under one workload. */
interface Session extends AutoCloseable {

    /** Runs the workload until the cost is steady, or the time limit is reached. */
    Measurement warmUp(Duration longest) throws Exception;

    Measurement measure(Duration window) throws Exception;

    @Override
    void close() throws Exception;

    static Session of(Client client, URI server, Workload workload) {
        return workload.operation() == Operation.IDLE
                ? new IdleSession(client, server, workload)
                : new CallSession(client, server, workload);
    }
}
