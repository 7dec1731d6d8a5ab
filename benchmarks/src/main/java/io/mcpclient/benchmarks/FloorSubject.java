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

    /** One for all clients of the process, as in an application. */
    private static final WebClient WEB_CLIENT = WebClient.builder()
            .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
            .defaultHeaders(headers -> {
                headers.setContentType(MediaType.APPLICATION_JSON);
                headers.set("Accept", "application/json, text/event-stream");
                headers.set("MCP-Protocol-Version", RawMessages.REVISION);
            })
            .build();

    private final Workload workload;
    private final URI server;
    private final String session;
    private final RawMessages messages;

    private FloorSubject(Workload workload, URI server, String session) {
        this.workload = workload;
        this.server = server;
        this.session = session;
        this.messages = new RawMessages(workload);
    }

    static Subject.Reactive connect(URI server, Workload workload) {
        return workload.isStdio() ? StdioFloorSubject.connect(workload) : connectHttp(server, workload);
    }

    private static FloorSubject connectHttp(URI server, Workload workload) {
        String session = WEB_CLIENT
                .post()
                .uri(server)
                .bodyValue(RawMessages.INITIALIZE)
                .retrieve()
                .toEntity(String.class)
                .mapNotNull(answer -> answer.getHeaders().getFirst(SESSION))
                .block(Subject.LIMIT);
        FloorSubject subject = new FloorSubject(workload, server, Objects.requireNonNull(session));
        subject.post(RawMessages.INITIALIZED).toBodilessEntity().block(Subject.LIMIT);
        return subject;
    }

    @Override
    public Mono<?> call() {
        if (this.workload.operation() == Operation.LIST) {
            return this.messages.listAll(
                    message -> post(message).bodyToMono(byte[].class).map(this.messages::parse));
        }
        if (this.workload.operation() == Operation.TYPED) {
            return post(this.messages.call(this.messages.nextId()))
                    .bodyToMono(byte[].class)
                    .map(Orders::ofResponse)
                    .doOnNext(this.workload::check);
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
        return WEB_CLIENT
                .post()
                .uri(this.server)
                .header(SESSION, this.session)
                .bodyValue(message)
                .retrieve();
    }

    @Override
    public void close() {}
}
