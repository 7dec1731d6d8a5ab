package io.mcpclient.apps;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.Tool;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

/** A server over HTTP with a tool that has a view, one for views only, one for models only, and one that destroys. */
final class AppServer implements AutoCloseable {

    static final JsonMapper JSON = JsonMapper.builder().build();

    static final String URI = "ui://shop/chart";

    static final String HTML = "<!doctype html><h1>Sales</h1>";

    static final String TYPE = "text/html;profile=mcp-app";

    static final String EXTENSIONS = "\"extensions\":{\"io.modelcontextprotocol/ui\":{}}";

    private final ScriptedModernServer http = ScriptedHttpServer.modern();

    private volatile long ttlMs;

    private volatile String contents = item(URI, TYPE, HTML, null);

    AppServer() {
        this.http.capabilities("{\"tools\":{},\"resources\":{}," + EXTENSIONS + "}");
        this.http.tools(
                tool("chart", "{\"ui\":{\"resourceUri\":\"" + URI + "\"}}", ""),
                tool("refresh", "{\"ui\":{\"visibility\":[\"app\"]}}", ",\"annotations\":{\"readOnlyHint\":true}"),
                tool("think", "{\"ui\":{\"visibility\":[\"model\"]}}", ""),
                tool("erase", "{}", ",\"annotations\":{\"destructiveHint\":true}"));
        this.http
                .on("resources/read")
                .optionally()
                .reply(request -> Reply.result("{\"resultType\":\"complete\",\"ttlMs\":" + this.ttlMs
                        + ",\"cacheScope\":\"private\",\"contents\":[" + this.contents + "]}"));
    }

    static String tool(String name, String meta, String more) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"},\"_meta\":" + meta + more + "}";
    }

    static String item(String uri, String type, String html, String meta) {
        return JSON.createObjectNode()
                        .put("uri", uri)
                        .put("mimeType", type)
                        .put("text", html)
                        .toString()
                        .replaceAll("}$", "")
                + ((meta != null) ? ",\"_meta\":" + meta : "") + "}";
    }

    /** Replaces the content items of the document. */
    AppServer contents(String items) {
        this.contents = items;
        return this;
    }

    /** Lets clients cache the document. */
    AppServer cacheFor(long ttlMs) {
        this.ttlMs = ttlMs;
        return this;
    }

    /** Replaces the metadata of the document. */
    AppServer meta(String ui) {
        return contents(item(URI, TYPE, HTML, "{\"ui\":" + ui + "}"));
    }

    ScriptedModernServer http() {
        return this.http;
    }

    McpClientBuilder builder(McpAppSettings settings) {
        return McpClient.builder("shop")
                .url(this.http.url())
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(20)))
                .extension(McpAppsExtension.of(settings));
    }

    static Tool tool(McpClient client, String name) {
        return client.listTools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static McpAppView view(McpClient client) {
        return client.extension(McpApps.class).view(tool(client, "chart")).orElseThrow();
    }

    static McpAppHost host() {
        return McpAppHost.of(Implementation.of("desk", "1.0.0"));
    }

    @Override
    public void close() {
        this.http.close();
    }

    /** The front end of the application: what the view has received, and what it sends. */
    static final class Front {

        private final McpAppSession session;

        private final List<JsonNode> received = new CopyOnWriteArrayList<>();

        Front(McpAppSession session) {
            this.session = session;
            session.messages().subscribe(message -> this.received.add(JSON.readTree(message)));
        }

        boolean send(String members) {
            return this.session.receive("{\"jsonrpc\":\"2.0\"," + members + "}");
        }

        boolean request(int id, String method, String params) {
            return send("\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params);
        }

        boolean notification(String method, String params) {
            return send("\"method\":\"" + method + "\",\"params\":" + params);
        }

        /** Concludes the handshake as a view does. */
        JsonNode initialize(String capabilities) {
            request(
                    1,
                    "ui/initialize",
                    "{\"protocolVersion\":\"2026-01-26\",\"appInfo\":{\"name\":\"chart\",\"version\":\"1\"},"
                            + "\"appCapabilities\":" + capabilities + "}");
            JsonNode result = response(1);
            notification("ui/notifications/initialized", "{}");
            return result.path("result");
        }

        JsonNode response(int id) {
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.received.stream()
                    .anyMatch(message -> isResponse(message, id)));
            return this.received.stream()
                    .filter(message -> isResponse(message, id))
                    .reduce((first, second) -> second)
                    .orElseThrow();
        }

        private static boolean isResponse(JsonNode message, int id) {
            return message.path("id").asInt(-1) == id && !message.has("method");
        }

        int error(int id) {
            return response(id).at("/error/code").asInt();
        }

        List<String> methods() {
            return this.received.stream()
                    .filter(message -> message.has("method"))
                    .map(message -> message.path("method").asString())
                    .toList();
        }

        List<JsonNode> received() {
            return this.received;
        }
    }
}
