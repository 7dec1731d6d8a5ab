package io.mcpclient;

import io.mcpclient.time.TimeSource;

/** Clients in virtual time, for tests of other packages. */
public final class VirtualClients {

    private VirtualClients() {}

    /** Sets the clocks and timers of a client. */
    public static McpClientBuilder in(TimeSource time, McpClientBuilder builder) {
        return builder.time(time);
    }
}
