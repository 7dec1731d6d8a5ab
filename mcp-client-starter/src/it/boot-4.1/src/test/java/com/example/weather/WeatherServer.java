package com.example.weather;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server with one tool, over HTTP. */
final class WeatherServer {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;

    WeatherServer() {
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        this.server.createContext("/mcp", this::handle);
        this.server.start();
    }

    String url() {
        return "http://127.0.0.1:" + this.server.getAddress().getPort() + "/mcp";
    }

    void close() {
        this.server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            JsonNode request = JSON.readTree(exchange.getRequestBody());
            if (!request.has("id")) {
                exchange.sendResponseHeaders(202, -1);
                return;
            }
            Map<String, Object> response = response(request);
            byte[] body = JSON.writeValueAsBytes(response);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(response.containsKey("error") ? 400 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static Map<String, Object> response(JsonNode request) {
        Object id = JSON.convertValue(request.get("id"), Object.class);
        return switch (request.get("method").asString()) {
            case "initialize" -> result(id, Map.of(
                    "protocolVersion", "2025-11-25",
                    "capabilities", Map.of("tools", Map.of()),
                    "serverInfo", Map.of("name", "weather", "version", "1")));
            case "tools/list" -> result(id, Map.of("tools", List.of(Map.of(
                    "name", "get_forecast",
                    "inputSchema", Map.of("type", "object", "required", List.of("city"))))));
            case "tools/call" -> result(id, Map.of(
                    "content", List.of(),
                    "structuredContent", Map.of("summary", "sunny", "temperature", 21.5)));
            default -> Map.of("jsonrpc", "2.0", "id", id, "error", Map.of("code", -32601, "message", "Method not found"));
        };
    }

    private static Map<String, Object> result(Object id, Map<String, Object> result) {
        return Map.of("jsonrpc", "2.0", "id", id, "result", result);
    }
}
