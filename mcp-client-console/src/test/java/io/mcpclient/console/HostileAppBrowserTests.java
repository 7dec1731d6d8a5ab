package io.mcpclient.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A view that attacks the console, its user, and the server of somebody else. It reports what has come of each attack with a tool that it
 * may call. Its tools end in {@code _alone} without a declared policy, and in {@code _trusted} with one that allows it both origins of the
 * application.
 */
class HostileAppBrowserTests extends BrowserTest {

    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final List<String> TOOLS = List.of(
            "probe_alone", "probe_trusted", "leave_alone", "leave_trusted", "flood_alone", "ask_alone", "quirks_alone");

    private static final By OUTER = By.cssSelector("iframe.view");

    private static final By INNER = By.tagName("iframe");

    private final McpTestServer evil = McpTestServer.create("evil").eras(McpEra.LEGACY);

    @Override
    Builder configure(Builder builder) {
        this.evil.on("tools/list", request -> Map.of("tools", definitions()));
        this.evil.on("resources/read", request -> Map.of("contents", List.of(document(request.text("uri")))));
        TOOLS.forEach(tool -> this.evil.tool(tool).returns("shown"));
        this.evil.tool("report").answers(call -> CallToolResult.text("noted"));
        this.evil.tool("secret").returns("for models");
        this.evil.resource("ui://evil/probe", "unused");
        return builder.server(this.evil)
                .source(Received.class)
                .property("mcp.extensions.apps.enabled", "true")
                .property("mcp.extensions.apps.permissions", "geolocation")
                .property("mcp.extensions.apps.local-domains", "true");
    }

    /** Requests of views that have reached the application: their origin is none, or they are for a frame of theirs. */
    @Configuration(proxyBeanMethods = false)
    static class Received {

        private static final List<String> FROM_VIEWS = new CopyOnWriteArrayList<>();

        static boolean has(String beginning) {
            return FROM_VIEWS.stream().anyMatch(received -> received.startsWith(beginning));
        }

        @Bean
        Filter receivedRequests() {
            return (request, response, chain) -> {
                chain.doFilter(request, response);
                HttpServletRequest http = (HttpServletRequest) request;
                boolean isFrame = "iframe".equals(http.getHeader("Sec-Fetch-Dest"));
                if ("null".equals(http.getHeader("Origin")) || isFrame && http.getParameter("host") == null) {
                    FROM_VIEWS.add(http.getMethod() + " " + http.getRequestURL() + " "
                            + ((HttpServletResponse) response).getStatus());
                }
            };
        }
    }

    /** What the browser has refused is what the test is about. */
    @AfterEach
    void forgetComplaints() {
        this.browser.open("about:blank");
        this.browser.complaints();
    }

    private static List<Object> definitions() {
        List<Object> tools = new ArrayList<>();
        TOOLS.forEach(tool -> tools.add(tool(tool, Map.of("resourceUri", "ui://evil/" + tool))));
        tools.add(tool("report", Map.of("visibility", List.of("app"))));
        tools.add(tool("secret", Map.of("visibility", List.of("model"))));
        return tools;
    }

    private static Map<String, Object> tool(String name, Map<String, Object> ui) {
        return Map.of(
                "name", name,
                "inputSchema", Map.of("type", "object"),
                "annotations", Map.of("readOnlyHint", true),
                "_meta", Map.of("ui", ui));
    }

    private Map<String, Object> document(String uri) {
        List<String> origins = List.of(origin("localhost"), origin("127.0.0.1"));
        Map<String, Object> policy =
                Map.of("connectDomains", origins, "resourceDomains", origins, "frameDomains", origins);
        Map<String, Object> item = new HashMap<>(Map.of(
                "uri",
                uri,
                "mimeType",
                "text/html;profile=mcp-app",
                "text",
                html(uri.substring(uri.lastIndexOf('/') + 1))));
        Map<String, Object> ui =
                new HashMap<>(Map.of("permissions", Map.of("geolocation", Map.of(), "camera", Map.of())));
        item.put("_meta", Map.of("ui", ui));
        if (uri.endsWith("_trusted")) {
            ui.put("csp", policy);
        }
        return item;
    }

