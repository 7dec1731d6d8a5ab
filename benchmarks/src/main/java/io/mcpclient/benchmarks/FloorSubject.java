package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.Objects;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * The minimum cost of an MCP client on WebClient: a plain POST over pooled connections, with the envelope read as a tree. No
 * deadline, no correlation, no typed result, and it knows in advance whether the response is an event stream.
 */
final class FloorSubject implements Subject.Reactive {

    private static final String SESSION = "Mcp-Session-Id";
    private static final ParameterizedTypeReference<ServerSentEvent<String>> EVENT =
            new ParameterizedTypeReference<>() {};

    private final Workload workload;
    private final URI server;
    private final WebClient webClient;
    private final RawMessages messages;

    private FloorSubject(Workload workload, URI server, WebClient webClient) {
        this.workload = workload;
        this.server = server;
        this.webClient = webClient;
        this.messages = new RawMessages(workload);
    }

    static Subject.Reactive connect(URI server, Workload workload) {
        return workload.isStdio() ? StdioFloorSubject.connect(workload) : connectHttp(server, workload);
    }

    private static FloorSubject connectHttp(URI server, Workload workload) {
        WebClient plain = WebClient.builder()
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
                .defaultHeaders(headers -> {
                    headers.setContentType(MediaType.APPLICATION_JSON);
                    headers.set("Accept", "application/json, text/event-stream");
                    headers.set("MCP-Protocol-Version", RawMessages.REVISION);
                })
                .build();
        String session = plain.post()
                .uri(server)
                .bodyValue(RawMessages.INITIALIZE)
                .retrieve()
                .toEntity(String.class)
                .mapNotNull(answer -> answer.getHeaders().getFirst(SESSION))
                .block(Subject.LIMIT);
        WebClient webClient = plain.mutate()
                .defaultHeader(SESSION, Objects.requireNonNull(session))
                .build();
        webClient
                .post()
                .uri(server)
                .bodyValue(RawMessages.INITIALIZED)
                .retrieve()
                .toBodilessEntity()
                .block(Subject.LIMIT);
        return new FloorSubject(workload, server, webClient);
    }

    @Override
    public Mono<?> call() {
        if (this.workload.operation() == Operation.LIST) {
            return this.messages.listAll(
                    message -> post(message).bodyToMono(byte[].class).map(this.messages::parse));
        }
        WebClient.ResponseSpec answer = post(this.messages.call(this.messages.nextId()));
        // An event stream is read to its end, because cancelling it would close the connection.
        Mono<JsonNode> envelope = this.workload.framing() == Workload.Framing.SSE
                ? answer.bodyToFlux(EVENT)
                        .mapNotNull(ServerSentEvent::data)
                        .map(this.messages::parse)
                        .filter(this.messages::isResponse)
                        .last()
                : answer.bodyToMono(byte[].class).map(this.messages::parse);
        return envelope.doOnNext(this.messages::check);
    }

    private WebClient.ResponseSpec post(String message) {
        return this.webClient.post().uri(this.server).bodyValue(message).retrieve();
    }

    @Override
    public void close() {}
}
