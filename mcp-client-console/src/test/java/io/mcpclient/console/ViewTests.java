package io.mcpclient.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.console.RawHttp.Response;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Requests for views: their frame at an origin of its own, and what belongs to one page of one user. */
class ViewTests {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String FRAME = "/mcp-console/view-frame.html?host=";

    private static final String PAGE = "0123456789abcdef0123456789abcdef";

    private static final String OTHER_PAGE = "ffffffffffffffffffffffffffffffff";

    private final McpTestServer server = McpTestServer.create("board").eras(McpEra.LEGACY);

    private ConsoleApplication application;

    @AfterEach
    void stop() {
        if (this.application != null) {
            this.application.close();
        }
        this.server.close();
    }

    private ConsoleApplication.Builder builder() {
        Map<String, Object> shown = Map.of("ui", Map.of("resourceUri", "ui://board/chart"));
        Map<String, Object> schema = Map.of("type", "object");
        this.server.on(
                "tools/list",
                request -> Map.of(
                        "tools",
                        List.of(
                                Map.of("name", "chart", "inputSchema", schema, "_meta", shown),
                                Map.of("name", "plain", "inputSchema", schema))));
        this.server.tool("chart").returns("drawn");
        this.server.tool("plain").returns("text");
        this.server.resource("ui://board/chart", "unused");
        this.server.on(
                "resources/read",
                request -> Map.of(
                        "contents",
                        List.of(Map.of(
                                "uri",
                                "ui://board/chart",
                                "mimeType",
                                "text/html;profile=mcp-app",
                                "text",
                                "<p>chart"))));
        return ConsoleApplication.withConsole().server(this.server).property("mcp.extensions.apps.enabled", "true");
    }

    private void start(String... properties) {
        start(builder(), properties);
    }

    private void start(ConsoleApplication.Builder builder, String... properties) {
        for (String property : properties) {
            builder.property(property.split("=")[0], property.split("=")[1]);
        }
        this.application = builder.start();
    }

    private String origin(String host) {
        return "http://" + host + ":" + this.application.port();
    }

    private RawHttp at(String host) {
        return new RawHttp(this.application.port()).header("Host", host);
    }

    private RawHttp atViews() {
        return at("127.0.0.1:" + this.application.port());
    }

    private RawHttp page() {
        return RawHttp.likeThePage(this.application.port());
    }

    private static RawHttp as(RawHttp http, String user, String password) {
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return http.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }

    /** Calls a tool at the console, and returns the number of the call. */
    private String call(RawHttp http, String tool) {
        await().atMost(LIMIT)
                .until(() -> http.get("/mcp-console/api/tools").body().contains("\"" + tool + "\""));
        Matcher id = Pattern.compile("\"id\":(\\d+)")
                .matcher(http.post("/mcp-console/api/calls", "{\"tool\":\"" + tool + "\"}")
                        .body());
        assertThat(id.find()).isTrue();
        await().atMost(LIMIT).until(() -> http.get("/mcp-console/api/calls/one?id=" + id.group(1))
                .body()
                .contains("\"DONE\""));
        return id.group(1);
    }

    private static Response open(RawHttp http, String call) {
        return http.post("/mcp-console/api/apps/open", "{\"page\":\"" + PAGE + "\",\"call\":" + call + "}");
    }

    private static Response events(RawHttp http, String page, String id) {
        return http.post("/mcp-console/api/apps/events", "{\"page\":\"" + page + "\",\"id\":\"" + id + "\"}");
    }

    private static String id(Response opened) {
        Matcher id = Pattern.compile("\"id\":\"([A-Za-z0-9_-]{43})\"").matcher(opened.body());
        assertThat(id.find()).as(opened.body()).isTrue();
        return id.group(1);
    }

