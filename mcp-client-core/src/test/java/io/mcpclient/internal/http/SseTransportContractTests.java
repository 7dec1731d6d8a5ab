package io.mcpclient.internal.http;

import org.junit.jupiter.api.AfterEach;

import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedSseServer;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.McpTransportContractTests;
import io.mcpclient.transport.TransportProvider;

class SseTransportContractTests extends McpTransportContractTests {

    private final ScriptedSseServer server = ScriptedHttpServer.sse();

    @Override
    protected McpTransport createTransport(TransportProvider.Context context) {
        return new SseTransport(wire(context));
    }

    final HttpWire wire(TransportProvider.Context context) {
        script();
        HttpTransportSettings settings = new HttpTransportSettings(
                McpHttpSettings.of(this.server.url()), SOON, null, 1024 * 1024, 64, null, null, null);
        return new HttpWire(context, settings, McpHttpClients.create(), ReceiveBudget.of(1 << 24));
    }

    /** The status with which a POST to the address of the stream is refused. */
    int refusal() {
        return 405;
    }

    private void script() {
        this.server
                .onAny()
                .where(request -> request.method().equals("POST"))
                .path("/mcp")
                .optionally()
                .reply(Reply.status(refusal()));
        this.server
                .on("test/echo")
                .optionally()
                .reply(request -> answer(request, request.json().at("/params").toString()));
        this.server.on("test/error").optionally().reply(request -> {
            this.server.send("{\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId()
                    + ",\"error\":{\"code\":-32050,\"message\":\"refused\"}}");
            return Reply.accepted();
        });
        this.server.on("test/silent").optionally().reply(Reply.accepted());
        this.server.on("test/break").optionally().reply(request -> {
            this.server.stream().end();
            return Reply.accepted();
        });
        this.server.on("test/note").optionally().reply(Reply.accepted());
        this.server.on("test/speak").optionally().reply(request -> {
            this.server.send("{\"jsonrpc\":\"2.0\",\"method\":\"test/spoken\"}");
            return answer(request, "{}");
        });
        this.server.on("test/stray").optionally().reply(request -> {
            this.server.send("{\"jsonrpc\":\"2.0\",\"id\":\"stray\",\"result\":{}}");
            return answer(request, "{}");
        });
    }

    private Reply answer(RecordedRequest request, String result) {
        this.server.send("{\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId() + ",\"result\":" + result + "}");
        return Reply.accepted();
    }

    @Override
    protected boolean hasOneChannel() {
        return true;
    }

    @AfterEach
    void close() {
        this.server.close();
    }
}
