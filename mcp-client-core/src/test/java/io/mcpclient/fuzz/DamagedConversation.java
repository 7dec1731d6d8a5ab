package io.mcpclient.fuzz;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.awaitility.Awaitility.await;

/**
 * A client and a server that works, but for one response, which is replaced by damaged bytes. Afterwards a call has to succeed, on
 * the same connection or on a new one.
 */
final class DamagedConversation implements AutoCloseable {

    /** A limit that no operation comes near, unless it hangs. */
    private static final Duration RECOVERY = Duration.ofSeconds(30);

    private final ScriptedHttpServer server;

    private final McpClient client;

    private final AtomicReference<byte @Nullable []> damaged = new AtomicReference<>();

    /** What is called while its response is damaged. */
    @FunctionalInterface
    interface Operation {

        void call(McpClient client);
    }

    /** @param request the request whose response is damaged, see {@link ScriptedHttpServer#on} */
    DamagedConversation(ScriptedHttpServer server, String request) {
        this.server = server.withoutVerification();
        server.on(request).where(any -> this.damaged.get() != null).optionally().reply(this::damaged);
        this.client = settings(McpClient.builder("fuzz").url(server.url()).http(http -> http.withCookies(true)))
                .build();
    }

    static McpClientBuilder settings(McpClientBuilder builder) {
        return builder.timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(2))
                        .withRequest(Duration.ofSeconds(2))
                        .withShutdown(Duration.ofSeconds(2)))
                .reconnect(reconnect -> reconnect.withIntervals(Duration.ofMillis(10), 1.5, Duration.ofMillis(100)))
                .retry(retry -> McpRetrySettings.none())
                .circuitBreaker(breaker -> McpCircuitBreakerSettings.disabled())
                .limits(limits -> limits.withMaxMessageSize(64 * 1024))
                .roots(context -> List.of(Root.of("file:///a")))
                .sampling((params, context) -> CreateMessageResult.text("model", "text"))
                .elicitation((params, context) -> ElicitResult.decline())
                .urlElicitation((params, context) -> ElicitResult.decline())
                .logListener((params, context) -> {})
                .changeListener(new McpChangeListener() {});
    }

    ScriptedHttpServer server() {
        return this.server;
    }

    McpClient client() {
        return this.client;
    }

    /** Once: what the client asks for next is answered well. */
    private Reply damaged(RecordedRequest request) {
        byte[] bytes = this.damaged.getAndSet(null);
        return (bytes != null) ? Reply.raw(filled(bytes, String.valueOf(request.rpcId()))) : Reply.closeBeforeAnswer();
    }

    /** Recordings have {@code $id} for the id of the request, and {@code $length} for the length of the body. */
    private static byte[] filled(byte[] bytes, String id) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("$id", id);
        int head = text.indexOf("\r\n\r\n");
        int length = (head >= 0) ? text.length() - head - 4 : 0;
        return text.replace("$length", Integer.toString(length)).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Calls an operation whose response is damaged, and then sees whether all is well again. */
    void exchange(byte[] response, Operation operation) {
        try {
            this.client.callTool("echo", Map.of());
            this.damaged.set(response);
            operation.call(this.client);
        } finally {
            this.damaged.set(null);
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .atMost(RECOVERY)
                    .ignoreExceptionsInstanceOf(McpException.class)
                    .until(this::works);
        }
    }

    private boolean works() {
        try {
            return isEcho(this.client);
        } catch (McpException ex) {
            this.client.session().reconnect(); // the recorded state of the server may be outdated
            return isEcho(this.client);
        }
    }

    private static boolean isEcho(McpClient client) {
        return client.callTool("echo", Map.of("healthy", true)).text().equals("{\"healthy\":true}");
    }

    @Override
    public void close() {
        this.client.close();
        this.server.close();
    }
}
