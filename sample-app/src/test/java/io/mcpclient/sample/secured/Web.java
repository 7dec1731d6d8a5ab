package io.mcpclient.sample.secured;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Requests of machines to one origin: no cookies, no redirects. */
final class Web {

    static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();

    private final String origin;

    Web(String origin) {
        this.origin = origin;
    }

    HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers));
    }

    HttpResponse<String> post(String path, String type, String body, String... headers) {
        return send(request(path, headers).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> postForm(String path, String credentials, String... namesAndValues) {
        return post(
                path, "application/x-www-form-urlencoded", Browser.query(namesAndValues), "Authorization", credentials);
    }

    static String basic(String id, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(UTF_8));
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(this.origin + path)).timeout(LIMIT);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
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
