package io.mcpclient.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.mcpclient.test.McpTestServer;

/** Publishes a server over HTTP: with a card that has an input, and as an entry of a registry. */
final class Publisher implements AutoCloseable {

    private static final String SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

    private final HttpServer http;

    private Publisher(HttpServer http) {
        this.http = http;
    }

    static Publisher of(McpTestServer server) {
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            String remote = "{'type': 'streamable-http', 'url': '" + server.url() + "'";
            String header = "{'name': 'X-Tenant', 'value': '{tenant}', 'isRequired': true, 'variables': {'tenant':"
                    + " {'description': 'Name of the customer', 'isRequired': true}}}";
            http.createContext(
                    "/card",
                    exchange -> reply(
                            exchange,
                            "application/mcp-server-card+json",
                            "{'$schema': '" + SCHEMA + "', 'name': 'com.example/orders', 'version': '1.0.0',"
                                    + " 'description': 'Orders', 'remotes': [" + remote + ", 'headers': [" + header
                                    + "]}]}"));
            http.createContext("/v0.1/servers/com.example/orders/versions/", exchange -> {
                if (exchange.getRequestURI().getPath().endsWith("9.9.9")) {
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                    return;
                }
                reply(
                        exchange,
                        "application/json",
                        "{'server': {'name': 'com.example/orders', 'version': '1.0.0', 'description': 'Orders', 'remotes': ["
                                + remote + "}]}}");
            });
            http.start();
            return new Publisher(http);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void reply(HttpExchange exchange, String type, String json) throws IOException {
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    String origin() {
        return "http://127.0.0.1:" + this.http.getAddress().getPort();
    }

    String card() {
        return origin() + "/card";
    }

    @Override
    public void close() {
        this.http.stop(0);
    }
}
