package io.mcpclient.internal.http;

import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** A server of Streamable HTTP behind the transport that detects what it is. */
class AutoHttpTransportContractTests extends HttpTransportContractTests {

    @Override
    protected McpTransport createTransport(TransportProvider.Context context) {
        script();
        return new AutoHttpTransport(
                new HttpWire(context, settings(), McpHttpClients.create(), ReceiveBudget.of(1 << 24)), SOON);
    }

    @Override
    protected boolean needsInitialize() {
        return true;
    }
}
