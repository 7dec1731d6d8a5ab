package io.mcpclient.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/** A transport without anything above it, and what came out of it. */
final class HttpFixture implements AutoCloseable, TransportListener {

    static final Duration SOON = Duration.ofSeconds(10);

    static final Map<String, String> HEADERS = Map.of("Mcp-Session-Id", "s1", "MCP-Protocol-Version", "2025-11-25");

    /** The id of every request, so that scripts can name it. */
    static final JsonRpcId ID = JsonRpcId.of(7);

    static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"n\":1}}";

    final McpIgnoredMessages ignored = new McpIgnoredMessages("weather");

    final BlockingQueue<ReceivedMessage> heard = new LinkedBlockingQueue<>();

    final CompletableFuture<Throwable> closed = new CompletableFuture<>();

    final TransportProvider.Context context;

    final HttpTransportSettings settings;

    final McpTransport transport;

    HttpFixture(String url, McpHttpTransportType type) {
        this(url, type, Duration.ofSeconds(20));
    }

    HttpFixture(String url, McpHttpTransportType type, Duration connectTimeout) {
        this(url, type, connectTimeout, null, null, 4);
    }

    HttpFixture(String url, McpHttpTransportType type, HttpAuthorization.Provider authorization) {
        this(url, type, Duration.ofSeconds(20), authorization, null, 4);
    }

    HttpFixture(String url, HttpAuthorization.Provider authorization, Consumer<WebClient.Builder> customizer) {
        this(url, McpHttpTransportType.STREAMABLE_HTTP, Duration.ofSeconds(20), authorization, customizer, 4);
    }

    /** A request waits until the one before has given the connection back. */
    static HttpFixture withOneConnection(String url) {
        return new HttpFixture(url, McpHttpTransportType.STREAMABLE_HTTP, Duration.ofSeconds(20), null, null, 1);
    }

    private HttpFixture(
            String url,
            McpHttpTransportType type,
            Duration connectTimeout,
            HttpAuthorization.@Nullable Provider authorization,
            @Nullable Consumer<WebClient.Builder> customizer,
            int maxConnections) {
        this.context = new TransportProvider.Context("weather", new JsonCodec(JsonLimits.DEFAULT), this.ignored);
        this.settings = new HttpTransportSettings(
                McpHttpSettings.of(url).withTransport(type).withHeader("X-Tenant", "acme"),
                connectTimeout,
                null,
                1 << 24,
                maxConnections,
                customizer,
                null,
                authorization);
        McpTransport created = new HttpTransportProvider(this.settings, McpHttpClients.create())
                .create(this.context)
                .block(SOON);
        if (created == null) {
            throw new AssertionError("no transport");
        }
        this.transport = created;
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        this.heard.add(message);
    }

    @Override
    public void onClosed(Throwable cause) {
        this.closed.complete(cause);
    }

    void open() {
        this.transport.open(this).block(SOON);
    }

    static ExchangeRequest request(String method) {
        return new ExchangeRequest(
                new JsonRpcRequest(ID, method, Map.of()), Map.class, HEADERS, ExchangeKind.RESUMABLE);
    }

    CompletableFuture<List<ReceivedMessage>> exchange(String method) {
        return this.transport.exchange(request(method)).collectList().toFuture();
    }

    CompletableFuture<List<ReceivedMessage>> call() {
        return exchange("tools/call");
    }

    Disposable subscribe() {
        return this.transport.exchange(request("tools/call")).subscribe(message -> {}, error -> {});
    }

    /** Waits for the next message to the listener. */
    ReceivedMessage hear() throws InterruptedException {
        ReceivedMessage message = this.heard.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
        if (message == null) {
            throw new AssertionError("nothing was heard");
        }
        return message;
    }

    @Override
    public void close() {
        this.transport.close().block(SOON);
    }
}