    private String html(String tool) {
        try (InputStream in = HostileAppBrowserTests.class.getResourceAsStream("hostile-view.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("$MODE", tool.substring(0, tool.indexOf('_')))
                    .replace("$CONSOLE", origin("localhost"))
                    .replace("$VIEWS", origin("127.0.0.1"))
                    .replace("$BEGIN", tool.startsWith("quirks") ? "\u00a0" : "");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private String origin(String host) {
        return "http://" + host + ":" + this.application.port();
    }

    private void show(String tool) {
        openTool(tool);
        this.browser.script("window.attacked = null");
        this.browser.click(RUN);
    }

    /** Waits for the end of the attacks, and returns what has come of them. */
    private Map<String, String> reports(String last) {
        await().atMost(LIMIT).until(() -> this.evil.calls("report").stream()
                .anyMatch(call -> last.equals(call.arguments().get("attack"))));
        Map<String, String> reports = new HashMap<>();
        this.evil
                .calls("report")
                .forEach(call -> reports.put(
                        String.valueOf(call.arguments().get("attack")),
                        String.valueOf(call.arguments().get("outcome"))));
        return reports;
    }

    private void assertThatTheConsoleIsUnharmed(String tool) {
        assertThat(this.browser.address()).isEqualTo(this.application.address() + "#/tools/" + tool);
        assertThat(this.browser.script("return window.attacked")).isNull();
        assertThat(this.browser.script("return document.querySelectorAll('iframe').length"))
                .as("frames")
                .hasToString("1");
        this.browser.read(By.id("live"), "Live");
        assertThat(this.evil.calls("secret")).isEmpty();
        assertThat(this.weather.calls("get_forecast")).isEmpty();
    }

    // APP-18 to APP-20, APP-24, APP-28, APP-A02, APP-A08
    @ParameterizedTest
    @ValueSource(strings = {"probe_alone", "probe_trusted"})
    void viewReachesNothingButItsBridge(String tool) {
        Received.FROM_VIEWS.clear();
        show(tool);
        Map<String, String> reports = reports("end of " + tool);

        assertThat(reports)
                .containsEntry("origin", "null")
                .containsEntry("cookie", "SecurityError")
                .containsEntry("storage", "SecurityError")
                .containsEntry("document of the page", "SecurityError")
                .containsEntry("document of the outer frame", "SecurityError")
                .containsEntry("navigation of the page", "SecurityError")
                .containsEntry("navigation of the outer frame", "SecurityError")
                .containsEntry("window", "null")
                .containsEntry("tool for models", "-32602")
                .containsEntry("tool of another server", "-32602")
                .containsEntry("sampling", "-32601")
                .containsEntry("link to a script", "-32000")
                .containsEntry("link to this machine", "-32000")
                .containsEntry("eval", "EvalError")
                .containsEntry("script of elsewhere", "blocked by script-src-elem")
                .containsEntry("API at the console", "TypeError")
                .containsEntry("API at the views", "TypeError")
                .containsEntry("API without reading", "TypeError")
                .containsEntry("permissions", "geolocation: true, camera: false")
                .containsEntry("forged messages", "sent")
                .containsEntry("link of the page", "clicked")
                .doesNotContainKey("forged");
        assertThatTheConsoleIsUnharmed(tool);
        if (tool.equals("probe_alone")) {
            assertThat(Received.FROM_VIEWS).isEmpty();
        } else {
            String console = origin("localhost") + "/mcp-console/";
            String views = origin("127.0.0.1") + "/mcp-console/";
            await().atMost(LIMIT)
                    .until(() -> Received.has("GET " + console + " ") && Received.has("GET " + views + " "));
            assertThat(Received.FROM_VIEWS)
                    .contains("POST " + console + "api/calls 403", "POST " + views + "api/calls 403")
                    .noneMatch(received -> received.matches("(GET|POST) \\S+/api/\\S+ 2\\d\\d"));
            awaitError(OUTER, INNER, INNER);
        }
    }

    /** Waits until a frame has the page that a browser shows in place of one that it may not show. */
    private void awaitError(By... frames) {
        await().atMost(LIMIT).until(() -> this.browser
                .within(() -> String.valueOf(this.browser.script("return location.href")), frames)
                .startsWith("chrome-error:"));
    }

    // APP-14: the policy has effect whatever the document begins with
    @Test
    void documentThatBeginsWithTextHasThePolicy() {
        show("quirks_alone");

        assertThat(reports("end of quirks_alone")).containsEntry("script of elsewhere", "blocked by script-src-elem");
    }

    @ParameterizedTest
    @ValueSource(strings = {"leave_alone", "leave_trusted"})
    void viewDoesNotBecomeThePageOfTheConsole(String tool) {
        Received.FROM_VIEWS.clear();
        show(tool);

        reports("leaving from " + tool);
        awaitError(OUTER, INNER);
        assertThatTheConsoleIsUnharmed(tool);
        assertThat(Received.has("GET " + origin("127.0.0.1") + "/mcp-console/ "))
                .isEqualTo(tool.equals("leave_trusted"));
    }

    // APP-A06
    @Test
    void floodEndsTheViewAndNothingElse() {
        show("flood_alone");

        assertThat(this.browser.read(By.cssSelector(".app .end"), "The view has ended"))
                .contains("messages");
        this.browser.gone(OUTER);
        this.browser.click(By.cssSelector("#areas a[data-area='overview']"));
        this.browser.see(server("evil"));
    }

    // APP-28, APP-29, APP-A09
    @Test
    void viewThatAsksTheUserForMuchGetsFewQuestionsAndNothingByItself() {
        show("ask_alone");

        assertThat(reports("end of ask_alone")).containsEntry("questions", "6 of 10 refused");
        assertThat(this.browser.script("return document.querySelectorAll('.ask').length"))
                .hasToString("4");
        assertThat(this.browser.read(By.cssSelector(".ask"), "in your name")).contains("<b>I am the user</b>");
        assertThat(this.browser.shows(By.cssSelector(".ask b"))).isFalse();
        this.browser.shoot("app-asks");
        this.browser.click(button("Close the view"));
        this.browser.gone(By.cssSelector(".ask"));
    }
}
