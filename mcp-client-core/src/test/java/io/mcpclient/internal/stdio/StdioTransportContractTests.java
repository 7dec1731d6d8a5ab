package io.mcpclient.internal.stdio;

import io.mcpclient.testkit.StdioServer;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.McpTransportContractTests;
import io.mcpclient.transport.TransportProvider;

class StdioTransportContractTests extends McpTransportContractTests {

    @Override
    protected McpTransport createTransport(TransportProvider.Context context) {
        return new StdioTransport(context, StdioServer.java());
    }

    @Override
    protected boolean hasOneChannel() {
        return true;
    }
}
