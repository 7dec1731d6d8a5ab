package io.mcpclient.internal.http;

import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.HttpMethod;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class NettySenderTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    /** Sends a request, and returns what refers to its caller and to its body. */
    private static WeakReference<Consumer<HttpSender.Head>> send(NettySender sender, URI url) {
        AtomicReference<String> sent = new AtomicReference<>("caller");
        Consumer<HttpSender.Head> head = request -> request.set("X-Test", sent.get());
        HttpSender.Request request =
                new HttpSender.Request(HttpMethod.POST, url, PING.getBytes(StandardCharsets.UTF_8), head);
        assertThat(sender.send(request, HttpReply::body)
                        .doOnNext(Buffers::release)
                        .count()
                        .block(LIMIT))
                .isPositive();
        return new WeakReference<>(head);
    }

    // A pool keeps the configuration of the request that opened its first connection, for as long as it exists
    @Test
    void pooledConnectionDoesNotRetainTheRequestThatOpenedIt() {
        ConnectionProvider pool = ConnectionProvider.create("test", 1);
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            server.on("ping").always().reply(request -> Reply.result("{}"));
            NettySender sender = new NettySender(() -> HttpClient.create(pool), null);

            WeakReference<Consumer<HttpSender.Head>> head = send(sender, URI.create(server.url()));

            await().atMost(LIMIT).until(() -> {
                System.gc();
                return head.get() == null;
            });
            assertThat(server.openConnections()).isEqualTo(1);
        } finally {
            pool.dispose();
        }
    }
}
