package io.mcpclient.autoconfigure.web;

import java.net.URI;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;

/** Endpoints in a reactive web server. */
record ReactiveRoutes(McpAuthEndpoints endpoints) {

    RouterFunction<ServerResponse> authorization(AuthorizationExchange exchange) {
        return RouterFunctions.route()
                .GET(this.endpoints.beginPath() + "/{id}", request -> exchange.begin(request.pathVariable("id"))
                        .flatMap(ReactiveRoutes::answer))
                .GET(this.endpoints.callbackPath(), request -> exchange.callback(
                                request.uri().getRawQuery(), name -> cookie(request, name))
                        .flatMap(ReactiveRoutes::answer))
                .build();
    }

    RouterFunction<ServerResponse> clientMetadata(ClientMetadataDocument document) {
        return RouterFunctions.route()
                .GET(this.endpoints.clientMetadataPath(), request -> {
                    URI id = this.endpoints.clientMetadata();
                    return (id != null)
                            ? ServerResponse.ok()
                                    .contentType(MediaType.APPLICATION_JSON)
                                    .bodyValue(document.json(id))
                            : ServerResponse.notFound().build();
                })
                .build();
    }

    private static @Nullable String cookie(ServerRequest request, String name) {
        HttpCookie cookie = request.cookies().getFirst(name);
        return (cookie != null) ? cookie.getValue() : null;
    }

    private static Mono<ServerResponse> answer(WebResponse answer) {
        ServerResponse.BodyBuilder response = ServerResponse.status(answer.status());
        answer.headers(response::header);
        return response.contentType(MediaType.valueOf("text/html;charset=UTF-8"))
                .bodyValue(answer.page());
    }
}
