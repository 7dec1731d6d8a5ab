package io.mcpclient.console;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import reactor.core.publisher.Mono;

import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.schema.CallToolResult;
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

    private final McpTestServer shop = SkillServer.start(MARKUP, MARKUP + CONTROL);

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
                .checks(arguments -> null)
                .answers(call -> DemoServers.result(
                        TextContent.of(MARKUP + CONTROL),
                        ImageContent.of(
                                "<svg onload='window.attacked=3'/>".getBytes(StandardCharsets.UTF_8), "image/svg+xml"),
                        ResourceLink.of("javascript:window.attacked=4", MARKUP),
                        ResourceLink.of("data:text/html,<script>1</script>", "data"),
                        ResourceLink.of("https://user@evil.example/", "web")));
        this.hostile
                .tool("loops")
                .annotations(DemoServers.annotations(true, null))
                .inputSchema(loops())
                .checks(arguments -> null)
                .returns("done");
        this.hostile.resource("note://<script>", MARKUP);
        this.hostile
                .tool("numbers")
                .annotations(DemoServers.annotations(true, null))
                .runsAsTask(Duration.ofMinutes(5), Duration.ofMillis(100))
                .answersLater(call -> {
                    call.report(1, 2, MARKUP);
                    return Mono.just(
                            CallToolResult.structured(Map.of(MARKUP, Map.of(MARKUP, 1, CONTROL, 2, "constructor", 3))));
                });
        return builder.server(this.hostile).server(this.shop).property("mcp.extensions.skills.enabled", "true");
    }

    /** One schema that is itself or null, and a tower of schemas that would take 20 to the power of 30 steps. */
    private static Map<String, Object> loops() {
        Map<String, Object> definitions = new HashMap<>();
        definitions.put("self", Map.of("anyOf", List.of(reference("self"), Map.of("type", "null"))));
        for (int i = 0; i < 30; i++) {
            definitions.put("floor" + i, Map.of("allOf", Collections.nCopies(20, reference("floor" + (i + 1)))));
        }
        definitions.put("floor30", Map.of("type", "string"));
        return Map.of(
                "type",
                "object",
                "$defs",
                definitions,
                "properties",
                Map.of("self", reference("self"), "tower", reference("floor0"), "plain", Map.of("type", "string")));
    }

    private static Map<String, Object> reference(String definition) {
        return Map.of("$ref", "#/$defs/" + definition);
    }

    @AfterAll
    void stopServers() {
        this.hostile.close();
        this.shop.close();
    }

    private void assertHarmless(String where) {
        assertThat(this.browser.script("return window.attacked ?? null"))
                .as(where)
                .isNull();
        assertThat(this.browser.shows(By.cssSelector("body img, body iframe, main script, dialog script, svg script")))
                .as(where)
                .isFalse();
    }

    @Test
    void textsOfTasksPlotsSkillsAndFilesNeverBecomeMarkup() {
        openTool("numbers");
        this.browser.click(button("Run as task"));
        this.browser.read(By.cssSelector("article.task .outcome"), "<img src=x");
        this.browser.click(tab("Plot"));
        assertThat(this.browser.read(By.cssSelector(".plots"), "<img src=x")).contains("⟨U+001B⟩", "⟨U+202E⟩");
        assertHarmless("task and plot");

        open("skills");
        this.browser.click(By.xpath("//a[contains(@class,'row')][.//*[text()='" + SkillServer.URI + "']]"));
        this.browser.read(By.cssSelector("article.skill"), "<img src=x");
        this.browser.click(button("Read the instructions"));
        assertThat(this.browser.read(By.cssSelector("article.skill .outcome"), "<script>window.attacked=2"))
                .contains("\\u001b[31m", "\\u202e");
        assertHarmless("skill");

        open("overview");
        this.browser.click(button("Add server…"));
        this.browser.choose(By.id("add-kind"), "File of a client");
        this.browser.type(By.id("add-text"), """
            {"inputs": [{"id": "%1$s", "description": "%1$s", "default": "%1$s"}],
             "mcpServers": {"%1$s": {"command": "evil", "args": ["%1$s", "${input:%1$s}"], "env": {"%1$s": "1"}, "%1$s": 1}}}\
            """.formatted(MARKUP.replace("\"", "'")));
        this.browser.click(button("Show the plan"));
        assertThat(this.browser.read(By.id("sheet"), "program   evil"))
                .contains("argument  <img src=x", "with <img src=x");
        assertHarmless("file");
        this.browser.shoot("hostile-file");
        this.browser.click(inSheet("Close"));
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
    void schemasThatNeverEndAreFieldsForJson() {
        openTool("loops");
        this.browser.see(By.cssSelector("[data-field='self'] textarea"));

        this.browser.type(field("plain"), "one");
        this.browser.click(RUN);

        this.browser.read(OUTCOME, "done");
        assertThat(this.hostile.calls("loops").get(0).arguments()).isEqualTo(Map.of("plain", "one"));
    }

    @Test
    void nothingIsLoadedFromElsewhere() {
        openTool("attack");
        this.browser.click(RUN);
        this.browser.read(OUTCOME, "onerror");

        assertThat(this.browser.script("return performance.getEntriesByType('resource').filter(one =>"
                        + " !one.name.startsWith(location.origin) &&"
                        + " !one.name.startsWith('data:')).length"))
                .hasToString("0");
    }
}
