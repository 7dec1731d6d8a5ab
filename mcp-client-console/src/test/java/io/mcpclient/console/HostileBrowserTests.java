package io.mcpclient.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.ResourceLink;
import io.mcpclient.schema.TextContent;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;

/** A server that attacks the person who looks at it. */
class HostileBrowserTests extends BrowserTest {

    private static final String MARKUP = "<img src=x onerror=\"window.attacked=1\"><script>window.attacked=2</script>";

    private static final String CONTROL = "\u001B[31mred\u001B[0m \u202Egnp.exe\u202C a\u200Bb";

    private final McpTestServer hostile = McpTestServer.create("hostile");

    @Override
    Builder configure(Builder builder) {
        this.hostile
                .tool("attack")
                .title(MARKUP)
                .description(MARKUP + "\n" + CONTROL)
                .annotations(DemoServers.annotations(true, null))
                .inputSchema(Map.of(
                        "type",
                        "object",
                        "properties",
                        Map.of(
                                "__proto__", Map.of("type", "string", "title", MARKUP, "description", CONTROL),
                                "constructor", Map.of("type", "string", "pattern", "^(a+)+$"))))
                .answers(call -> DemoServers.result(
                        TextContent.of(MARKUP + CONTROL),
                        ImageContent.of(
                                "<svg onload='window.attacked=3'/>".getBytes(StandardCharsets.UTF_8), "image/svg+xml"),
                        ResourceLink.of("javascript:window.attacked=4", MARKUP),
                        ResourceLink.of("data:text/html,<script>1</script>", "data"),
                        ResourceLink.of("https://user@evil.example/", "web")));
        this.hostile.resource("note://<script>", MARKUP);
        return builder.server(this.hostile);
    }

    @Test
    void textsOfServersNeverBecomeMarkupOrAddresses() {
        openTool("attack");
        this.browser.click(RUN);

        String outcome = this.browser.read(OUTCOME, "onerror");
        assertThat(outcome)
                .contains("<img src=x", "⟨U+001B⟩[31m", "⟨U+202E⟩", "⟨U+200B⟩", "javascript:window.attacked=4")
                .contains("image/svg+xml");
        assertThat(this.browser.script("return window.attacked ?? null")).isNull();
        assertThat(this.browser.script(
                        "return [...document.querySelectorAll('.outcome a[href]')].map(a => a.protocol).join()"))
                .isEqualTo("https:");
        assertThat(this.browser.shows(By.cssSelector(".outcome img"))).isFalse();
        assertThat(this.browser.shows(By.cssSelector("main script, main iframe, main object, main embed")))
                .isFalse();
        this.browser.shoot("hostile");
        assertThat(this.hostile.awaitCalls(1, Duration.ofSeconds(60))).isNotEmpty();
    }

    @Test
    void membersWithNamesOfPrototypesAreSentAsValues() {
        openTool("attack");

        this.browser.type(field("__proto__"), "one");
        this.browser.type(field("constructor"), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!");
        int before = this.hostile.calls("attack").size();
        this.browser.click(RUN);

        this.browser.read(OUTCOME, "Done");
        assertThat(this.hostile.calls("attack").get(before).arguments())
                .containsEntry("__proto__", "one")
                .containsKey("constructor");
    }

    @Test
    void nothingIsLoadedFromElsewhere() {
        openTool("attack");
        this.browser.click(RUN);
        this.browser.read(OUTCOME, "onerror");

        assertThat(
                        this.browser.script(
                                "return performance.getEntriesByType('resource')"
                                        + ".filter(one => !one.name.startsWith(location.origin) && !one.name.startsWith('data:')).length"))
                .hasToString("0");
    }
}
