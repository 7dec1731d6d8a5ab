package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The minimum cost of an MCP client on WebClient: a plain POST over pooled connections, with the envelope read as a tree. No
 * deadline, no correlation, no typed result, and it knows in advance whether the response is an event stream.
 */
final class FloorSubject implements Subject.Reactive {

    private static final String REVISION = "2025-11-25";
    private static final String SESSION = "Mcp-Session-Id";
    private static final ParameterizedTypeReference<ServerSentEvent<String>> EVENT =
            new ParameterizedTypeReference<>() {};

    private final Workload workload;
    private final URI server;
    private final WebClient webClient;
    private final JsonMapper mapper;
    private final String params;
    private final AtomicLong ids = new AtomicLong();

    private FloorSubject(Workload workload, URI server, WebClient webClient, JsonMapper mapper) {
        this.workload = workload;
        this.server = server;
        this.webClient = webClient;
        this.mapper = mapper;
        this.params = ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + workload.key() + "\",\"arguments\":"
                + mapper.writeValueAsString(Workload.ARGUMENTS) + "}}";
    }

    static FloorSubject connect(URI server, Workload workload) {
        WebClient plain = WebClient.builder()
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 << 20))
                .defaultHeaders(headers -> {
                    headers.setContentType(MediaType.APPLICATION_JSON);
                    headers.set("Accept", "application/json, text/event-stream");
                    headers.set("MCP-Protocol-Version", REVISION);
                })
                .build();
        String session = plain.post()
                .uri(server)
                .bodyValue("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                        + REVISION + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"floor\",\"version\":\"1\"}}}")
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
                .bodyValue("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .retrieve()
                .toBodilessEntity()
                .block(Subject.LIMIT);
        return new FloorSubject(
                workload, server, webClient, JsonMapper.builder().build());
    }

    @Override
    public Mono<?> call() {
        WebClient.ResponseSpec answer = this.webClient
                .post()
                .uri(this.server)
                .bodyValue("{\"jsonrpc\":\"2.0\",\"id\":" + this.ids.incrementAndGet() + this.params)
                .retrieve();
        // An event stream is read to its end, because cancelling it would close the connection.
        Mono<JsonNode> envelope = this.workload.framing() == Workload.Framing.SSE
                ? answer.bodyToFlux(EVENT)
                        .mapNotNull(ServerSentEvent::data)
                        .map(this.mapper::readTree)
                        .last()
                : answer.bodyToMono(byte[].class).map(this.mapper::readTree);
        return envelope.doOnNext(this::check);
    }

    private void check(JsonNode envelope) {
        JsonNode result = envelope.path("result");
        this.workload.check(
                result.path("content").path(0).path("text").asString(),
                result.path("isError").asBoolean());
    }

    @Override
    public void close() {}
}
