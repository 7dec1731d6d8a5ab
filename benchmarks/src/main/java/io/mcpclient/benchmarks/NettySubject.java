package io.mcpclient.benchmarks;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import tools.jackson.databind.JsonNode;

/**
 * The same as the floor without Spring: Reactor Netty's client, and events found by searching the bytes of the complete
 * response for their lines.
 */
final class NettySubject implements Subject.Reactive {

    private static final String SESSION = "Mcp-Session-Id";
    private static final byte[] DATA = RawJson.ascii("\ndata: ");

    private final Workload workload;
    private final HttpClient.RequestSender sender;
    private final RawMessages messages;

    private NettySubject(Workload workload, HttpClient.RequestSender sender) {
        this.workload = workload;
        this.sender = sender;
        this.messages = new RawMessages(workload);
    }

    static NettySubject connect(URI server, Workload workload) {
        HttpClient plain = HttpClient.create().headers(headers -> headers.set("Content-Type", "application/json")
                .set("Accept", "application/json, text/event-stream")
                .set("MCP-Protocol-Version", RawMessages.REVISION));
        String session = plain.post()
                .uri(server)
                .send(body(RawMessages.INITIALIZE))
                .responseSingle((response, content) -> content.asByteArray()
                        .mapNotNull(bytes -> response.responseHeaders().get(SESSION)))
                .block(Subject.LIMIT);
        HttpClient client = plain.headers(headers -> headers.set(SESSION, String.valueOf(session)));
        HttpClient.RequestSender sender = client.post().uri(server);
        sender.send(body(RawMessages.INITIALIZED)).response().block(Subject.LIMIT);
        return new NettySubject(workload, sender);
    }

    private static Mono<ByteBuf> body(String message) {
        return Mono.fromSupplier(() -> ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, message));
    }

    @Override
    public Mono<?> call() {
        if (this.workload.operation() == Operation.LIST) {
            return this.messages.listAll(message -> post(message).map(this.messages::parse));
        }
        Mono<byte[]> answer = post(this.messages.call(this.messages.nextId()));
        if (this.workload.operation() == Operation.TYPED) {
            return answer.map(Orders::ofResponse).doOnNext(this.workload::check);
        }
        Mono<JsonNode> envelope = this.workload.framing() == Workload.Framing.SSE
                ? answer.mapNotNull(this::lastEvent)
                : answer.map(this.messages::parse);
        return envelope.doOnNext(this.messages::check);
    }

    private Mono<byte[]> post(String message) {
        return this.sender.send(body(message)).responseSingle((response, content) -> content.asByteArray());
    }

    private @Nullable JsonNode lastEvent(byte[] stream) {
        JsonNode response = null;
        for (String data : events(stream)) {
            JsonNode envelope = this.messages.parse(data);
            if (this.messages.isResponse(envelope)) {
                response = envelope;
            }
        }
        return response;
    }

    private static List<String> events(byte[] stream) {
        List<String> events = new ArrayList<>();
        int at = RawJson.find(stream, 0, stream.length, DATA);
        while (at >= 0) {
            int start = at + DATA.length;
            int end = start;
            while (end < stream.length && stream[end] != '\n') {
                end++;
            }
            events.add(new String(stream, start, end - start, StandardCharsets.UTF_8));
            at = RawJson.find(stream, end, stream.length, DATA);
        }
        return events;
    }

    @Override
    public void close() {}
}
