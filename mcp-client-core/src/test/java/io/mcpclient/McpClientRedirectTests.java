package io.mcpclient;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.auth.McpSchemes;
import io.mcpclient.error.McpException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedSseServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Servers that redirect: a mounted application from {@code /mcp} to {@code /mcp/}, a front to a page for logging in. */
@Timeout(60)
class McpClientRedirectTests {

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = client(this.server.url());

    private McpClient client(String url) {
        return this.invariants.build(McpClient.builder("weather")
                .url(url)
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON))
                .credentials(McpSchemes.bearer(() -> "canary-token")));
    }

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private void redirect(ScriptedHttpServer from, String path, int status, String location) {
        from.onAny().path(path).always().reply(Reply.redirect(status, location));
    }

    private static List<String> requests(ScriptedHttpServer server) {
        return server.requests().stream()
                .map(request ->
                        (request.rpcMethod() != null ? request.rpcMethod() : request.method()) + " " + request.path())
                .toList();
    }

    private McpException failure() {
        return catchThrowableOfType(McpException.class, this.client.session()::connect);
    }

    // fault F17: on the same origin, for every method
    @ParameterizedTest
    @CsvSource({
        "307, /mcp/",
        "308, /mcp/",
        "308, ../mcp/?tenant=1",
        "307, //127.0.0.1:PORT/mcp/",
        "308, http://127.0.0.1:PORT/mcp/"
    })
    void redirectOnTheSameOriginIsFollowedAndRemembered(int status, String location) {
        redirect(this.server, "/mcp", status, location.replace("PORT", String.valueOf(this.server.port())));
        String target = location.contains("?") ? "/mcp/?tenant=1" : "/mcp/";

        this.client.session().connect();
        ProgrammingModel.BLOCKING.callTool(this.client);
        this.client.session().dispose();

        assertThat(requests(this.server))
                .containsExactly(
                        "initialize /mcp",
                        "initialize " + target,
                        "notifications/initialized " + target,
                        "tools/call " + target,
                        "DELETE " + target);
        assertThat(this.server.requests())
                .extracting(request -> request.header("authorization"))
                .containsOnly("Bearer canary-token");
        assertThat(this.server.requests("initialize"))
                .extracting(RecordedRequest::body)
                .allMatch(body ->
                        body.equals(this.server.requests("initialize").get(0).body()));
    }

    // a server that was starting when the client began
    @Test
    void redirectAfterAFailedRequestIsRemembered() {
        this.server.on("initialize").path("/mcp").reply(Reply.status(503));
        assertThat(failure()).isNotNull();
        redirect(this.server, "/mcp", 307, "/v2/mcp");

        this.client.session().connect();
        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(requests(this.server))
                .containsExactly(
                        "initialize /mcp",
                        "initialize /mcp",
                        "initialize /v2/mcp",
                        "notifications/initialized /v2/mcp",
                        "tools/call /v2/mcp");
    }

    @ParameterizedTest
    @CsvSource({"307, /mcp/documents/7", "308, /mcp/documents/7", "308, /mcp/documents/"})
    void redirectOfOneCallDoesNotAffectOtherCalls(int status, String location) {
        this.server.on("tools/call").path("/mcp").reply(Reply.redirect(status, location));

        ProgrammingModel.BLOCKING.callTool(this.client);
        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(requests(this.server)).endsWith("tools/call /mcp", "tools/call " + location, "tools/call /mcp");
    }

    @Test
    void redirectOfACallThatAddsASlashIsRemembered() {
        this.server.on("tools/call").path("/mcp").always().reply(Reply.redirect(307, "/mcp/"));

        ProgrammingModel.BLOCKING.callTool(this.client);
        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(requests(this.server)).endsWith("tools/call /mcp", "tools/call /mcp/", "tools/call /mcp/");
    }

    @Test
    void listeningStreamFollowsTheRedirect() {
        this.server
                .on("initialize")
                .path("/mcp/")
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\","
                        + "\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                        + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"));
        redirect(this.server, "/mcp", 307, "/mcp/");
        McpChangeListener listener = new McpChangeListener() {};
        this.client.listeners().addChangeListener(listener);

        this.client.session().connect();

        this.server.awaitRequests("GET", 1, SOON);
        assertThat(requests(this.server)).contains("GET /mcp/").doesNotContain("GET /mcp");
    }

    @Test
    void fiveConsecutiveRedirectsAreFollowed() {
        for (int hop = 0; hop < 5; hop++) {
            redirect(this.server, (hop == 0) ? "/mcp" : "/hop" + hop, 308, "/hop" + (hop + 1));
        }

        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(requests(this.server)).endsWith("tools/call /hop5");
    }

    @Test
    void redirectLoopFails() {
        redirect(this.server, "/mcp", 307, "/a");
        redirect(this.server, "/a", 307, "/mcp");

        assertThat(failure())
                .hasMessageContaining("more than 5 redirects, the last one to http://127.0.0.1:" + this.server.port())
                .hasMessageContaining("Set mcp.servers.weather.url to the address of the MCP endpoint itself.");
        assertThat(this.server.requests()).hasSize(6);
    }

    // SEC-07, fault F17: credentials stay with their origin
    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectToAnotherOriginFailsAndNamesTheTarget(int status) {
        try (ScriptedHttpServer victim = new ScriptedHttpServer()) {
            this.server.onAny().reply(Reply.redirect(status, victim.url() + "?token=secret"));

            assertThat(failure())
                    .hasMessageContaining("HTTP " + status + " redirects to " + victim.url()
                            + ", which is on another origin and not followed")
                    .hasMessageContaining("set mcp.servers.weather.url to " + victim.url() + ".")
                    .hasMessageNotContaining("secret");
            assertThat(victim.connectionsAccepted()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303})
    void redirectThatIsNotFollowedReportsWhichAddressToConfigure(int status) {
        this.server.onAny().reply(Reply.redirect(status, "/login?next=secret"));
        String target = "http://127.0.0.1:" + this.server.port() + "/login";

        assertThat(failure())
                .hasMessageContaining(
                        "HTTP " + status + " redirects to " + target + ", which is not followed for POST.")
                .hasMessageContaining("If the MCP endpoint is there, set mcp.servers.weather.url to " + target + ".")
                .hasMessageContaining("If that is a login page, the server expects credentials: configure"
                        + " mcp.servers.weather.auth.")
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "300, ''",
        "304, ''",
        "307, ''",
        "307, 'http://[oops'",
        "308, 'http://user:pass@127.0.0.1/'",
        "302, 'mailto:a@example.com'"
    })
    void redirectWithoutAUsableLocationFails(int status, String location) {
        this.server.onAny().reply(location.isEmpty() ? Reply.status(status) : Reply.redirect(status, location));

        assertThat(failure())
                .hasMessageContaining("HTTP " + status)
                .hasMessageContaining(location.isEmpty() ? "without a Location" : "not a valid URL");
    }

    @Test
    void rememberedRedirectTargetThatReturns404IsDiscarded() {
        redirect(this.server, "/mcp", 307, "/old/");
        this.server.on("tools/call").path("/old/").reply(Reply.status(404));
        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(requests(this.server))
                .containsSubsequence("tools/call /old/", "initialize /mcp", "initialize /old/", "tools/call /old/");
    }

    // fault F17: a front redirects to its page for logging in until a user has done so, or until the server is there
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | text/html        | <p>Log in</p>",
                "200 | application/json | {\"login\":\"required\"}",
                "400 | text/html        | <p>Form incomplete</p>",
                "403 | text/plain       | CSRF token missing",
                "404 | text/html        | <p>Not found</p>",
                "405 | text/html        | <p>Use GET</p>",
                "503 | text/plain       | maintenance",
            })
    void pageOfTheSameOriginIsNotRememberedAsTheAddressOfTheServer(int status, String type, String body) {
        this.server.onAny().path("/mcp").reply(Reply.redirect(307, "/login"));
        this.server.onAny().path("/login").reply(Reply.status(status, type, body));
        assertThat(failure()).isNotNull();

        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(requests(this.server))
                .filteredOn(request -> !request.startsWith("GET"))
                .containsExactly(
                        "initialize /mcp",
                        "initialize /login",
                        "initialize /mcp",
                        "notifications/initialized /mcp",
                        "tools/call /mcp");
    }

    @Test
    void pageThatRedirectsIsNotRememberedAsTheAddressOfTheServer() {
        this.server.onAny().path("/mcp").reply(Reply.redirect(308, "/login"));
        this.server.onAny().path("/login").reply(Reply.redirect(302, "/home"));
        assertThat(failure()).hasMessageContaining("/home, which is not followed");

        ProgrammingModel.BLOCKING.callTool(this.client);

        assertThat(requests(this.server))
                .startsWith("initialize /mcp", "initialize /login", "initialize /mcp")
                .endsWith("tools/call /mcp");
    }

    // SSE-04: the endpoint is relative to where the stream is
    @Test
    void endpointOfARedirectedEventStreamIsRelativeToTheRedirectTarget() {
        try (ScriptedSseServer sse = ScriptedHttpServer.sse()) {
            sse.onAny().path("/mcp").always().reply(Reply.redirect(307, "/mcp/"));
            sse.on("initialize").path("/mcp/").reply(Reply.status(405));
            McpClient byDetection = client(sse.url());

            ProgrammingModel.BLOCKING.callTool(byDetection);
            byDetection.close();

            assertThat(requests(sse))
                    .containsExactly(
                            "initialize /mcp",
                            "initialize /mcp/",
                            "GET /mcp/",
                            "initialize " + ScriptedSseServer.endpoint(1),
                            "notifications/initialized " + ScriptedSseServer.endpoint(1),
                            "tools/call " + ScriptedSseServer.endpoint(1));
            assertThat(URI.create(sse.url()).getPath()).isEqualTo("/mcp");
        }
    }
}
