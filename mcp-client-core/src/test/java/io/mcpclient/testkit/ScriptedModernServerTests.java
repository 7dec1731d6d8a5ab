package io.mcpclient.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

@Timeout(30)
class ScriptedModernServerTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static final String LISTEN = "{" + META + ",\"notifications\":{\"toolsListChanged\":true,"
            + "\"resourceSubscriptions\":[\"test://one\"]}}";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(SOON)
            .build();

    // habits

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "server/discover | | {} | \"supportedVersions\":[\"2026-07-28\"]",
                "tools/list | | {} | \"ttlMs\":500,\"cacheScope\":\"public\"",
                "tools/call | echo | {\"name\":\"echo\",\"arguments\":{\"a\":1}} | \"text\":\"{\\\"a\\\":1}\"",
                "resources/list | | {} | \"uri\":\"test://one\"",
                "resources/templates/list | | {} | \"uriTemplate\":\"test://{name}\"",
                "resources/read | test://one | {\"uri\":\"test://one\"} | \"text\":\"test://one\"",
                "prompts/list | | {} | \"name\":\"greet\"",
                "prompts/get | =?base64?Z3JlZXQ=?= | {\"name\":\"greet\"} | \"role\":\"user\"",
                "completion/complete | | {} | \"values\":[\"one\",\"two\"]"
            })
    void modernServerAnswersEveryMethodOfTheRevision(String method, String name, String params, String expected)
            throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern().cacheHints(500, "public")) {
            HttpResponse<String> response = post(server, method, withMeta(params), headers -> {
                if (name != null) {
                    headers.put("Mcp-Name", name);
                }
            });

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("\"resultType\":\"complete\"", expected);
        }
    }

    @Test
    void modernServerDeclaresItsConfiguredCapabilities() throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()
                .capabilities("{\"tools\":{}}")
                .tools("{\"name\":\"a\"}", "{\"name\":\"b\"}")) {
            assertThat(post(server, "server/discover", "{" + META + "}").body())
                    .contains("\"capabilities\":{\"tools\":{}}");
            assertThat(post(server, "tools/list", "{" + META + "}").body())
                    .contains("\"tools\":[{\"name\":\"a\"},{\"name\":\"b\"}]");
            HttpResponse<String> prompts = post(server, "prompts/list", "{" + META + "}");
            assertThat(prompts.statusCode()).isEqualTo(404);
            assertThat(prompts.body()).contains("-32601");
        }
    }

    @Test
    void modernServerRejectsOtherVersionsAndNamesTheSupportedOnes() throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern().versions("2027-01-01")) {
            HttpResponse<String> response = post(server, "tools/list", "{" + META + "}");

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body())
                    .contains("-32022", "\"data\":{\"supported\":[\"2027-01-01\"],\"requested\":\"2026-07-28\"}");
        }
    }

    @Test
    void modernServerPrefersScriptedRulesToItsDefaults() throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            server.on("tools/list").reply(Reply.status(503));

            assertThat(post(server, "tools/list", "{" + META + "}").statusCode())
                    .isEqualTo(503);
            assertThat(post(server, "tools/list", "{" + META + "}").statusCode())
                    .isEqualTo(200);
        }
    }

    // strictness

    @ParameterizedTest
    @CsvSource({
        "MCP-Protocol-Version, , -32020",
        "MCP-Protocol-Version, 2025-11-25, -32020",
        "Mcp-Method, , -32020",
        "Mcp-Method, tools/list, -32020",
        "Mcp-Name, , -32020",
        "Mcp-Name, =?base64?b3RoZXI=?=, -32020",
        "Accept, application/json, -32600",
        "Content-Type, text/plain, -32600",
        "Mcp-Session-Id, session-1, -32600"
    })
    void modernServerIsStrictAboutHeaders(String header, String value, int code) throws Exception {
        ScriptedModernServer server = ScriptedHttpServer.modern();

        HttpResponse<String> response = post(server, "tools/call", "{\"name\":\"echo\"," + META + "}", headers -> {
            headers.put("Mcp-Name", "echo");
            headers.put(header, value);
        });

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"code\":" + code);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::close)
                .withMessageContaining("tools/call");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} | -32602",
                "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"} | -32600",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}] | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} | -32600"
            })
    void modernServerIsStrictAboutBodies(String body, int code) throws Exception {
        ScriptedModernServer server = ScriptedHttpServer.modern();

        HttpResponse<String> response = send(server, "ping", body, headers -> {});

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("\"code\":" + code);
        assertThatExceptionOfType(AssertionError.class).isThrownBy(server::close);
    }

    @Test
    void modernServerSupportsNoOtherEra() throws Exception {
        ScriptedModernServer server = ScriptedHttpServer.modern();
        server.on("tools/list").reply(Reply.status(503));

        assertThat(post(server, "ping", "{" + META + "}").statusCode()).isEqualTo(404);
        HttpRequest get = HttpRequest.newBuilder(server.uri()).build();
        assertThat(this.client.send(get, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
        post(server, "tools/list", "{" + META + "}", headers -> headers.remove("Mcp-Method"));

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(server::close)
                .withMessageContaining("a method of another era")
                .withMessageContaining("only POST")
                .withMessageContaining("Mcp-Method is not the method");
    }

    // subscriptions

    @Test
    void modernServerAcknowledgesAndSendsTheRequestedChanges() throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern();
                BufferedReader events = listen(server)) {
            ListenStream stream = server.awaitStreams(1, SOON).get(0);
            assertThat(server.notify("notifications/prompts/list_changed", "{}"))
                    .isZero();
            assertThat(server.notify("notifications/resources/updated", "{\"uri\":\"test://two\"}"))
                    .isZero();
            assertThat(server.notify("notifications/resources/updated", "{\"uri\":\"test://one\"}"))
                    .isEqualTo(1);
            stream.end();

            assertThat(event(events))
                    .contains(
                            "notifications/subscriptions/acknowledged", "\"io.modelcontextprotocol/subscriptionId\":1")
                    .contains("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://one\"]}");
            assertThat(event(events))
                    .contains("notifications/resources/updated", "test://one")
                    .contains("\"io.modelcontextprotocol/subscriptionId\":1");
            assertThat(event(events)).contains("\"id\":1", "\"resultType\":\"complete\"");
            assertThat(events.readLine()).isNull();
            assertThat(server.streams()).isEmpty();
            assertThat(server.streamsOpened()).isEqualTo(1);
        }
    }

    @Test
    void modernServerAcknowledgesOnlySupportedChanges() throws Exception {
        try (ScriptedModernServer server =
                        ScriptedHttpServer.modern().capabilities("{\"resources\":{\"subscribe\":true}}");
                BufferedReader events = listen(server)) {
            assertThat(event(events)).contains("\"notifications\":{\"resourceSubscriptions\":[\"test://one\"]}");
        }
    }

    @Test
    void modernServerCutsAStreamOnlyAfterPendingEventsWereSent() throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern();
                BufferedReader events = listen(server)) {
            server.awaitStreams(1, SOON).get(0).cut();

            assertThat(event(events)).contains("acknowledged");
            assertThatIOException().isThrownBy(events::readLine);
            assertThat(server.disconnects()).isZero();
        }
    }

    @Test
    void modernServerRemovesASubscriptionThatTheClientCancelled() throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            listen(server).close();

            server.awaitDisconnect(SOON);
            assertThat(server.awaitStreams(0, SOON)).isEmpty();
        }
    }

    // over standard streams

    @Test
    void stdioServerWhenModernUsesTheStatelessRevision() throws Exception {
        Process process = new ProcessBuilder(StdioServer.command("modern"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(say(process, out, rpc(1, "server/discover", "{" + META + "}")))
                    .contains("\"supportedVersions\"");
            assertThat(say(process, out, rpc(2, "server/discover", "{}"))).contains("-32602");
            assertThat(say(process, out, rpc(3, "server/discover", "{" + META.replace("2026-", "2030-") + "}")))
                    .contains("-32022");
            assertThat(say(process, out, rpc(4, "initialize", "{" + META + "}")))
                    .contains("-32601");
            assertThat(say(
                            process,
                            out,
                            rpc(5, "tools/call", "{\"name\":\"echo\",\"arguments\":{\"a\":{}}," + META + "}")))
                    .contains("\"resultType\":\"complete\"", "{\\\"a\\\":{}}");
            assertThat(say(process, out, rpc(6, "subscriptions/listen", LISTEN)))
                    .contains("acknowledged", "subscriptionId\":6", "\"resourceSubscriptions\":[\"test://one\"]");
            String updated = "{\"name\":\"notifications/resources/updated\",\"uri\":\"test://one\"," + META + "}";
            assertThat(say(process, out, rpc(7, "test/notify", updated)))
                    .contains("\"uri\":\"test://one\"", "subscriptionId\":6");
            assertThat(out.readLine()).contains("\"streams\":1");
            assertThat(say(process, out, rpc(8, "test/end", "{" + META + "}"))).contains("\"id\":6");
            assertThat(out.readLine()).contains("\"id\":8");
            assertThat(say(process, out, rpc(9, "test/listening", "{" + META + "}")))
                    .contains("\"streams\":0");
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String say(Process process, BufferedReader out, String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        return out.readLine();
    }

    private BufferedReader listen(ScriptedModernServer server) throws Exception {
        HttpRequest request = request(server, "subscriptions/listen", rpc(1, "subscriptions/listen", LISTEN), h -> {});
        return new BufferedReader(new InputStreamReader(
                this.client.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
    }

    private static String event(BufferedReader events) throws IOException {
        String data = events.readLine();
        assertThat(events.readLine()).isEmpty();
        return data;
    }

    private HttpResponse<String> post(ScriptedModernServer server, String method, String params) throws Exception {
        return post(server, method, params, headers -> {});
    }

    private HttpResponse<String> post(
            ScriptedModernServer server, String method, String params, Consumer<Map<String, String>> change)
            throws Exception {
        return send(server, method, rpc(1, method, params), change);
    }

    private HttpResponse<String> send(
            ScriptedModernServer server, String method, String body, Consumer<Map<String, String>> change)
            throws Exception {
        return this.client.send(request(server, method, body, change), BodyHandlers.ofString());
    }

    private static HttpRequest request(
            ScriptedModernServer server, String method, String body, Consumer<Map<String, String>> change) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("MCP-Protocol-Version", "2026-07-28");
        headers.put("Mcp-Method", method);
        headers.put("Accept", "application/json, text/event-stream");
        headers.put("Content-Type", "application/json");
        change.accept(headers);
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri())
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofString(body));
        headers.forEach((name, value) -> {
            if (value != null) {
                request.header(name, value);
            }
        });
        return request.build();
    }

    private static String rpc(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static String withMeta(String params) {
        return params.equals("{}") ? "{" + META + "}" : params.substring(0, params.length() - 1) + "," + META + "}";
    }
}
