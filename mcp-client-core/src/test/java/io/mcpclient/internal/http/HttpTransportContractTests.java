package io.mcpclient.internal.http;

import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.McpTransportContractTests;
import io.mcpclient.transport.TransportProvider;

/** Streamable HTTP, with credentials. */
class HttpTransportContractTests extends McpTransportContractTests {

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final ScriptedAuthorization authorization = new ScriptedAuthorization();

    @Override
    protected McpTransport createTransport(TransportProvider.Context context) {
        script();
        return new HttpTransport(new HttpWire(context, settings(), McpHttpClients.create(), ReceiveBudget.of(1 << 24)));
    }

    /** What is done with the {@code WebClient}, {@code null} if there is none. */
    @Nullable
    Consumer<WebClient.Builder> customizer() {
        return null;
    }

    final HttpTransportSettings settings() {
        return new HttpTransportSettings(
                McpHttpSettings.of(this.server.url()),
                SOON,
                null,
                1024 * 1024,
                64,
                customizer(),
                null,
                this.authorization);
    }

    @Override
    protected @Nullable Set<String> extensionsOfCredentials() {
        return this.authorization.extensions();
    }

    final void script() {
        this.authorization.givenAgain = refusal -> Mono.never();
        this.server.on("initialize").optionally().reply(Reply.result("{}"));
        this.server.on("test/refused").optionally().reply(Reply.status(401));
        this.server
                .on("GET")
                .optionally()
                .reply(Reply.sse("data: {\"jsonrpc\":\"2.0\",\"method\":\"test/spoken\"}")
                        .thenHang());
        this.server
                .on("test/echo")
                .optionally()
                .reply(request -> Reply.result(request.json().at("/params").toString()));
        this.server.on("test/error").optionally().reply(Reply.error(-32050, "refused"));
        this.server.on("test/silent").optionally().reply(Reply.neverAnswer());
        this.server.on("test/break").optionally().reply(Reply.reset());
        this.server.on("test/note").optionally().reply(Reply.accepted());
        this.server.on("DELETE").optionally().reply(Reply.status(405));
        this.server.on("test/speak").optionally().reply(before("{\"jsonrpc\":\"2.0\",\"method\":\"test/spoken\"}"));
        this.server.on("test/stray").optionally().reply(before("{\"jsonrpc\":\"2.0\",\"id\":\"stray\",\"result\":{}}"));
    }

    private static Reply before(String message) {
        return Reply.sse("data: " + message, "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{}}");
    }

    @Override
    protected boolean hasOneChannel() {
        return false;
    }

    @AfterEach
    void close() {
        this.server.close();
    }
}
