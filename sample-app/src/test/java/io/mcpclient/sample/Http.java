package io.mcpclient.sample;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks to the application over HTTP as anybody would. */
final class Http {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(LIMIT).build();

    private final String base;

    Http(int port) {
        this.base = "http://127.0.0.1:" + port;
    }

    HttpResponse<String> get(String path) {
        return send(request(path));
    }

    JsonNode getJson(String path) {
        return json(get(path));
    }

    /** Posts a body as JSON, or no body at all for {@code null}. */
    HttpResponse<String> post(String path, String body, String... headers) {
        HttpRequest.Builder request =
                request(path).POST((body != null) ? BodyPublishers.ofString(body) : BodyPublishers.noBody());
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    HttpResponse<String> call(String tool, String arguments) {
        return post("/api/tools/" + tool, arguments);
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    static JsonNode json(String text) {
        return JSON.readTree(text);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(this.base + path)).timeout(LIMIT);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return this.client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new AssertionError(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError(ex);
        }
    }
}
