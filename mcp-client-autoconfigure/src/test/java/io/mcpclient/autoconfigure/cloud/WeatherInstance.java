package io.mcpclient.autoconfigure.cloud;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One of several instances of a server, a process of its own. All of them share sessions in one Redis, where they also count the
 * executions of each call. Speaks the handshake revisions, or the stateless one.
 */
final class WeatherInstance implements AutoCloseable {

    static final String SESSIONS_OPENED = "sessions-opened";

    private static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final String SESSIONS = "sessions";

    private static final String TOOLS = "\"tools\":[{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"}}]";

    private final Process process;

    private final int port;

    private WeatherInstance(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static WeatherInstance start(int redisPort, boolean stateless) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        String.valueOf(redisPort),
                        String.valueOf(stateless))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            return new WeatherInstance(process, Integer.parseInt(String.valueOf(output.readLine())));
        } catch (IOException | RuntimeException ex) {
            process.destroyForcibly();
            throw ex;
        }
    }

    int port() {
        return this.port;
    }

    String address() {
        return "http://127.0.0.1:" + this.port;
    }

    /** Ends it by SIGKILL, or what is as hard elsewhere. */
    void kill() throws InterruptedException {
        this.process.destroyForcibly();
        assertThat(this.process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        this.process.destroyForcibly();
    }

    /** The name under which Redis counts the executions of a call. */
    static String executions(int call) {
        return "executions:" + call;
    }

    /** The process. */
    static final class Main {

        private static final JsonMapper JSON = JsonMapper.builder().build();

        private final RedisCommands<String, String> redis;

        private final boolean stateless;

        private Main(RedisCommands<String, String> redis, boolean stateless) {
            this.redis = redis;
            this.stateless = stateless;
        }

        public static void main(String[] args) throws IOException {
            Main main = new Main(
                    RedisClient.create("redis://127.0.0.1:" + args[0]).connect().sync(), Boolean.parseBoolean(args[1]));
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
            server.setExecutor(Executors.newFixedThreadPool(16));
            server.createContext("/mcp", main::handle);
            server.start();
            System.out.println(server.getAddress().getPort());
        }

        private void handle(HttpExchange exchange) throws IOException {
            try (exchange) {
                if (!exchange.getRequestMethod().equals("POST")) {
                    respond(exchange, 405, "");
                    return;
                }
                JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
                String method = request.path("method").asString("");
                if (!this.stateless && !hasSession(exchange, method)) {
                    respond(exchange, 404, error(-32001, "Session not found"));
                    return;
                }
                String result = result(exchange, request, method);
                if (result != null) {
                    respond(
                            exchange,
                            200,
                            "{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":{" + result + "}}");
                } else if (request.has("id")) {
                    respond(exchange, 404, error(-32601, "Method not found"));
                } else {
                    respond(exchange, 202, "");
                }
            } catch (RuntimeException ex) {
                throw new IOException(ex);
            }
        }

        private boolean hasSession(HttpExchange exchange, String method) {
            String session = exchange.getRequestHeaders().getFirst(SESSION_HEADER);
            return method.equals("initialize") || (session != null && this.redis.sismember(SESSIONS, session));
        }

        private @Nullable String result(HttpExchange exchange, JsonNode request, String method) {
            String completed =
                    this.stateless ? "\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"," : "";
            return switch (method) {
                case "initialize" -> this.stateless ? null : initialize(exchange, request);
                case "server/discover" ->
                    this.stateless
                            ? completed + "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}"
                            : null;
                case "ping" -> "";
                case "tools/list" -> completed + TOOLS;
                case "tools/call" -> completed + call(request);
                default -> null;
            };
        }

        private String initialize(HttpExchange exchange, JsonNode request) {
            String session = "session-" + this.redis.incr(SESSIONS_OPENED);
            this.redis.sadd(SESSIONS, session);
            exchange.getResponseHeaders().set(SESSION_HEADER, session);
            return "\"protocolVersion\":" + request.at("/params/protocolVersion")
                    + ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"weather\",\"version\":\"1\"}";
        }

        private String call(JsonNode request) {
            int call = request.at("/params/arguments/call").asInt();
            this.redis.incr(executions(call));
            return "\"content\":[{\"type\":\"text\",\"text\":\"sunny " + call + "\"}],\"isError\":false";
        }

        private static String error(int code, String message) {
            return JSON.writeValueAsString(Map.of("jsonrpc", "2.0", "error", Map.of("code", code, "message", message)));
        }

        private static void respond(HttpExchange exchange, int status, String body) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, (bytes.length > 0) ? bytes.length : -1);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }

    static List<WeatherInstance> two(int redisPort, boolean stateless) {
        try {
            return List.of(start(redisPort, stateless), start(redisPort, stateless));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
