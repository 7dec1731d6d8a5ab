package io.mcpclient.autoconfigure.web;

import java.net.URI;
import java.time.Duration;

import jakarta.servlet.http.Cookie;

import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import reactor.core.publisher.Mono;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;

/** Endpoints in a servlet container, whose threads may block. */
record ServletRoutes(McpAuthEndpoints endpoints) {

    /** Timeout that is longer than any exchange with an authorization server. */
    private static final Duration LIMIT = Duration.ofMinutes(1);

    RouterFunction<ServerResponse> authorization(AuthorizationExchange exchange) {
        return RouterFunctions.route()
                .GET(
                        this.endpoints.beginPath() + "/{id}",
                        request -> answer(exchange.begin(request.pathVariable("id"))))
                .GET(
                        this.endpoints.callbackPath(),
                        request ->
                                answer(exchange.callback(request.uri().getRawQuery(), name -> cookie(request, name))))
                .build();
    }

    RouterFunction<ServerResponse> clientMetadata(ClientMetadataDocument document) {
        return RouterFunctions.route()
                .GET(this.endpoints.clientMetadataPath(), request -> {
                    URI id = this.endpoints.clientMetadata();
                    return (id != null)
                            ? ServerResponse.ok()
                                    .contentType(MediaType.APPLICATION_JSON)
                                    .body(document.json(id))
                            : ServerResponse.notFound().build();
                })
                .build();
    }

    private static @Nullable String cookie(ServerRequest request, String name) {
        Cookie cookie = request.cookies().getFirst(name);
        return (cookie != null) ? cookie.getValue() : null;
    }

    private static ServerResponse answer(Mono<WebResponse> exchange) {
        WebResponse answer = exchange.block(LIMIT);
        if (answer == null) {
            return ServerResponse.notFound().build();
        }
        ServerResponse.BodyBuilder response = ServerResponse.status(answer.status());
        answer.headers(response::header);
        return response.contentType(MediaType.valueOf("text/html;charset=UTF-8"))
                .body(answer.page());
    }
}
