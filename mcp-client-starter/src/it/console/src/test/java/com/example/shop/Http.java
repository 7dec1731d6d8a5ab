package com.example.shop;

import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;

/** Requests to an application under test. */
final class Http {

    private final RestClient client;

    Http(int port) {
        this.client = RestClient.builder()
                .baseUrl("http://localhost:" + port)
                .defaultHeader("X-Mcp-Console", "1")
                .defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {})
                .build();
    }

    ResponseEntity<String> get(String path) {
        return this.client.get().uri(path).retrieve().toEntity(String.class);
    }

    ResponseEntity<String> get(String path, String user, String password) {
        return this.client
                .get()
                .uri(path)
                .headers(headers -> headers.setBasicAuth(user, password))
                .retrieve()
                .toEntity(String.class);
    }
}
