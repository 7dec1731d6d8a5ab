package io.mcpclient.sample.api;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.error.McpException;

/** The servers that are connected, asked all at once. */
@Component
class ConnectedServers {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final McpClients clients;

    ConnectedServers(McpClients clients) {
        this.clients = clients;
    }

    /** Lists something of all of them, in the order of their names; one that fails adds nothing. */
    <T> List<T> list(Function<ReactiveMcpClient, Mono<List<T>>> question) {
        List<T> all = Flux.fromIterable(this.clients.all())
                .filter(client -> client.status().isConnected())
                .flatMapSequential(client -> question.apply(client.reactive())
                        .onErrorResume(McpException.class, error -> Mono.just(List.of())))
                .flatMapIterable(list -> list)
                .collectList()
                .block(LIMIT); // each server has its request-timeout besides
        return (all != null) ? all : List.of();
    }

    McpClient get(String name) {
        return this.clients.find(name).orElseThrow(() -> new NotFoundException("There is no such server"));
    }
}
