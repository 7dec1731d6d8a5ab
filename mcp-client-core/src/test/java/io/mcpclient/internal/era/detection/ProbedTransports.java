package io.mcpclient.internal.era.detection;

import io.mcpclient.transport.McpTransport;

/** Gives tests of transports the one on which eras are detected. */
public final class ProbedTransports {

    private ProbedTransports() {}

    public static McpTransport probed(McpTransport transport) {
        return new SharedChannel(transport);
    }
}
