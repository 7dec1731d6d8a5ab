package io.mcpclient.console;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.console.RawHttp.Response;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;

/** An application without Spring Security: the person at the machine has access, and no page of another site. */
class GuardTests {

    private static final String REFRESH = "/mcp-console/api/servers/refresh";

    private static final String NOTES = "{\"server\":\"notes\"}";

    private static final McpTestServer SERVER = McpTestServer.create("notes");

    private static ConsoleApplication application;

    @BeforeAll
    static void start() {
        application = ConsoleApplication.withConsole().server(SERVER).start();
    }

    @AfterAll
    static void stop() {
        application.close();
        SERVER.close();
    }

    private static RawHttp http() {
        return new RawHttp(application.port());
    }

    private static RawHttp page() {
        return RawHttp.likeThePage(application.port());
    }

    @Test
    void pageHasAStrictPolicy() {
        Response response = http().get("/mcp-console/");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(response.header("Content-Security-Policy"))
                .startsWith("default-src 'none'")
                .contains("script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(response.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(response.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    @Test
    void errorsHaveTheSamePolicy() {
        assertThat(http().get("/mcp-console/none.js").header("Content-Security-Policy"))
                .startsWith("default-src 'none'");
        assertThat(http().get("/mcp-console/a/b/c").status()).isEqualTo(404);
    }

    @Test
    void addressWithoutSlashLeadsToThePage() {
        Response response = http().get("/mcp-console");

        assertThat(response.status()).isEqualTo(302);
        assertThat(response.header("Location")).isEqualTo("mcp-console/");
    }

    @Test
    void unchangedFileIsNotSentAgain() {
        String tag = http().get("/mcp-console/").header("ETag");

        Response again = http().header("If-None-Match", tag).get("/mcp-console/");

        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/mcp-console/..%2f..%2fapplication.properties",
                "/mcp-console/%2e%2e/secret",
                "/mcp-console/index.html.class",
                "/mcp-console/INDEX.HTML"
            })
    void onlyFilesOfThePageAreServed(String path) {
        assertThat(http().get(path).status()).isBetween(400, 404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "192.168.1.4", "user@localhost", ""})
    void requestForAnotherHostIsRejected(String host) {
        assertThat(page().header("Host", host).get("/mcp-console/").status()).isBetween(400, 403);
        assertThat(page().header("Host", host).get("/mcp-console/api/servers").status())
                .isBetween(400, 403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:%d", "127.0.0.1:%d", "[::1]:%d", "LOCALHOST:%d"})
    void namesOfThisMachineAreAccepted(String host) {
        Response response =
                page().header("Host", host.formatted(application.port())).get("/mcp-console/api/servers");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).contains("\"name\":\"notes\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Forwarded-For", "Forwarded", "X-Forwarded-Host"})
    void requestThroughAProxyIsRejected(String header) {
        assertThat(page().header(header, "127.0.0.1").get("/mcp-console/").status())
                .isEqualTo(403);
    }

    @Test
    void apiNeedsTheHeaderOfThePage() {
        RawHttp foreign = page().without("X-Mcp-Console");

        assertThat(foreign.get("/mcp-console/api/servers").status()).isEqualTo(403);
        assertThat(foreign.post(REFRESH, NOTES).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "http://localhost:1", "https://localhost:%d"})
    void modifyingRequestOfAnotherOriginIsRejected(String origin) {
        Response response =
                page().header("Origin", origin.formatted(application.port())).post(REFRESH, NOTES);

        assertThat(response.status()).isEqualTo(403);
        assertThat(response.body()).contains("Origin");
    }

    @Test
    void modifyingRequestWithoutOriginIsRejected() {
        assertThat(page().without("Origin").post(REFRESH, NOTES).status()).isEqualTo(403);
        assertThat(page().post(REFRESH, NOTES).status()).isEqualTo(204);
    }

    @Test
    void eventsOfAnotherOriginAreRejected() {
        RawHttp foreign = page().header("Origin", "http://evil.example");

        assertThat(foreign.post("/mcp-console/api/events", "").status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void requestOfAnotherSiteIsRejected(String site) {
        RawHttp foreign = page().header("Sec-Fetch-Site", site);

        assertThat(foreign.get("/mcp-console/api/servers").status()).isEqualTo(403);
    }

    @Test
    void preflightRequestGetsNoPermission() {
        Response response = http().header("Origin", "http://evil.example")
                .header("Access-Control-Request-Method", "POST")
                .header("Access-Control-Request-Headers", "x-mcp-console")
                .send("OPTIONS", "/mcp-console/api/calls", "");

        assertThat(response.head()).doesNotContain("Access-Control-Allow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"not json", "[]", "{\"server\":\"a\",\"server\":\"b\"}", "{\"x\":1}", "{} {}", "null"})
    void bodyThatIsNotTheExpectedJsonIsRejected(String body) {
        assertThat(page().post(REFRESH, body).status()).isEqualTo(400);
    }

    @Test
    void unknownServerIsNotFound() {
        Response response = page().post("/mcp-console/api/servers/reconnect", "{\"server\":\"nothing\"}");

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.body()).contains("There is no server of this name.");
    }
}