    // APP-18
    @Test
    void frameIsServedAtTheOtherNameOfThisMachineForTheConsoleAlone() {
        start();

        Response frame = atViews().get(FRAME + origin("localhost"));

        assertThat(frame.status()).isEqualTo(200);
        assertThat(frame.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(frame.header("Content-Security-Policy"))
                .endsWith("frame-ancestors " + origin("localhost"))
                .contains("form-action 'none'", "object-src 'none'");
        assertThat(frame.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(frame.head()).doesNotContain("Set-Cookie", "X-Frame-Options");
        assertThat(page().get("/mcp-console/").header("Content-Security-Policy"))
                .contains("frame-src " + origin("127.0.0.1"), "frame-ancestors 'none'");
        assertThat(atViews().get("/mcp-console/").header("Content-Security-Policy"))
                .contains("frame-src " + origin("localhost"));
    }

    @Test
    void frameIsNotServedForAnotherPage() {
        start();

        assertThat(List.of(
                        "http://evil.example",
                        origin("127.0.0.1"),
                        "http://localhost:1",
                        origin("localhost") + ";%20script-src%20*",
                        "null",
                        ""))
                .allSatisfy(console ->
                        assertThat(atViews().get(FRAME + console).status()).isEqualTo(404));
    }

    // A message may be on its way when the view ends; the browser would report an error that is none.
    @Test
    void messagesOfAViewThatHasEndedAreIgnored() {
        start();
        String target = "\"page\":\"" + PAGE + "\",\"id\":\"" + "x".repeat(43) + "\"";

        assertThat(List.of(
                        page().post("/mcp-console/api/apps/messages", "{" + target + ",\"messages\":[\"{}\"]}"),
                        page().post(
                                        "/mcp-console/api/apps/context",
                                        "{" + target + ",\"context\":{\"theme\":\"dark\"}}"),
                        page().post("/mcp-console/api/apps/close", "{" + target + "}")))
                .allSatisfy(response -> assertThat(response.status()).isLessThan(300));
        assertThat(page().post("/mcp-console/api/apps/events", "{" + target + "}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void applicationWithoutAppsHasNeitherFrameNorArea() {
        start(ConsoleApplication.withConsole());

        assertThat(atViews().get(FRAME + origin("localhost")).status()).isEqualTo(404);
        assertThat(page().post("/mcp-console/api/apps/open", "{}").status()).isEqualTo(404);
        assertThat(page().get("/mcp-console/api/session").body()).doesNotContain("\"apps\"");
        assertThat(page().get("/mcp-console/").header("Content-Security-Policy"))
                .doesNotContain("frame-src");
    }

    @Test
    void frameIsBelowThePathsOfTheApplication() {
        start("server.servlet.context-path=/shop", "spring.mvc.servlet.path=/app");

        assertThat(atViews().get("/shop/app" + FRAME + origin("localhost")).status())
                .isEqualTo(200);
        assertThat(atViews().get("/shop" + FRAME + origin("localhost")).status())
                .isEqualTo(404);
    }

    @Test
    void springSecurityDoesNotProtectTheFrameAndEverythingElse() {
        start(builder().withSpringSecurity().source(SecuredTests.Permissive.class));

        Response frame = atViews().get(FRAME + origin("localhost"));

        assertThat(frame.status()).isEqualTo(200);
        assertThat(frame.head()).doesNotContain("Set-Cookie", "X-Frame-Options");
        assertThat(atViews().get("/mcp-console/").status()).isEqualTo(401);
        assertThat(atViews().get("/mcp-console/view-frame.html").status()).isEqualTo(401);
        assertThat(atViews()
                        .get("/mcp-console/view-frame.html/api?host=" + origin("localhost"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void configuredOriginServesTheFrameAndNothingElseOfTheConsole() {
        start(
                builder().withSpringSecurity().source(SecuredTests.Permissive.class),
                "mcp.console.apps.origin=https://views.example");

        assertThat(at("views.example").get(FRAME + "https://shop.example").header("Content-Security-Policy"))
                .endsWith("frame-ancestors https://shop.example");
        assertThat(at("views.example:443").get(FRAME + "https://shop.example").status())
                .isEqualTo(200);
        assertThat(as(at("views.example:443"), "ada", "a").get("/mcp-console/").status())
                .isEqualTo(403);
        assertThat(at("views.example").get(FRAME + "https://views.example").status())
                .isEqualTo(403);
        assertThat(at("shop.example").get(FRAME + "https://shop.example").status())
                .isEqualTo(401);
        assertThat(as(at("views.example"), "ada", "a").get("/mcp-console/").status())
                .isEqualTo(403);
        Response api = as(page().header("Host", "views.example"), "ada", "a").get("/mcp-console/api/servers");
        assertThat(api.status()).isEqualTo(403);
        assertThat(api.body()).contains("mcp.console.apps.origin");
        assertThat(as(at("shop.example"), "ada", "a").get("/mcp-console/").header("Content-Security-Policy"))
                .contains("frame-src https://views.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"views.example", "https://views.example/", "https://views.example/x", "data:text/html,x"})
    void originThatIsNoneIsRejected(String origin) {
        ConsoleApplication.Builder builder = builder().property("mcp.console.apps.origin", origin);

        assertThatThrownBy(builder::start).rootCause().hasMessageContaining("mcp.console.apps.origin");
    }

    /** The documentation shows it, and a test runs it from there. */
    @Test
    void frameIsTheDocumentedOne() throws IOException {
        try (InputStream frame = ViewTests.class.getResourceAsStream("frame/view-frame.html")) {
            assertThat(Path.of("..", "docs", "apps.md"))
                    .content()
                    .contains("```html\n" + new String(frame.readAllBytes(), StandardCharsets.UTF_8) + "```");
        }
    }

    // APP-38
    @Test
    void viewBelongsToThePageThatHasOpenedIt() {
        start();
        String id = id(open(page(), call(page(), "chart")));

        assertThat(events(page(), PAGE, id).status()).isEqualTo(200);
        assertThat(events(page(), OTHER_PAGE, id).status()).isEqualTo(404);
        assertThat(events(page(), "", id).status()).isEqualTo(400);
    }

    // APP-38
    @Test
    void viewBelongsToTheUserWhoHasOpenedIt() {
        start(builder().withSpringSecurity().source(SecuredTests.Permissive.class));
        RawHttp ada = as(page(), "ada", "a");
        String call = call(ada, "chart");
        String id = id(open(ada, call));

        assertThat(events(ada, PAGE, id).status()).isEqualTo(200);
        assertThat(events(as(page(), "bob", "b"), PAGE, id).status()).isEqualTo(404);
        assertThat(open(as(page(), "bob", "b"), call).status()).isEqualTo(404);
    }

    @Test
    void toolWithoutViewAndHostWithoutOriginForViewsOpenNone() {
        start(builder().withSpringSecurity().source(SecuredTests.Permissive.class));
        RawHttp ada = as(page(), "ada", "a");

        assertThat(open(ada, call(ada, "plain")).status()).isEqualTo(204);
        String call = call(ada, "chart");
        ada.header("Host", "shop.example").header("Origin", "https://shop.example");
        assertThat(open(ada, call).body())
                .contains("\"uri\":\"ui://board/chart\"", "\"origin\":null", "\"id\":null", "\"html\":null");
    }
}
