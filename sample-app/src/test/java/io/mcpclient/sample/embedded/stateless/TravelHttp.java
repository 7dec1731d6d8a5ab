package io.mcpclient.sample.embedded.stateless;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/** Talks to the server travel as a client of the revision has to, or as one that does it wrong. */
final class TravelHttp {

    static final String PATH = "/servers/travel/mcp";

    static final Map<String, Object> EVERYTHING =
            Map.of("elicitation", Map.of(), "sampling", Map.of(), "extensions", Map.of(Revision.TASKS, Map.of()));

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final AtomicInteger IDS = new AtomicInteger();

    private final HttpClient client = HttpClient.newHttpClient();

    private final URI address;

    TravelHttp(int port) {
        this.address = URI.create("http://127.0.0.1:" + port + PATH);
    }

    /** A request in the making, right in everything until something is set otherwise. */
    final class Call {

        private final Map<String, String> headers = new LinkedHashMap<>();

        private final Map<String, Object> meta = new LinkedHashMap<>();

        private final Map<String, Object> params = new LinkedHashMap<>();

        private final String method;

        private Call(String method, Object... params) {
            this.method = method;
            this.params.putAll(Json.object(params));
            header("Content-Type", "application/json").header("Accept", "application/json, text/event-stream");
            header("MCP-Protocol-Version", Revision.NAME).header("Mcp-Method", method);
            for (String name : new String[] {"taskId", "uri", "name"}) {
                if (this.params.get(name) instanceof String value) {
                    header("Mcp-Name", value);
                }
            }
            meta(Revision.PROTOCOL_VERSION, Revision.NAME).meta(Revision.CLIENT_CAPABILITIES, EVERYTHING);
        }

        /** Sets a header, or leaves it out for null. */
        Call header(String name, String value) {
            this.headers.put(name, value);
            return this;
        }

        /** Sets an entry of _meta, or leaves it out for null. */
        Call meta(String name, Object value) {
            this.meta.put(name, value);
            return this;
        }

        Call param(String name, Object value) {
            this.params.put(name, value);
            return this;
        }

        Call capabilities(Map<String, Object> capabilities) {
            return meta(Revision.CLIENT_CAPABILITIES, capabilities);
        }

        HttpResponse<String> send() {
            return TravelHttp.this.send(request(), BodyHandlers.ofString());
        }

        JsonNode json() {
            return body(send());
        }

        JsonNode result() {
            JsonNode answer = json();
            if (answer.has("error")) {
                throw new AssertionError(answer.toString());
            }
            return answer.path("result");
        }

        /** Opens a stream of events; who closes it goes away. */
        Events stream() {
            return streamIfAny().orElseThrow(() -> new AssertionError("The answer is no stream"));
        }

        /** Opens a stream of events, unless the answer is something else. */
        Optional<Events> streamIfAny() {
            HttpResponse<InputStream> response = TravelHttp.this.send(request(), BodyHandlers.ofInputStream());
            Events events = new Events(response.body());
            if (response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")) {
                return Optional.of(events);
            }
            events.close();
            return Optional.empty();
        }

        private HttpRequest request() {
            this.meta.values().removeIf(value -> value == null);
            if (!this.meta.isEmpty()) {
                this.params.put("_meta", this.meta);
            }
            Map<String, Object> body = Json.object(
                    "jsonrpc", "2.0", "id", IDS.incrementAndGet(), "method", this.method, "params", this.params);
            return post(Json.text(body), this.headers);
        }
    }

    /** The messages of a stream, one by one, as long as there are some. */
    record Events(InputStream stream) implements AutoCloseable {

        /** Waits for the next message. */
        JsonNode next() {
            try {
                StringBuilder line = new StringBuilder();
                for (int c = this.stream.read(); c >= 0; c = this.stream.read()) {
                    if (c != '\n') {
                        line.append((char) c);
                    } else if (line.indexOf("data:") == 0) {
                        return Json.read(line.substring(5).getBytes(StandardCharsets.ISO_8859_1));
                    } else {
                        line.setLength(0);
                    }
                }
                throw new AssertionError("The stream has ended");
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        /** Reads all there is until the end. */
        Stream<JsonNode> all() {
            return new BufferedReader(new InputStreamReader(this.stream, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> line.startsWith("data:"))
                    .map(line -> Json.read(line.substring(5).getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {
            try {
                this.stream.close();
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }

    Call call(String method, Object... params) {
        return new Call(method, params);
    }

    Call tool(String name, Map<String, Object> arguments) {
        return call("tools/call", "name", name, "arguments", arguments);
    }

    HttpResponse<String> post(String body, String... headers) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return send(post(body, all), BodyHandlers.ofString());
    }

    HttpResponse<String> without(String method) {
        HttpRequest request = HttpRequest.newBuilder(this.address)
                .timeout(LIMIT)
                .method(method, BodyPublishers.noBody())
                .build();
        return send(request, BodyHandlers.ofString());
    }

    static JsonNode body(HttpResponse<String> response) {
        return Json.read(response.body().getBytes(StandardCharsets.UTF_8));
    }

    private HttpRequest post(String body, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(this.address).timeout(LIMIT).POST(BodyPublishers.ofString(body));
        headers.forEach((name, value) -> {
            if (value != null) {
                request.setHeader(name, value);
            }
        });
        return request.build();
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return this.client.send(request, handler);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError(ex);
        }
    }
}
