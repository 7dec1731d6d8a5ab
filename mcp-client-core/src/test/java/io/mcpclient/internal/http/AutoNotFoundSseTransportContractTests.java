package io.mcpclient.internal.http;

import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** A server of HTTP+SSE that refuses the first POST with 404, behind the transport that detects what it is. */
class AutoNotFoundSseTransportContractTests extends SseTransportContractTests {

    @Override
    protected McpTransport createTransport(TransportProvider.Context context) {
        return new AutoHttpTransport(wire(context), SOON);
    }

    @Override
    int refusal() {
        return 404;
    }

    @Override
    protected boolean needsInitialize() {
        return true;
    }
}
